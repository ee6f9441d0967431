#include "front/lower/calls/FunctionPool.h"

#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::Op;

namespace {

constexpr std::int64_t kinds = 256; // of functions: what is above it in a number counts them

/// Is it there, and the same, whichever iteration of the loops at hand asks?
bool outlives(const Lowering& l, const ir::Place& place) {
  return place.base.index < l.variablesBeforeLoops && hasFixedIndices(place);
}

bool outlives(const Lowering& l, const ir::ExprRef& expr) {
  bool does = l.isStable(expr);
  ir::forEachRead(*expr, [&](const ir::Place& place) { does = does && outlives(l, place); });
  return does;
}

bool outlives(const Lowering& l, const Value& value) {
  if (const auto* place = std::get_if<ir::Place>(&value))
    return outlives(l, *place);
  if (const auto* expr = std::get_if<ir::ExprRef>(&value))
    return outlives(l, *expr);
  if (const auto* closure = std::get_if<Closure>(&value))
    return outlives(l, closure->state->self) &&
           std::ranges::all_of(closure->state->captures,
                               [&](const auto& capture) { return outlives(l, capture.second); });
  if (const auto* object = std::get_if<Object>(&value)) {
    const ObjectState& state = *object->state;
    return !state.column && !state.home && !state.heap && state.lambdas.empty() &&
           std::ranges::all_of(state.elements,
                               [&](const Value& element) { return outlives(l, element); }) &&
           std::ranges::all_of(state.members,
                               [&](const auto& part) { return outlives(l, part.second); });
  }
  return std::holds_alternative<std::monostate>(value) ||
         std::holds_alternative<KernelObject>(value);
}

std::vector<const ValueDecl*> copiesIn(const Closure& function) {
  std::vector<const ValueDecl*> copies;
  const CXXRecordDecl* lambda = function.state->type;
  if (lambda && lambda->isLambda())
    for (const LambdaCapture& capture : lambda->captures())
      if (capture.capturesVariable() && capture.getCaptureKind() == LCK_ByCopy)
        copies.push_back(cast<ValueDecl>(capture.getCapturedVar()));
  return copies;
}

/// A copy that is no constant, and no argument of the kernel that nobody changes.
bool isOwnCopy(const Lowering& l, const Value& copy) {
  const auto* place = std::get_if<ir::Place>(&copy);
  const auto* expr = std::get_if<ir::ExprRef>(&copy);
  const ir::ExprRef value = place ? ir::load(*place) : expr ? *expr : nullptr;
  if (!value || std::holds_alternative<ir::Literal>(value->node))
    return false;
  const auto* load = std::get_if<ir::Load>(&value->node);
  return !load || l.kernel[load->place.base].role == ir::Role::Local || !l.isStable(value) ||
         !hasFixedIndices(load->place);
}

/// An object with a call operator that is made in the loop.
bool isOwnObject(const Lowering& l, const Closure& function) {
  return !function.state->type && isOwnCopy(l, function.state->self);
}

/// True values in vectors of their own kind could not be referred to.
ir::TypeRef elementType(const ir::TypeRef& type) {
  return type->is(ir::TypeKind::Bool) ? ir::intType() : type;
}

ir::VarId vectorFor(Lowering& l, const std::string& name, const Value& copy, SourceLocation where) {
  const ir::TypeRef type = loaded(l, copy, where)->type;
  if (l.ownFrames > 0 || holdsView(*type) || type->is(ir::TypeKind::Opaque) ||
      !type->defaultConstructible || type->isBuiltinArray)
    l.notYet(where,
             "a std::function that is made in a loop from a lambda with a copy of '" + name + "'",
             "capture numbers, or plain structs and vectors of them");
  const ir::TypeRef vector = ir::vectorOf(elementType(type));
  const ir::VarId id = l.addLocal(name + "_copies", vector, {}, toLocation(where));
  l.globals.push_back(ir::declare(id, ir::construct(vector, {}), toLocation(where)));
  return id;
}

ir::ExprRef instanceOf(const ir::ExprRef& number) {
  return ir::apply(Op::div, {number, ir::integer(kinds)}, ir::intType());
}

} // namespace

