// The adjoint of a call: the function's own reverse, or the user's. It takes the arguments, the
// seed and the shadows of the parameters; a function without a rule of the user's also takes from
// the tape what its forward sweep left there.
#include "grad/rules/Calls.h"
#include "grad/rules/StatementAdjoint.h"
#include "ir/Builder.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

void StatementAdjoints::ofCall(const Call& s, StatementAdjoint& out) {
  const Function& function = functions.primal(s.function);
  const ActiveParameters active = activeParameters(kernel, s, function, activity);
  const bool writes = std::ranges::any_of(s.arguments, &Argument::isWritten);
  const bool isAsked = !function.hasRule() || writesActive(s) ||
                       (s.result && activity.isActive(kernel, place(kernel, *s.result)));
  const bool hasReverse = isAsked && (writes || std::ranges::count(active, true) > 0);
  out.forward = s;
  if (function.hasRule()) {
    out.forward->function = function.primal;
    for (const Argument& argument : s.arguments)
      if (argument.isWritten)
        out.saved.push_back(*argument.place);
  } else {
    out.forward->function = hasReverse ? functions.ask(function, DerivedKind::Forward, active)
                                       : primalName(function, functions);
    out.forward->usesTape = hasReverse;
  }
  if (!hasReverse)
    return;
  if (function.hasRule() && function.adjoint.empty())
    return ofRuleByTangent(s, function, active, out);

  Call reverse;
  reverse.function =
      function.hasRule() ? function.adjoint : functions.ask(function, DerivedKind::Reverse, active);
  reverse.usesTape = !function.hasRule();
  for (std::size_t i = 0; i < s.arguments.size(); ++i)
    if (function.hasRule() || !isOwnPassive((*function.as)[function.as->parameters[i]]))
      reverse.arguments.push_back(s.arguments[i]);
  if (returnsDerivative(function)) {
    const Place result = place(kernel, *s.result);
    const ExprRef none =
        result.type->isScalar() ? real(0.0, result.type) : construct(result.type, {});
    Argument seed;
    seed.type = result.type;
    seed.value = activity.isActive(kernel, result) ? load(shadows.of(result)) : none;
    reverse.arguments.push_back(std::move(seed));
  }
  Block after;
  for (std::size_t i = 0; i < active.size(); ++i)
    if (active[i] || (function.hasRule() && isDifferentiated(function, i)))
      reverse.arguments.push_back(shadowOf(s.arguments[i], active[i], out.code, after));
  out.code.push_back(Stmt{{}, std::move(reverse)});
  std::ranges::move(after, std::back_inserter(out.code));
}

/// Does it write what has an adjoint?
bool StatementAdjoints::writesActive(const Call& s) const {
  return std::ranges::any_of(s.arguments, [&](const Argument& argument) {
    return argument.isWritten && activity.isActive(kernel, *argument.place);
  });
}

/// Numbers have one partial each, which the tangent in that direction gives.
void StatementAdjoints::ofRuleByTangent(const Call& s, const Function& function,
                                        const ActiveParameters& active, StatementAdjoint& out) {
  const Place result = place(kernel, *s.result);
  if (!activity.isActive(kernel, result))
    return;
  for (std::size_t i = 0; i < active.size(); ++i) {
    if (!active[i])
      continue;
    Call tangent = s;
    tangent.function = function.tangent;
    for (std::size_t j = 0; j < active.size(); ++j)
      if (isDifferentiated(function, j)) {
        Argument direction = s.arguments[j];
        direction.value = real(i == j ? 1.0 : 0.0, direction.type);
        tangent.arguments.push_back(std::move(direction));
      }
    tangent.result = temporary("unused", result.type);
    tangent.derivative = temporary("partial", result.type);
    const Value partial = load(kernel, *tangent.derivative);
    out.code.push_back(declare(*tangent.result, nullptr));
    out.code.push_back(declare(*tangent.derivative, nullptr));
    out.code.push_back(Stmt{{}, std::move(tangent)});
    const Value seed = load(shadows.of(result));
    propagate(s.arguments[i].value, guardedProduct(seed, partial, result.type, out.code), out.code);
  }
}

/// Where the derivative for an argument is added. An expression's goes to a local first and from
/// there to its operands.
Argument StatementAdjoints::shadowOf(const Argument& argument, bool isActive, Block& before,
                                     Block& after) {
  Argument shadow = argument;
  shadow.type = shadowType(argument.type);
  shadow.value = nullptr;
  shadow.isWritten = true;
  if (isActive && argument.place) {
    shadow.place = shadows.of(*argument.place);
    return shadow;
  }
  const auto* load = argument.value ? std::get_if<Load>(&argument.value->node) : nullptr;
  if (isActive && load) {
    shadow.place = shadows.of(load->place);
    return shadow;
  }
  const VarId local = temporary(isActive ? "argument_b" : "unused_b", argument.type);
  shadow.place = place(kernel, local);
  if (argument.type->isScalar())
    before.push_back(declare(local, real(0.0, argument.type)));
  else
    before.push_back(
        declare(local, argument.place ? zerosLike(*argument.place) : construct(argument.type, {})));
  isSeedSteep = true; // nobody knows what comes out of a function
  if (isActive && argument.type->isScalar())
    propagate(argument.value, ir::load(*shadow.place), after);
  else if (isActive)
    propagateWhole(*argument.value, *shadow.place, after);
  return shadow;
}

} // namespace treelize::grad
