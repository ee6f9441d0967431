#include "grad/rules/Guards.h"

#include "grad/rules/Value.h"
#include "ir/Builder.h"

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

static constexpr const char* significance = "treelize::is_significant($0)";

ExprRef isSignificant(const Place& derivative) {
  return opaque(significance, {load(derivative)}, boolType());
}

const Expr* askedForSignificance(const Expr& condition) {
  const auto* question = std::get_if<Opaque>(&condition.node);
  return question && question->text == significance ? question->args[0].get() : nullptr;
}

const Place* askedSeed(const Expr& condition) {
  const auto* test = std::get_if<Apply>(&condition.node);
  const bool asksForZero = test && test->op == Op::ne_ && numberOf(test->args[1]) == 0.0;
  const auto* seed = asksForZero ? std::get_if<Load>(&test->args[0]->node) : nullptr;
  return seed ? &seed->place : nullptr;
}

} // namespace treelize::grad
