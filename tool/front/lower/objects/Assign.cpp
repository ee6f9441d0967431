// Objects that take the value of another one, part by part.
#include "front/lower/calls/Candidates.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/Slots.h"

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

/// The numbers of an object as they are now.
static Value settled(Lowering& l, const Value& source) {
  Value from = source;
  if (auto* object = std::get_if<Object>(&from)) {
    object->state = std::make_shared<ObjectState>(*object->state);
    for (Value& element : object->state->elements)
      if (auto* number = std::get_if<ir::ExprRef>(&element))
        element = std::holds_alternative<ir::Literal>((*number)->node) ? *number : l.keep(*number);
  }
  return from;
}

static void setObject(Lowering& l, QualType type, const Value& to, const Value& source,
                      SourceLocation where);

static void setValue(Lowering& l, QualType type, const Value& to, const Value& from,
                     SourceLocation where) {
  if (std::holds_alternative<std::monostate>(to)) // std::ignore
    return;
  const auto* number = std::get_if<ir::Place>(&to);
  if (isFunctionVariable(type) && number && number->type->is(TypeKind::Integer))
    return l.emit(ir::assign(*number, ir::AssignOp::Set, functionNumber(l, type, from, where),
                             toLocation(where)));
  if (isClosure(type))
    l.notYet(where, "the assignment of an object with a lambda", "make a second one");
  if (isView(type)) {
    moveView(l, to, nullableViewOf(l, from, where), where);
    if (libraryOf(type) == Library::uniquePtr)
      afterMove(l, type, from, where);
    return;
  }
  if (dissolves(l, type) || std::holds_alternative<KernelObject>(to) ||
      std::holds_alternative<Object>(to)) // or a part of one
    return setObject(l, type, to, from, where);
  const ir::Place place = target(l, to, where);
  if (holdsSlots(type))
    l.notYet(where, "the assignment of an object that holds a container of real numbers",
             "make a second one");
  if (isSlotIterator(type))
    checkSameMap(l, ir::load(place), loaded(l, from, where), where);
  if (place.type->isBuiltinArray)
    return copyArray(l, place, placeFor(l, from, where), toLocation(where));
  l.emit(ir::assign(place, ir::AssignOp::Set, converted(loaded(l, from, where), place.type),
                    toLocation(where)));
}

static void setOptional(Lowering& l, QualType type, const Value& to, const Value& from,
                        SourceLocation where) {
  refuseForeignOptional(l, to, where);
  const std::vector<QualType> types = elementTypes(l, type);
  const Value has = tupleElement(l, to, 0, where);
  setValue(l, types[0], has, tupleElement(l, from, 0, where), where);
  const auto setHeld = [&] {
    setValue(l, types[1], tupleElement(l, to, 1, where), tupleElement(l, from, 1, where), where);
  };
  if (mayBeEmpty(l, from, where))
    ifHolds(l, has, where, setHeld);
  else
    setHeld();
}

static void setObject(Lowering& l, QualType type, const Value& to, const Value& source,
                      SourceLocation where) {
  const Value from = settled(l, source);
  type = type.getNonReferenceType();
  if (isEmptyOfLibrary(type))
    return;
  if (isColumnType(l, type))
    return assignColumn(l, type, to, from, where);
  if (libraryOf(type) == Library::optional)
    return setOptional(l, type, to, from, where);
  if (libraryOf(type) != Library::none) {
    const std::vector<QualType> types = elementTypes(l, type);
    for (std::size_t i = 0; i < types.size(); ++i)
      setValue(l, types[i].getNonReferenceType(), tupleElement(l, to, i, where),
               tupleElement(l, from, i, where), where);
    return;
  }
  for (const FieldDecl* field : fieldsOf(type->getAsCXXRecordDecl())) {
    if (field->getType()->isReferenceType())
      l.notYet(where, "the assignment of an object that holds a reference", "make a second one");
    setValue(l, field->getType(), member(l, to, field, where), member(l, from, field, where),
             where);
  }
}

void assignValue(Lowering& l, QualType type, const Value& to, const Value& from,
                 SourceLocation where) {
  refuseHiddenCopy(l, type, copiesOf(l, type).assigns, where);
  if (!dissolves(l, type) && !type->isArrayType())
    return setValue(l, type, to, from, where);
  const std::vector<Value> sides = l.frozenAgainstWrites({to, from});
  setValue(l, type, sides[0], sides[1], where);
}

void assignObject(Lowering& l, QualType type, const Value& to, const Value& from,
                  SourceLocation where) {
  refuseHiddenCopy(l, type, copiesOf(l, type).assigns, where);
  const std::vector<Value> sides = l.frozenAgainstWrites({to, from});
  setObject(l, type, sides[0], sides[1], where);
}

void transferObject(Lowering& l, QualType type, const Value& to, const Value& from,
                    SourceLocation where) {
  refuseHiddenCopy(l, type, copiesOf(l, type).constructs, where);
  const std::vector<Value> sides = l.frozenAgainstWrites({to, from});
  setObject(l, type, sides[0], sides[1], where);
}

} // namespace treelize::front
