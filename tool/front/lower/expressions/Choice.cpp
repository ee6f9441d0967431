// One of several places, of which the running program knows which.
#include "front/lower/expressions/Choice.h"

#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/objects/UnsetNumbers.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/statements/Statements.h"

#include <algorithm>
#include <iterator>

namespace treelize::front {

using namespace clang;

namespace {

/// The selector of places that come after others.
ir::ExprRef shifted(const ir::ExprRef& selector, std::int64_t by, Location at) {
  if (const auto* literal = std::get_if<ir::Literal>(&selector->node))
    return ir::integer(std::stol(literal->text) + by);
  if (const auto* select = std::get_if<ir::Select>(&selector->node))
    return ir::select(select->condition, shifted(select->ifTrue, by, at),
                      shifted(select->ifFalse, by, at), at);
  return ir::apply(ir::Op::add, {selector, ir::integer(by)}, ir::intType(), at);
}

/// c ? a : b of objects on a heap.
Value chosenOnHeap(Lowering& l, const ConditionalOperator* expr, const HeapGroup* heap) {
  const SourceLocation where = expr->getQuestionLoc();
  const ir::ExprRef chosen = l.frozen(condition(l, expr->getCond()));
  std::vector<ir::ExprRef> numbers;
  for (const Expr* side : {expr->getTrueExpr(), expr->getFalseExpr()}) {
    Value object;
    const bool hasEffects =
        !l.collect([&] { object = side->isGLValue() ? glvalue(l, side) : value(l, side); }).empty();
    if (hasEffects || !std::get<Object>(object).state->heap)
      l.notYet(where, "this choice between objects", "write an if statement");
    numbers.push_back(std::get<Object>(object).state->number);
  }
  return heapObject(l, heap, ir::select(chosen, numbers[0], numbers[1], toLocation(where)),
                    nullptr);
}

/// The selector of what is added; none where it is no place.
std::optional<ir::ExprRef> addPlaces(Choice& choice, const Value& value, Location at) {
  const auto first = static_cast<std::int64_t>(choice.places.size());
  const auto* pointer = std::get_if<HeapPointer>(&value);
  if (pointer)
    choice.heap = pointer->heap;
  if (const auto* place = pointer ? &pointer->number : std::get_if<ir::Place>(&value)) {
    choice.places.push_back(*place);
    return ir::integer(first);
  }
  const auto* inner = std::get_if<Choice>(&value);
  if (!inner)
    return std::nullopt;
  choice.places.insert(choice.places.end(), inner->places.begin(), inner->places.end());
  choice.heap = inner->heap;
  return shifted(inner->selector, first, at);
}

/// Part by part.
std::optional<Value> eitherObject(const ir::ExprRef& condition, const ObjectState& a,
                                  const ObjectState& b, Location at) {
  const auto isWhole = [](const ObjectState& state) {
    return state.heap || state.column || !state.lambdas.empty();
  };
  if (isWhole(a) || isWhole(b) || a.elements.size() != b.elements.size() ||
      a.members.size() != b.members.size())
    return std::nullopt;
  Object result{std::make_shared<ObjectState>()};
  result.state->slot = a.slot;
  for (std::size_t i = 0; i < a.elements.size(); ++i) {
    const std::optional<Value> part = either(condition, a.elements[i], b.elements[i], at);
    if (!part)
      return std::nullopt;
    result.state->elements.push_back(*part);
  }
  for (const auto& [field, member] : a.members) {
    const auto other = b.members.find(field);
    const std::optional<Value> part =
        other == b.members.end() ? std::nullopt : either(condition, member, other->second, at);
    if (!part)
      return std::nullopt;
    result.state->members[field] = *part;
  }
  return result;
}

/// What begins its life with the statement: a variable, or the result of a call.
std::optional<ir::VarId> begunBy(const ir::Stmt& stmt) {
  if (const auto* local = std::get_if<ir::Declare>(&stmt.node))
    return local->var;
  const auto* call = std::get_if<ir::Region>(&stmt.node);
  return call ? call->result : std::nullopt;
}

/// May what the block declares be named behind it?
bool canOutlive(const Lowering& l, const ir::Block& effects) {
  return std::ranges::all_of(effects, [&](const ir::Stmt& stmt) {
    const std::optional<ir::VarId> begun = begunBy(stmt);
    return !begun || (l.kernel[*begun].type->isScalar() && !l.kernel[*begun].byReference);
  });
}

/// The block, whose locals are declared before it.
ir::Block outliving(Lowering& l, ir::Block effects) {
  ir::Block rest;
  for (ir::Stmt& stmt : effects) {
    const Location at = stmt.location;
    const std::optional<ir::VarId> begun = begunBy(stmt);
    ir::ExprRef value;
    if (begun) {
      l.emit(ir::declare(*begun, nullptr, at));
      l.kernel[*begun].isConst = false;
    }
    if (const auto* local = std::get_if<ir::Declare>(&stmt.node)) {
      value = local->value;
    } else {
      if (begun) { // a call gives its result to a variable of its own
        auto& call = std::get<ir::Region>(stmt.node);
        call.result =
            l.addLocal(l.kernel[*begun].name, l.kernel[*begun].type, {.isStable = true}, at);
        value = l.loadOf(*call.result);
      }
      rest.push_back(std::move(stmt));
    }
    if (value)
      rest.push_back(ir::assign(l.placeOf(*begun), ir::AssignOp::Set, std::move(value), at));
  }
  return rest;
}

/// What is to be known of the place that the selector names.
ir::ExprRef ofChosen(const Choice& choice, const ir::ExprRef& selector, Location at,
                     const std::function<ir::ExprRef(const ir::Place&)>& known) {
  if (const auto* literal = std::get_if<ir::Literal>(&selector->node))
    return known(choice.places.at(std::stoul(literal->text)));
  if (const auto* select = std::get_if<ir::Select>(&selector->node))
    return ir::select(select->condition, ofChosen(choice, select->ifTrue, at, known),
                      ofChosen(choice, select->ifFalse, at, known), at);
  ir::ExprRef result = known(choice.places.back());
  for (std::size_t i = choice.places.size() - 1; i-- > 0;) {
    ir::ExprRef isThis = ir::apply(
        ir::Op::eq_, {selector, ir::integer(static_cast<std::int64_t>(i))}, ir::boolType(), at);
    result = ir::select(std::move(isThis), known(choice.places[i]), std::move(result), at);
  }
  return result;
}

/// A copy of the object that is chosen.
ir::ExprRef copiedChoice(Lowering& l, const Choice& choice, SourceLocation where) {
  const ir::TypeRef type = choice.places[0].type;
  const Location at = toLocation(where);
  if (holdsView(*type) || !type->defaultConstructible || type->isBuiltinArray)
    l.notYet(where, "a copy of one of several objects of '" + type->spelling + "'",
             "write an if statement");
  const ir::Place copy = l.placeOf(l.addLocal("chosen", type, {.isStable = true}, at));
  l.emit(ir::declare(copy.base, beginning(type, at), at));
  write(l, choice, where, [&](const ir::Place& place) {
    l.emit(ir::assign(copy, ir::AssignOp::Set, ir::load(place, at), at));
  });
  return ir::load(copy, at);
}

/// The choice between objects without a derivative: itself, not a copy of what is chosen.
ir::ExprRef asText(const ir::ExprRef& chosen) {
  const auto* select = std::get_if<ir::Select>(&chosen->node);
  return select ? ir::opaque("$0 ? $1 : $2",
                             {select->condition, asText(select->ifTrue), asText(select->ifFalse)},
                             chosen->type, chosen->location)
                : chosen;
}

/// Where its sides have no places of their own.
Value wholeChoice(Lowering& l, const ConditionalOperator* expr) {
  return expr->isGLValue() && isPassive(expr->getType()) ? passiveReference(l, expr)
                                                         : Value(conditional(l, expr));
}

} // namespace

Value ofEach(const Choice& choice, const std::function<Value(const ir::Place&)>& part) {
  Choice result{{}, choice.selector};
  for (const ir::Place& place : choice.places)
    result.places.push_back(std::get<ir::Place>(part(place)));
  return result;
}

std::optional<Value> either(const ir::ExprRef& condition, const Value& first, const Value& second,
                            Location at) {
  const auto* a = std::get_if<Object>(&first);
  const auto* b = std::get_if<Object>(&second);
  if (a && b)
    return eitherObject(condition, *a->state, *b->state, at);
  const auto* left = std::get_if<ir::ExprRef>(&first);
  const auto* right = std::get_if<ir::ExprRef>(&second);
  if (left && right && (*left)->type->isScalar())
    return ir::select(condition, *left, *right, at);
  Choice choice;
  const std::optional<ir::ExprRef> one = addPlaces(choice, first, at),
                                   other = one ? addPlaces(choice, second, at) : std::nullopt;
  if (!other)
    return std::nullopt;
  choice.selector = ir::select(condition, *one, *other, at);
  return choice;
}

Value chosenPlace(Lowering& l, const ConditionalOperator* expr) {
  const Location at = toLocation(expr->getQuestionLoc());
  if (const Expr* side = survivingSide(l, expr))
    return side->isGLValue() ? glvalue(l, side) : value(l, side);
  if (const HeapGroup* heap = heapOf(l, expr->getType()))
    return chosenOnHeap(l, expr, heap);
  if (!expr->isGLValue())
    return conditional(l, expr);
  ir::ExprRef chosen;
  Value first, second;
  ir::Block effects = l.collect([&] { chosen = condition(l, expr->getCond()); });
  ir::Block yes = l.collect([&] { first = glvalue(l, expr->getTrueExpr()); });
  ir::Block no = l.collect([&] { second = glvalue(l, expr->getFalseExpr()); });
  const bool isPlain = yes.empty() && no.empty();
  if (!isPlain && !(canOutlive(l, yes) && canOutlive(l, no)))
    return wholeChoice(l, expr);
  if (!isPlain || std::holds_alternative<Object>(
                      first)) { // it is asked several times, or before what may change it
    const ir::Block more = l.collect([&] { chosen = l.frozen(chosen); });
    std::ranges::copy(more, std::back_inserter(effects));
  }
  const std::optional<Value> result = either(chosen, first, second, at);
  if (!result)
    return wholeChoice(l, expr);
  l.append(std::move(effects));
  if (!isPlain)
    l.emit({at, ir::If{chosen, outliving(l, std::move(yes)), outliving(l, std::move(no))}});
  return *result;
}

ir::ExprRef loadedChoice(Lowering& l, const Choice& choice, SourceLocation where) {
  const Location at = toLocation(where);
  const bool hasNoNumbers = choice.places[0].type->is(ir::TypeKind::Opaque);
  if (!choice.places[0].type->isScalar() && !hasNoNumbers)
    return copiedChoice(l, choice, where);
  const ir::ExprRef chosen = ofChosen(choice, choice.selector, at,
                                      [&](const ir::Place& place) { return ir::load(place, at); });
  return hasNoNumbers ? asText(chosen) : chosen;
}

ir::ExprRef sizeOfChoice(Lowering& l, const Choice& choice, SourceLocation where) {
  return ofChosen(choice, choice.selector, toLocation(where),
                  [&](const ir::Place& place) { return sizeOf(l, place, where); });
}

} // namespace treelize::front
