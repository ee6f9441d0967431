#include "analysis/Lengths.h"

#include "ir/Walk.h"

#include <algorithm>
#include <map>

namespace treelize::analysis {

using namespace ir;

namespace {

/// Is that true of the type, or of a part of it that is no view?
bool anyOwnPart(const Type& type, bool (*isWanted)(const Type&)) {
  return !type.isView() &&
         (isWanted(type) || (type.element && anyOwnPart(*type.element, isWanted)) ||
          std::ranges::any_of(type.fields, [&](const RecordField& field) {
            return anyOwnPart(*field.type, isWanted);
          }));
}

/// May the callee do more to the place than write the numbers that it is shown?
bool isHandedOver(const Argument& argument) {
  return !argument.type->isView() || argument.isObject || !hasFixedSize(*argument.type->element);
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
    const auto* call = std::get_if<Call>(&stmt.node);
    if (!call)
      forEachResized(kernel, stmt, [&](const Place& place) {
        if (ownsVector(*place.type))
          add(place);
      });
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

bool ownsLength(const Type& type) {
  return anyOwnPart(type, [](const Type& part) {
    return !part.is(TypeKind::Array) && !part.is(TypeKind::Record) && !hasFixedSize(part);
  });
}

bool ownsVector(const Type& type) {
  return anyOwnPart(type, [](const Type& part) { return part.is(TypeKind::Vector); });
}

void forEachResized(const Kernel& kernel, const Stmt& stmt, const PlaceFn& fn) {
  if (std::holds_alternative<Declare>(stmt.node))
    return;
  const auto* call = std::get_if<Call>(&stmt.node);
  if (!call)
    return forEachWritten(kernel, stmt, [&](const Place& place) {
      if (ownsLength(*place.type) || place.type->is(TypeKind::Span)) // that refers to others now
        fn(place);
    });
  for (const Argument& argument : call->arguments)
    if (argument.isWritten && isHandedOver(argument) && ownsLength(*argument.place->type))
      fn(*argument.place);
  for (const std::optional<VarId> local : {call->result, call->derivative})
    if (local && ownsLength(*kernel[*local].type))
      fn(Place{*local, {}, kernel[*local].type});
}

RegionSet resizesOf(const Kernel& kernel, std::span<const Stmt> statements) {
  RegionSet resized;
  forEachStmt(statements, [&](const Stmt& stmt) {
    forEachResized(kernel, stmt, [&](const Place& place) { resized.insert(place); });
  });
  return resized;
}

std::set<VarId> resizedByKernel(const Kernel& kernel) {
  return resizedIn(kernel, resizedByFunctions(kernel));
}

} // namespace treelize::analysis
