#include "analysis/KnownNumbers.h"

#include "analysis/Lengths.h"
#include "analysis/LocalArrays.h"
#include "ir/Literals.h"
#include "ir/NumberValues.h"
#include "ir/Walk.h"

namespace treelize::analysis {

using namespace ir;

std::string spelledName(VarId var) {
  return "#" + std::to_string(var.index) + "#";
}

KnownNumbers::KnownNumbers(const Kernel& kernel)
    : only_(kernel, kernel.body), resized_(resizesOf(kernel, kernel.body)) {
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (const auto* local = std::get_if<Declare>(&stmt.node);
        local && !only_.beginningOf(local->var))
      resized_.insert(Region{local->var, {}});
  });
}

/// What a variable is made of that gets no other value.
const Expr* KnownNumbers::onlyValue(const Place& place) const {
  const ExprRef value = only_.of(place); // which the declaration keeps alive
  return value && value->type->is(TypeKind::Integer) ? value.get() : nullptr;
}

const Expr& KnownNumbers::origin(const Expr& expr) const {
  const Expr& e = withoutCasts(expr);
  const auto* load = std::get_if<Load>(&e.node);
  const Expr* value = load ? onlyValue(load->place) : nullptr;
  return value ? origin(*value) : e;
}

std::optional<std::int64_t> KnownNumbers::of(const Expr& expr) const {
  const std::optional<std::int64_t> number = unchecked(expr);
  return number && hasValue(*expr.type, *number) ? number : std::nullopt;
}

/// Without a look at what a conversion or an operator makes of what the type cannot hold.
std::optional<std::int64_t> KnownNumbers::unchecked(const Expr& expr) const {
  const Expr& e = withoutCasts(expr);
  if (const auto* literal = std::get_if<Literal>(&e.node)) {
    const std::optional<bool> truth = literalTruth(e);
    return truth ? std::optional<std::int64_t>(*truth) : literal->number;
  }
  if (const auto* load = std::get_if<Load>(&e.node)) {
    if (const auto known = values_.find(load->place.base);
        known != values_.end() && load->place.path.empty())
      return known->second;
    const Expr* value = onlyValue(load->place);
    return value ? of(*value) : std::nullopt;
  }
  if (const auto* cast = std::get_if<Cast>(&e.node)) { // from or to a truth
    const std::optional<std::int64_t> number = of(*cast->arg);
    return number && e.type->is(TypeKind::Bool)  ? std::optional<std::int64_t>(*number != 0)
           : cast->arg->type->is(TypeKind::Bool) ? number
                                                 : std::nullopt;
  }
  const auto* apply = std::get_if<Apply>(&e.node);
  if (!apply || apply->args.empty() || apply->args.size() > 2)
    return std::nullopt;
  const std::optional<std::int64_t> a = of(*apply->args[0]);
  if (apply->args.size() == 1)
    return a && apply->op == Op::lnot_ ? std::optional<std::int64_t>(!*a) : std::nullopt;
  const std::optional<std::int64_t> b = of(*apply->args[1]);
  if (!a || !b || !isSmall(*a) || !isSmall(*b))
    return std::nullopt;
  return calculated(apply->op, *a, *b);
}

/// A variable, or a member of one, that nothing changes but where it begins.
std::optional<std::string> KnownNumbers::lasting(const Place& place, bool isChanged) const {
  if (isChanged && !counters_.contains(place.base))
    return std::nullopt;
  std::string name = spelledName(place.base);
  for (const Selector& selector : place.path) {
    if (!selector.isField())
      return std::nullopt;
    name += "." + selector.field;
  }
  return name;
}

std::optional<KnownNumbers::Sum> KnownNumbers::sum(const Expr& expr) const {
  if (const std::optional<std::int64_t> number = of(expr))
    return isSmall(*number) ? std::optional(Sum{"", *number}) : std::nullopt;
  if (!expr.type->is(TypeKind::Integer))
    return std::nullopt;
  const Expr& e = withoutCasts(expr);
  if (const auto* load = std::get_if<Load>(&e.node)) {
    if (const Expr* value = onlyValue(load->place))
      if (const std::optional<Sum> known = sum(*value))
        return known;
    const std::optional<std::string> name =
        lasting(load->place, only_.isAssigned(load->place.base));
    return name ? std::optional(Sum{*name}) : std::nullopt;
  }
  if (const auto* length = std::get_if<Size>(&e.node); length && length->extent == Extent::all) {
    const std::optional<std::string> name =
        lasting(length->container, resized_.overlaps(length->container));
    return name ? std::optional(Sum{"size(" + *name + ")"}) : std::nullopt;
  }
  const auto* apply = std::get_if<Apply>(&e.node);
  if (!apply || apply->args.size() != 2)
    return std::nullopt;
  const std::optional<Sum> a = sum(*apply->args[0]), b = sum(*apply->args[1]);
  return a && b ? joined(apply->op, *a, *b) : std::nullopt;
}

std::optional<KnownNumbers::Sum> KnownNumbers::joined(Op op, const Sum& a, const Sum& b) {
  if (op == Op::mul)
    return Sum{"(" + text(a) + "*" + text(b) + ")"};
  if (op == Op::add) {
    const char* between = a.base.empty() || b.base.empty() ? "" : "&";
    return Sum{a.base + between + b.base, a.offset + b.offset};
  }
  return op == Op::sub && b.base.empty() ? std::optional(Sum{a.base, a.offset - b.offset})
                                         : std::nullopt;
}

std::string KnownNumbers::text(const Sum& sum) {
  if (sum.base.empty())
    return std::to_string(sum.offset);
  if (sum.offset == 0)
    return sum.base;
  return sum.base + (sum.offset > 0 ? "+" : "") + std::to_string(sum.offset);
}

std::optional<std::string> KnownNumbers::spelled(const Expr& expr) const {
  const std::optional<Sum> known = sum(expr);
  return known ? std::optional(text(*known)) : std::nullopt;
}

} // namespace treelize::analysis
