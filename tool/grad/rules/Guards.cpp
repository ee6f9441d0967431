#include "grad/rules/Guards.h"

#include "grad/rules/Value.h"
#include "ir/Builder.h"
#include "ir/Intrinsics.h"

namespace treelize::grad {

using namespace ir;

ExprRef guarded(const Guarded& sum, const TypeRef& type) {
  return apply(Op::where_seeded_, {sum.seed, sum.value}, type);
}

std::optional<Guarded> guardedSum(const Expr& expr) {
  const auto* call = std::get_if<Apply>(&expr.node);
  return call && call->op == Op::where_seeded_ ? std::optional(Guarded{call->args[0], call->args[1]})
                                               : std::nullopt;
}

ExprRef isSignificant(const Place& derivative) {
  return intrinsic(Intrinsic::is_significant, {load(derivative)}, boolType());
}

const Expr* askedForSignificance(const Expr& condition) {
  const Opaque* question = asIntrinsic(condition, Intrinsic::is_significant);
  return question ? question->args[0].get() : nullptr;
}

const Place* askedSeed(const Expr& condition) {
  const auto* test = std::get_if<Apply>(&condition.node);
  const bool asksForZero = test && test->op == Op::ne_ && numberOf(test->args[1]) == 0.0;
  const auto* seed = asksForZero ? std::get_if<Load>(&test->args[0]->node) : nullptr;
  return seed ? &seed->place : nullptr;
}

} // namespace treelize::grad
