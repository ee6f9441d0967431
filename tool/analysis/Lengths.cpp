#include "analysis/Lengths.h"

#include "ir/Exchanges.h"
#include "ir/Walk.h"

#include <algorithm>
#include <map>

namespace treelize::analysis {

using namespace ir;

namespace {

/// Is it a vector, or an object or an array that has one?
bool holdsVectors(const Type& type) {
  return !type.isView() && (type.is(TypeKind::Vector) ||
                            (type.element && holdsVectors(*type.element)) ||
                            std::ranges::any_of(type.fields, [](const RecordField& field) {
                              return holdsVectors(*field.type);
                            }));
}

/// The container, or the object, that a statement may leave with another length.
const Place* resized(const Stmt& stmt) {
  if (const auto* s = std::get_if<Append>(&stmt.node))
    return &s->container;
  if (const auto* s = std::get_if<Drop>(&stmt.node))
    return &s->container;
  const auto* s = std::get_if<Assign>(&stmt.node);
  return s && s->op == AssignOp::Set && holdsVectors(*s->target.type) ? &s->target : nullptr;
}

/// Of each function the parameters that it leaves with another length, as far as they are found.
using ResizedArguments = std::map<std::string, std::set<std::size_t>>;

std::set<VarId> resizedIn(const Kernel& kernel, const ResizedArguments& functions) {
  std::set<VarId> result;
  const auto add = [&](const Place& place) {
    const Variable& owner = kernel[place.base];
    const bool isCallers =
        owner.role == Role::Member || (owner.role == Role::Parameter && owner.byReference);
    // The adjoints of fields stay where they are: their owners have one length.
    const bool holdsFields =
        anyPart(*owner.type, [](const Type& type) { return type.is(TypeKind::Field); });
    if (isCallers && !owner.type->isView() && !holdsFields)
      result.insert(place.base);
  };
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (const Place* place = resized(stmt))
      add(*place);
    if (const std::optional<Exchange> s = exchangeOf(stmt)) {
      add(s->a);
      add(s->b);
    }
    const auto* call = std::get_if<Call>(&stmt.node);
    const auto known = call ? functions.find(call->function) : functions.end();
    if (known != functions.end())
      for (const std::size_t i : known->second)
        if (call->arguments[i].place)
          add(*call->arguments[i].place);
  });
  return result;
}

ResizedArguments resizedByFunctions(const Kernel& kernel) {
  ResizedArguments result;
  for (bool isNew = true; isNew;) {
    isNew = false;
    for (const Function& function : kernel.functions) {
      const std::vector<VarId>& parameters = function.as->parameters;
      for (const VarId var : resizedIn(*function.as, result)) {
        const auto at = std::ranges::find(parameters, var);
        isNew = (at != parameters.end() &&
                 result[function.name]
                     .insert(static_cast<std::size_t>(at - parameters.begin()))
                     .second) ||
                isNew;
      }
    }
  }
  return result;
}

} // namespace

std::set<VarId> resizedByKernel(const Kernel& kernel) {
  return resizedIn(kernel, resizedByFunctions(kernel));
}

} // namespace treelize::analysis
