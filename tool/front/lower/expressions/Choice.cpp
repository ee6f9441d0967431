// One of several places, of which the running program knows which.
#include "front/lower/expressions/Choice.h"

#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"

namespace treelize::front {

using namespace clang;

namespace {

/// The selector of places that come after others.
ir::ExprRef shifted(const ir::ExprRef& selector, std::int64_t by, Location at) {
  if (const auto* literal = std::get_if<ir::Literal>(&selector->node))
    return ir::integer(std::stol(literal->text) + by);
  if (const auto* select = std::get_if<ir::Select>(&selector->node))
    return ir::select(select->condition, shifted(select->ifTrue, by, at), shifted(select->ifFalse, by, at), at);
  return ir::apply(ir::Op::add, {selector, ir::integer(by)}, ir::intType(), at);
}

/// c ? a : b of objects on a heap.
Value chosenOnHeap(Lowering& l, const ConditionalOperator* expr, const HeapGroup* heap) {
  const SourceLocation where = expr->getQuestionLoc();
  const ir::ExprRef chosen = l.frozen(condition(l, expr->getCond()));
  std::vector<ir::ExprRef> numbers;
  for (const Expr* side : {expr->getTrueExpr(), expr->getFalseExpr()}) {
    Value object;
    const bool hasEffects = !l.collect([&] { object = side->isGLValue() ? glvalue(l, side) : value(l, side); }).empty();
    if (hasEffects || !std::get<Object>(object).state->heap)
      l.notYet(where, "this choice between objects", "write an if statement");
    numbers.push_back(std::get<Object>(object).state->number);
  }
  return heapObject(l, heap, ir::select(chosen, numbers[0], numbers[1], toLocation(where)), nullptr);
}

/// What is to be known of the place that the selector names.
ir::ExprRef ofChosen(const Choice& choice, const ir::ExprRef& selector, Location at, const std::function<ir::ExprRef(const ir::Place&)>& known) {
  if (const auto* literal = std::get_if<ir::Literal>(&selector->node))
    return known(choice.places.at(std::stoul(literal->text)));
  if (const auto* select = std::get_if<ir::Select>(&selector->node))
    return ir::select(select->condition, ofChosen(choice, select->ifTrue, at, known), ofChosen(choice, select->ifFalse, at, known), at);
  ir::ExprRef result = known(choice.places.back());
  for (std::size_t i = choice.places.size() - 1; i-- > 0;) {
    ir::ExprRef isThis = ir::apply(ir::Op::eq_, {selector, ir::integer(static_cast<std::int64_t>(i))}, ir::boolType(), at);
    result = ir::select(std::move(isThis), known(choice.places[i]), std::move(result), at);
  }
  return result;
}

/// A copy of the object that is chosen.
ir::ExprRef copiedChoice(Lowering& l, const Choice& choice, SourceLocation where) {
  const ir::TypeRef type = choice.places[0].type;
  const Location at = toLocation(where);
  if (holdsView(*type) || !type->defaultConstructible || type->isBuiltinArray)
    l.notYet(where, "a copy of one of several objects of '" + type->spelling + "'", "write an if statement");
  const ir::Place copy = l.placeOf(l.addLocal("chosen", type, {.isStable = true}, at));
  l.emit(ir::declare(copy.base, nullptr, at));
  write(l, choice, where, [&](const ir::Place& place) {
    l.emit(ir::assign(copy, ir::AssignOp::Set, ir::load(place, at), at));
  });
  return ir::load(copy, at);
}

} // namespace

Value ofEach(const Choice& choice, const std::function<Value(const ir::Place&)>& part) {
  Choice result{{}, choice.selector};
  for (const ir::Place& place : choice.places)
    result.places.push_back(std::get<ir::Place>(part(place)));
  return result;
}

Value chosenPlace(Lowering& l, const ConditionalOperator* expr) {
  const Location at = toLocation(expr->getQuestionLoc());
  if (isa<CXXThrowExpr>(bare(expr->getTrueExpr())) ||
      isa<CXXThrowExpr>(bare(expr->getFalseExpr())))
    return conditional(l, expr);
  if (const HeapGroup* heap = heapOf(l, expr->getType()))
    return chosenOnHeap(l, expr, heap);
  Choice choice;
  std::vector<ir::ExprRef> selectors;
  ir::ExprRef chosen;
  ir::Block effects = l.collect([&] { chosen = condition(l, expr->getCond()); });
  for (const Expr* side : {expr->getTrueExpr(), expr->getFalseExpr()}) {
    Value value;
    if (!side->isGLValue() || !l.collect([&] { value = glvalue(l, side); }).empty())
      return conditional(l, expr);
    const auto first = static_cast<std::int64_t>(choice.places.size());
    const auto* pointer = std::get_if<HeapPointer>(&value);
    if (pointer)
      choice.heap = pointer->heap;
    const auto* place = pointer ? &pointer->number : std::get_if<ir::Place>(&value);
    if (place) {
      choice.places.push_back(*place);
      selectors.push_back(ir::integer(first));
    } else if (const auto* inner = std::get_if<Choice>(&value)) {
      choice.places.insert(choice.places.end(), inner->places.begin(), inner->places.end());
      choice.heap = inner->heap;
      selectors.push_back(shifted(inner->selector, first, at));
    } else {
      return conditional(l, expr);
    }
  }
  l.append(std::move(effects));
  choice.selector = ir::select(std::move(chosen), selectors[0], selectors[1], at);
  return choice;
}

ir::ExprRef loadedChoice(Lowering& l, const Choice& choice, SourceLocation where) {
  const Location at = toLocation(where);
  if (!choice.places[0].type->isScalar())
    return copiedChoice(l, choice, where);
  return ofChosen(choice, choice.selector, at, [&](const ir::Place& place) { return ir::load(place, at); });
}

ir::ExprRef sizeOfChoice(Lowering& l, const Choice& choice, SourceLocation where) {
  return ofChosen(choice, choice.selector, toLocation(where), [&](const ir::Place& place) { return sizeOf(l, place, where); });
}

} // namespace treelize::front
