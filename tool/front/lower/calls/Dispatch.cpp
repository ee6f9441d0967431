#include "front/lower/calls/Dispatch.h"

#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"

namespace treelize::front {

using namespace clang;

namespace {

bool isReferenceToPlace(Lowering& l, QualType type) {
  return type->isReferenceType() && !isView(type) && !isClosure(type) && !dissolves(l, type);
}

/// Where the result is kept; nothing of void.
Value resultVariable(Lowering& l, const Slot& slot) {
  const QualType type = slot.type;
  if (type->isVoidType())
    return {};
  if (!type->isReferenceType() && heapBehind(l, type))
    return heapPointer(l, slot, View{});
  if (isReferenceToPlace(l, type) || (isView(type) && !type->isReferenceType()))
    return movingView(l, slot.name, std::nullopt, libraryOf(type) == Library::span,
                      toLocation(slot.where), {.changesBase = true});
  if (type->isReferenceType() || isClosure(type) ||
      (!dissolves(l, type) && !l.types.of(type)->defaultConstructible))
    l.notYet(slot.where,
             "a result of the type '" + l.types.of(type)->spelling +
                 "' of one of several functions",
             "return a number or a plain struct");
  if (dissolves(l, type))
    return zeroed(l, slot);
  const ir::VarId id = l.addLocal(slot.name, l.types.of(type), {}, toLocation(slot.where));
  l.emit(ir::declare(id, nullptr, toLocation(slot.where)));
  return l.placeOf(id);
}

void store(Lowering& l, const Slot& slot, const Value& variable, const Value& result) {
  const SourceLocation where = slot.where;
  if (std::holds_alternative<HeapPointer>(variable) ||
      (std::holds_alternative<MovingView>(variable) && !slot.type->isReferenceType()))
    moveView(l, variable, nullableViewOf(l, result, where), where);
  else if (std::holds_alternative<MovingView>(variable))
    moveView(l, variable, pointerTo(l, placeFor(l, result, where), where), where);
  else if (const auto* place = std::get_if<ir::Place>(&variable))
    l.emit(ir::assign(*place, ir::AssignOp::Set, converted(loaded(l, result, where), place->type),
                      toLocation(where)));
  else if (std::holds_alternative<Object>(variable))
    transferObject(l, slot.type, variable, result, where);
}

} // namespace

std::string valueName(const CXXMethodDecl* method) {
  return method->getDeclName().isIdentifier() ? method->getNameAsString() + "_value" : "value";
}

Value dispatched(Lowering& l, const Slot& slot, const std::vector<Alternative>& alternatives) {
  if (alternatives.size() == 1)
    return alternatives.front().run();
  const Location at = toLocation(slot.where);
  const Value variable = resultVariable(l, slot);
  const std::function<void(std::size_t)> from = [&](std::size_t i) {
    if (i + 1 == alternatives.size())
      return store(l, slot, variable, alternatives[i].run());
    ir::If branch;
    branch.condition = alternatives[i].isChosen;
    branch.thenBlock = l.collect([&] { store(l, slot, variable, alternatives[i].run()); });
    branch.elseBlock = l.collect([&] { from(i + 1); });
    l.emit({at, std::move(branch)});
  };
  from(0);
  if (isReferenceToPlace(l, slot.type))
    return l.frozen(dereference(l, viewOf(l, variable, slot.where), nullptr, slot.where));
  return variable;
}

std::vector<Argument> evaluatedNumbers(Lowering& l, const std::vector<Argument>& arguments,
                                       ArrayRef<QualType> parameters) {
  std::vector<Argument> result = arguments;
  std::vector<std::function<Value()>> operands;
  std::vector<std::size_t> evaluated;
  for (std::size_t i = 0; i < arguments.size() && i < parameters.size(); ++i) {
    const QualType type = parameters[i];
    if (!arguments[i].expr || type->isReferenceType() || !l.types.of(type)->isScalar())
      continue;
    evaluated.push_back(i);
    operands.push_back([&l, type, expr = arguments[i].expr]() -> Value {
      return converted(rvalue(l, expr), l.types.of(type));
    });
  }
  const std::vector<Value> values = l.inOrder(operands);
  for (std::size_t i = 0; i < values.size(); ++i)
    result[evaluated[i]] = {nullptr, l.frozen(values[i]), arguments[evaluated[i]].where};
  return result;
}

} // namespace treelize::front
