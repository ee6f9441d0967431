#include "analysis/Infinities.h"

#include "ir/Operators.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::analysis {

using namespace ir;

namespace {

bool isReal(const Expr& e) {
  return e.type->is(TypeKind::Real);
}

/// A division by a literal has one partial, and that is a number.
bool dividesByLiteral(const Apply& e) {
  return e.op == Op::div && std::holds_alternative<Literal>(e.args[1]->node);
}

/// Finite also for infinite operands.
bool isBounded(Op op) {
  return op == Op::tanh || op == Op::atan || op == Op::erf || op == Op::erfc;
}

/// Calls `fn` for the expressions that the number is made of, until it says so: what decides
/// between them is left out.
bool anyPart(const Expr& e, const std::function<bool(const Expr&)>& fn) {
  if (fn(e))
    return true;
  if (const auto* choice = std::get_if<Select>(&e.node))
    return anyPart(*choice->ifTrue, fn) || anyPart(*choice->ifFalse, fn);
  if (const auto* converted = std::get_if<Cast>(&e.node))
    return anyPart(*converted->arg, fn);
  const auto* apply = std::get_if<Apply>(&e.node);
  return apply && isReal(e) && !isBounded(apply->op) &&
         std::ranges::any_of(apply->args, [&](const ExprRef& a) { return anyPart(*a, fn); });
}

} // namespace

bool Infinities::mayBeInfinite(const Expr& value) const {
  return anyPart(value, [&](const Expr& e) {
    if (const auto* read = std::get_if<Load>(&e.node))
      return values.contains(read->place.base);
    const auto* apply = std::get_if<Apply>(&e.node);
    return apply && isReal(e) && info(apply->op).growth == Growth::Infinite &&
           !dividesByLiteral(*apply);
  });
}

bool Infinities::mayBeSteep(const Apply& e, std::size_t operand) const {
  switch (e.op) {
  case Op::neg:
  case Op::add:
  case Op::sub:
    return false;
  case Op::mul:
  case Op::fma:
    return operand < 2 && mayBeInfinite(*e.args[1 - operand]);
  default:
    return dividesByLiteral(e)                  ? false
           : info(e.op).growth != Growth::Finite ? true
                                                : std::ranges::any_of(e.args, [&](const ExprRef& a) {
                                                    return mayBeInfinite(*a);
                                                  });
  }
}

bool Infinities::mayBeSteep(const Expr& value) const {
  if (!activity.isActive(kernel, value))
    return false;
  if (const auto* read = std::get_if<Load>(&value.node))
    return slopes.contains(read->place.base);
  if (const auto* choice = std::get_if<Select>(&value.node))
    return mayBeSteep(*choice->ifTrue) || mayBeSteep(*choice->ifFalse);
  if (const auto* converted = std::get_if<Cast>(&value.node))
    return mayBeSteep(*converted->arg);
  const auto* e = std::get_if<Apply>(&value.node);
  bool found = false;
  for (std::size_t i = 0; e && i < e->args.size(); ++i)
    found = found || (activity.isActive(kernel, *e->args[i]) &&
                      (mayBeSteep(*e, i) || mayBeSteep(*e->args[i])));
  return found;
}

/// What a variable, or a part of one, is given. Nobody knows what a call gives.
template <class Each>
void Infinities::forEachGift(const Each& each) const {
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (const auto* local = std::get_if<Declare>(&stmt.node); local && local->value)
      each(local->var, local->value.get());
    else if (const auto* s = std::get_if<Assign>(&stmt.node))
      each(s->target.base, s->value.get());
    else if (const auto* s = std::get_if<Append>(&stmt.node); s && s->value)
      each(s->container.base, s->value.get());
    else if (std::holds_alternative<Call>(stmt.node))
      forEachWritten(kernel, stmt, [&](const Place& place) { each(place.base, nullptr); });
  });
}

Infinities::Infinities(const Kernel& kernel, const Activity& activity)
    : kernel(kernel), activity(activity) {
  for (bool grows = true; grows;) {
    grows = false;
    forEachGift([&](VarId var, const Expr* value) {
      if (!values.contains(var) && (!value || mayBeInfinite(*value)))
        grows |= values.insert(var).second;
      if (!slopes.contains(var) && (!value || mayBeSteep(*value)))
        grows |= slopes.insert(var).second;
    });
  }
}

} // namespace treelize::analysis
