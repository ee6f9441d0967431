#include "front/lower/objects/UnsetNumbers.h"

#include <algorithm>

namespace treelize::front {

using ir::TypeKind;

namespace {

/// A part that the object itself holds, not what its vectors own, of which that is true.
bool anyHeldPart(const ir::Type& type, bool (*isWanted)(const ir::Type&)) {
  if (type.is(TypeKind::Array))
    return anyHeldPart(*type.element, isWanted);
  if (type.is(TypeKind::Record))
    return std::ranges::any_of(type.fields, [&](const ir::RecordField& field) {
      return anyHeldPart(*field.type, isWanted);
    });
  return isWanted(type);
}

bool leavesNumbersUnset(const ir::Type& type) {
  return anyHeldPart(type, [](const ir::Type& part) { return part.is(TypeKind::Vector); }) &&
         anyHeldPart(type, [](const ir::Type& part) { return part.isScalar(); });
}

} // namespace

ir::ExprRef beginning(const ir::TypeRef& type, Location at) {
  const bool canBeMade =
      type->defaultConstructible && (type->startsAtZero || !type->isBuiltinArray);
  return canBeMade && leavesNumbersUnset(*type) ? ir::construct(type, {}, at) : nullptr;
}

} // namespace treelize::front