bool isMadeAnew(Lowering& l, const Closure& function, SourceLocation where) {
  if (l.loopDepth == 0)
    return false;
  const std::vector<const ValueDecl*> copies = copiesIn(function);
  const auto isOwn = [&](const auto& capture) {
    return std::ranges::find(copies, capture.first) != copies.end() && isOwnCopy(l, capture.second);
  };
  const bool hasOwnSelf = isOwnObject(l, function);
  for (const auto& capture : function.state->captures)
    if (!isOwn(capture) && !outlives(l, capture.second))
      l.notYet(where,
               "a std::function that is made in a loop from a lambda that refers to '" +
                   capture.first->getNameAsString() + "'",
               "capture a copy of the numbers that it needs");
  if (!hasOwnSelf && !outlives(l, function.state->self))
    l.notYet(where, "a std::function that is made in a loop and refers to an object of the loop",
             "capture a copy of the numbers that it needs");
  return hasOwnSelf || std::ranges::any_of(function.state->captures, isOwn);
}

Pool makePool(Lowering& l, const Closure& function, SourceLocation where) {
  Pool pool;
  for (const ValueDecl* variable : copiesIn(function))
    if (const Value& copy = function.state->captures.at(variable); isOwnCopy(l, copy))
      pool.copies.emplace_back(variable, vectorFor(l, variable->getNameAsString(), copy, where));
  if (isOwnObject(l, function))
    pool.self = vectorFor(l, "functor", function.state->self, where);
  return pool;
}

ir::ExprRef addToPool(Lowering& l, const Pool& pool, const Closure& function, std::size_t kind,
                      SourceLocation where) {
  if (static_cast<std::int64_t>(kind) >= kinds)
    l.notYet(where, "so many functions for variables of one type", "make fewer of them");
  const Location at = toLocation(where);
  const ir::VarId counting = pool.self ? *pool.self : pool.copies.front().second;
  const ir::ExprRef count = ir::cast(ir::size(l.placeOf(counting)), ir::intType());
  const ir::ExprRef number =
      l.keep(ir::apply(Op::add,
                       {ir::integer(static_cast<std::int64_t>(kind)),
                        ir::apply(Op::mul, {ir::integer(kinds), count}, ir::intType())},
                       ir::intType(), at),
             "function");
  const auto add = [&](ir::VarId vector, const Value& copy) {
    const ir::TypeRef& element = l.kernel[vector].type->element;
    l.emit(ir::append(l.placeOf(vector), converted(loaded(l, copy, where), element), at));
  };
  for (const auto& [variable, vector] : pool.copies)
    add(vector, function.state->captures.at(variable));
  if (pool.self)
    add(*pool.self, function.state->self);
  return number;
}

ir::ExprRef isOfKind(const ir::ExprRef& number, std::size_t kind, Location at) {
  return ir::apply(Op::eq_,
                   {ir::apply(Op::mod_, {number, ir::integer(kinds)}, ir::intType()),
                    ir::integer(static_cast<std::int64_t>(kind))},
                   ir::boolType(), at);
}

Closure fromPool(Lowering& l, const Pool& pool, const Closure& function,
                 const ir::ExprRef& number) {
  auto state = std::make_shared<ClosureState>(*function.state);
  const ir::ExprRef instance = l.keep(instanceOf(number), "instance");
  for (const auto& [variable, vector] : pool.copies) {
    const ir::Place copy = ir::element(l.placeOf(vector), {instance});
    const bool isTruth = variable->getType().getNonReferenceType()->isBooleanType();
    state->captures[variable] = isTruth ? Value(ir::cast(ir::load(copy), ir::boolType())) : copy;
  }
  if (pool.self)
    state->self = ir::element(l.placeOf(*pool.self), {instance});
  return Closure{std::move(state)};
}

} // namespace treelize::front
