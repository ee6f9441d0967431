#include "grad/normalize/CounterBounds.h"

#include "ir/Builder.h"
#include "ir/Existence.h"
#include "ir/Intrinsics.h"
#include "ir/Literals.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Walk.h"

namespace treelize::grad {

using namespace ir;

namespace {

const Apply* applied(const ExprRef& e, Op op) {
  const auto* apply = std::get_if<Apply>(&e->node);
  return apply && apply->op == op ? apply : nullptr;
}

bool isOfType(const ExprRef& e, const Type& type) {
  return e->type->is(TypeKind::Integer) && isSameInCpp(*e->type, type);
}

class Solver {
public:
  Solver(const Kernel& kernel, const UpwardCounter& counter)
      : kernel(kernel), counter(counter), type(kernel[counter.var].type) {}

  std::optional<ExprRef> holds(const ExprRef& condition) const {
    if (const Apply* both = applied(condition, Op::land_))
      return least(holds(both->args[0]), holds(both->args[1]));
    if (const Apply* test = applied(condition, Op::lt_))
      return below(test->args[0], test->args[1]);
    if (const Apply* test = applied(condition, Op::gt_))
      return below(test->args[1], test->args[0]);
    if (const Apply* test = applied(condition, Op::le_))
      return upTo(test->args[0], test->args[1]);
    if (const Apply* test = applied(condition, Op::ge_))
      return upTo(test->args[1], test->args[0]);
    return std::nullopt;
  }

private:
  const Kernel& kernel;
  const UpwardCounter counter;
  const TypeRef type;

  bool isCounter(const ExprRef& e) const { return isLoadOf(*e, place(kernel, counter.var)); }

  bool readsCounter(const ExprRef& e) const {
    bool found = false;
    forEachRead(*e, [&](const Place& p) { found = found || p.base == counter.var; });
    return found;
  }

  /// The second one is asked for where the program need not ask: the first may have ended the loop.
  std::optional<ExprRef> least(std::optional<ExprRef> first, std::optional<ExprRef> second) const {
    if (!first || !second || !isAlwaysThere(kernel, **second) || mayTrap(**second))
      return std::nullopt;
    return intrinsic(Intrinsic::least, type->spelling, {*first, *second}, type);
  }

  static bool mayTrap(const Expr& expr) {
    return any(expr, [](const Expr& e) {
      const auto* apply = std::get_if<Apply>(&e.node);
      return apply && (apply->op == Op::div || apply->op == Op::mod_) &&
             literalOf(apply->args[1]).value_or(0) == 0;
    });
  }

  /// `sum <= bound`. The largest number of the type has none behind it, and does not end the loop.
  std::optional<ExprRef> upTo(const ExprRef& sum, const ExprRef& bound) const {
    return isOfType(bound, *type) && !counter.mayBeLeft ? below(sum, plus(bound, 1)) : std::nullopt;
  }

  /// `sum < bound`
  std::optional<ExprRef> below(const ExprRef& sum, const ExprRef& bound) const {
    if (!isOfType(sum, *type) || !isOfType(bound, *type) || readsCounter(bound))
      return std::nullopt;
    if (isCounter(sum))
      return bound;
    if (const Apply* add = applied(sum, Op::add))
      return readsCounter(add->args[0]) ? ahead(add->args[0], add->args[1], bound)
                                        : ahead(add->args[1], add->args[0], bound);
    if (const Apply* product = applied(sum, Op::mul))
      return literalOf(product->args[0]) ? below(product->args[1], bound, product->args[0])
                                         : below(product->args[0], bound, product->args[1]);
    return std::nullopt;
  }

  /// `sum + more < bound`. No unsigned difference is below zero.
  std::optional<ExprRef> ahead(const ExprRef& sum, const ExprRef& more,
                               const ExprRef& bound) const {
    const bool isNumber = literalOf(more).value_or(-1) >= 0;
    if (!isNumber && !isOfType(more, *type))
      return std::nullopt;
    const ExprRef by = isNumber ? integer(*literalOf(more), type) : more;
    const ExprRef difference = apply(Op::sub, {bound, by}, type);
    return below(sum, type->isSigned ? difference
                                     : select(apply(Op::gt_, {bound, by}, boolType()), difference,
                                              integer(0, type)));
  }

  /// `factor * sum < bound`
  std::optional<ExprRef> below(const ExprRef& sum, const ExprRef& bound,
                               const ExprRef& factor) const {
    const std::int64_t number = literalOf(factor).value_or(0);
    if (number <= 0 || (!type->isSigned && mayWrapUnsigned(type->bits, number)))
      return std::nullopt;
    const ExprRef steps = convert(intrinsic(Intrinsic::trip_count, type->spelling,
                                            {integer(0, type), bound, factor}, sizeType()),
                                  type);
    if (!type->isSigned || counter.isNonNegative)
      return below(sum, steps);
    const ExprRef isPositive = apply(Op::gt_, {bound, integer(0, type)}, boolType());
    return below(sum, select(isPositive, steps, apply(Op::div, {bound, factor}, type)));
  }
};

} // namespace

std::optional<ExprRef> upperBound(const Kernel& kernel, const ExprRef& condition,
                                  const UpwardCounter& counter) {
  return Solver(kernel, counter).holds(condition);
}

} // namespace treelize::grad
