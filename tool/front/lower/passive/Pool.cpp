// The pools: one vector for all elements of a type that containers hold by slots, or one for each
// of their members where they are taken apart.
#include "front/lower/calls/Candidates.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Slots.h"
#include "front/lower/statements/Statements.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

const void* poolKey(QualType element) {
  return element.getCanonicalType().getUnqualifiedType().getAsOpaquePtr();
}

Value emptyElements(Lowering& l, const std::string& name, QualType element, SourceLocation where) {
  const bool holdsNumbers = isFunctionVariable(element); // of functions
  const ir::TypeRef type = holdsNumbers ? ir::intType() : l.types.of(element);
  if (!holdsNumbers && (isColumnElement(l, element) || isColumnType(l, element))) {
    Object elements{std::make_shared<ObjectState>()};
    elements.state->column =
        std::make_shared<Column>(makeColumn(l, name, element.getUnqualifiedType(), where,
                                            {.mayBeNull = libraryOf(element) != Library::span}));
    return elements;
  }
  if (type->is(ir::TypeKind::Opaque) || (!holdsNumbers && dissolves(l, element)) ||
      ir::holdsView(*type) || !type->defaultConstructible)
    l.notYet(where, "a container of '" + type->spelling + "' here", "use std::vector");
  return emptyVector(l, name, type, toLocation(where));
}

Value poolOf(Lowering& l, QualType element, SourceLocation where) {
  const void* key = poolKey(element);
  if (const auto known = l.pools.find(key); known != l.pools.end())
    return known->second;
  Value pool;
  const unsigned depth = std::exchange(l.loopDepth, 0); // it stands at the head of the kernel
  ir::Block declarations = l.collect([&] { pool = emptyElements(l, "values", element, where); });
  l.loopDepth = depth;
  std::ranges::move(declarations, std::back_inserter(l.globals));
  return l.pools[key] = pool;
}

std::vector<ir::Place*> vectorsOfPool(Value& pool) {
  if (auto* vector = std::get_if<ir::Place>(&pool))
    return {vector};
  std::vector<ir::Place*> found;
  collectVectors(*std::get<Object>(pool).state->column, found);
  return found;
}

ir::ExprRef lengthOf(const Value& elements, SourceLocation where) {
  const auto* vector = std::get_if<ir::Place>(&elements);
  return vector ? ir::size(*vector, toLocation(where)) : columnSize(elements, where);
}

void addElement(Lowering& l, const Value& elements, const Value& element, SourceLocation where) {
  if (isColumn(elements))
    return append(l, *std::get<Object>(elements).state->column, element, where);
  const auto& vector = std::get<ir::Place>(elements);
  ir::ExprRef held = loaded(l, element, where);
  if (held->type->isScalar())
    held = converted(std::move(held), vector.type->element);
  else if (!isSameInCpp(*held->type, *vector.type->element))
    l.notYet(where, "this element of a container", "pass an object of the element's type");
  l.emit(ir::append(vector, std::move(held), toLocation(where)));
}

Value slotElement(Lowering& l, const ir::ExprRef& slot, QualType element, SourceLocation where) {
  const Value pool = poolOf(l, element.getNonReferenceType(), where);
  if (const auto* vector = std::get_if<ir::Place>(&pool))
    return ir::element(*vector, {slot});
  return elementIn(l, std::get<Object>(pool).state->column, slot, where);
}

ir::ExprRef poolSize(Lowering& l, QualType element, SourceLocation where) {
  return lengthOf(poolOf(l, element.getNonReferenceType(), where), where);
}

ir::ExprRef newSlot(Lowering& l, const Value& value, QualType element, SourceLocation where) {
  const Value pool = poolOf(l, element, where);
  ir::ExprRef slot = l.keep(lengthOf(pool, where), "slot");
  addElement(l, pool, value, where);
  return slot;
}

ir::ExprRef newSlot(Lowering& l, const Expr* value, QualType element) {
  const SourceLocation where = value->getExprLoc();
  const Value pool = poolOf(l, element, where);
  if (isColumn(pool)) {
    const Storing storing(l);
    const Growth push{"push_back", {}, {value}, where, element};
    return newSlot(l, newElement(l, push, *std::get<Object>(pool).state->column), element, where);
  }
  return newSlot(l,
                 isFunctionVariable(element)
                     ? functionNumber(l, element, functionFor(l, value, element, where), where)
                     : rvalue(l, value),
                 element, where);
}

void growPool(Lowering& l, const ir::ExprRef& slot, QualType element, SourceLocation where) {
  const Location at = toLocation(where);
  element = element.getNonReferenceType();
  const Value pool = poolOf(l, element, where);
  ir::If isNew{ir::apply(ir::Op::eq_, {slot, lengthOf(pool, where)}, ir::boolType(), at), {}, {}};
  isNew.thenBlock = l.collect([&] {
    if (const auto* vector = std::get_if<ir::Place>(&pool))
      l.emit(ir::append(*vector, isFunctionVariable(element) ? noFunction() : nullptr, at));
    else
      addElement(l, pool, defaulted(l, {"element", element, where}), where);
  });
  l.emit({at, std::move(isNew)});
}

} // namespace treelize::front
