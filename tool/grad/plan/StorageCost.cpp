#include "grad/plan/StorageCost.h"

#include "ir/Operators.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

namespace {

constexpr unsigned keptNumber = 25, keptChoice = 11;
constexpr unsigned operation = 2, division = 14, function = 120;

bool isReal(const Expr& e) {
  return e.type->is(TypeKind::Real);
}

unsigned costOfNode(const Expr& e) {
  if (std::holds_alternative<Select>(e.node))
    return operation;
  if (const auto* read = std::get_if<Load>(&e.node))
    return !read->place.path.empty() && isReal(e) ? operation : 0;
  const auto* apply = std::get_if<Apply>(&e.node);
  if (!apply)
    return 0;
  if (isCostly(apply->op))
    return function;
  if (apply->op == Op::div && isReal(e))
    return division;
  const bool isOnReals =
      std::ranges::any_of(apply->args, [](const ExprRef& operand) { return isReal(*operand); });
  return isOnReals ? operation : 0;
}

} // namespace

unsigned costOfKeeping(const Type& type) {
  return type.is(TypeKind::Bool) ? keptChoice : keptNumber;
}

std::optional<unsigned> costOfComputing(const Expr& value) {
  unsigned cost = 0;
  const bool isUnknown = any(value, [&](const Expr& e) {
    cost += costOfNode(e);
    return std::holds_alternative<Opaque>(e.node);
  });
  return isUnknown ? std::nullopt : std::optional(cost);
}

} // namespace treelize::grad
