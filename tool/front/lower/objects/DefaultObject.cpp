// Objects that no initialiser names: what their default constructors make of them.
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/statements/Statements.h"
#include "front/lower/types/LibraryTypes.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

bool isZeroByDefault(Lowering& l, QualType type) {
  type = l.ast.getBaseElementType(type);
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  const auto isZero = [&](QualType part) { return isZeroByDefault(l, part); };
  switch (libraryOf(type)) {
  case Library::array:
    return isZero(elementOfVector(type));
  case Library::pair:
  case Library::tuple:
    return std::ranges::all_of(elementTypes(l, type), isZero);
  case Library::variant:
    return false;
  case Library::none:
    break;
  default:
    return true;
  }
  if (!record || record->isLambda() || !record->hasDefinition())
    return true;
  // A rotation of Eigen's begins with any coefficients; a transform sets its last row.
  const bool leavesUnset = isGeometry(record) && record->getName() != "Transform";
  return (leavesUnset || !record->hasUserProvidedDefaultConstructor()) &&
         !record->hasInClassInitializer() &&
         std::ranges::all_of(
             record->bases(),
             [&](const CXXBaseSpecifier& base) { return isZero(base.getType()); }) &&
         std::ranges::all_of(record->fields(),
                             [&](const FieldDecl* field) { return isZero(field->getType()); });
}

const Expr* defaultConstruction(Lowering& l, QualType type, SourceLocation where) {
  const Expr* made = l.options.construction ? l.options.construction(type, {}, where) : nullptr;
  if (!made)
    l.notYet(where, "an object without a default constructor that no initialiser names",
             "give it a value");
  return made;
}

Value defaulted(Lowering& l, const Slot& slot) {
  if (!heapOf(l, slot.type) && isZeroByDefault(l, slot.type))
    return zeroed(l, slot);
  if (slot.type->isArrayType())
    l.notYet(slot.where, "an array of objects that do not begin at zero here", "use std::array");
  return initialized(l, slot, defaultConstruction(l, slot.type, slot.where));
}

} // namespace treelize::front
