#include "analysis/LeftOut.h"

#include "analysis/Activity.h"
#include "analysis/Regions.h"
#include "ir/StructureExits.h"
#include "ir/Walk.h"

#include <algorithm>
#include <optional>

namespace treelize::analysis {

using namespace ir;

namespace {

/// A number by value is the kernel's own.
bool isLeftOut(const Kernel& kernel, const Place& place) {
  const Variable& variable = kernel[place.base];
  if (variable.leftOut)
    return variable.byReference || !variable.type->isScalar();
  return crossesField(kernel, place, &RecordField::leftOut);
}

bool leavesAnythingOut(const Type& type) {
  return (type.element && leavesAnythingOut(*type.element)) ||
         std::ranges::any_of(type.fields, [](const RecordField& f) {
           return f.leftOut || leavesAnythingOut(*f.type);
         });
}

struct LostStore {
  Location where;
  VarId variable;
};

std::optional<LostStore> firstLost(const Kernel& structured) {
  const Activity activity = findActivity(structured);
  std::optional<LostStore> lost;
  forEachStmt(structured.body, [&](const Stmt& stmt) {
    bool isVaried = false;
    forEachExpr(stmt, [&](const Expr& expr) {
      forEachDifferentiableRead(
          expr, [&](const Place& read) { isVaried = isVaried || activity.varied.overlaps(read); });
    });
    const auto* call = std::get_if<Call>(&stmt.node);
    isVaried =
        isVaried || (call && std::ranges::any_of(call->arguments, [&](const Argument& argument) {
                       return argument.place && activity.varied.overlaps(*argument.place);
                     }));
    forEachWritten(structured, stmt, [&](const Place& target) {
      if (isVaried && !lost && isDifferentiable(*target.type) && isLeftOut(structured, target))
        lost = {stmt.location, target.base};
    });
  });
  return lost;
}

bool leavesParametersOut(const Function& function) {
  return std::ranges::any_of(function.as->parameters,
                             [&](VarId id) { return (*function.as)[id].leftOut; });
}

} // namespace

bool losesArguments(const Kernel& kernel) {
  if (std::ranges::none_of(kernel.functions, leavesParametersOut))
    return false;
  Kernel structured = kernel;
  structureExits(structured);
  const Activity activity = findActivity(structured);
  bool isLost = false;
  forEachStmt(structured.body, [&](const Stmt& stmt) {
    const auto* call = std::get_if<Call>(&stmt.node);
    if (!call)
      return;
    const Kernel& as = *std::ranges::find(kernel.functions, call->function, &Function::name)->as;
    for (std::size_t i = 0; i < call->arguments.size(); ++i) {
      const Argument& argument = call->arguments[i];
      isLost = isLost || (as[as.parameters[i]].leftOut &&
                          (argument.place ? activity.isActive(structured, *argument.place)
                                          : activity.isActive(structured, *argument.value)));
    }
  });
  return isLost;
}

std::vector<LostDerivative> findLostDerivatives(const Kernel& kernel) {
  std::vector<LostDerivative> result;
  if (std::ranges::none_of(kernel.variables, [](const Variable& v) {
        return v.leftOut || leavesAnythingOut(*v.type);
      }))
    return result;
  Kernel structured = kernel;
  structureExits(structured);
  while (const std::optional<LostStore> lost = firstLost(structured)) {
    Variable& variable = structured[lost->variable];
    result.push_back({lost->where, variable.name});
    if (!variable.leftOut) // but a field of its class
      break;
    variable.leftOut = variable.nondiff = false;
  }
  return result;
}

} // namespace treelize::analysis
