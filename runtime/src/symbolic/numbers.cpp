// What of the three types is not in the table: their plain numbers, and the conversions that
// decide.
#include "treelize/detail/symbolic/guards.hpp"
#include "treelize/detail/symbolic/text.hpp"

#include <vector>

namespace treelize::symbolic {
namespace {

template <class T>
guard_scope& scope_for(const T& formula) {
  if (guard_scope* scope = guard_scope::current())
    return *scope;
  throw undecided_error("'" + to_text(formula) +
                        "' is not decided by its bounds: give its symbols bounds, or decide it for "
                        "example values in a treelize::guard_scope");
}

/// The formula's value: a constant's own, else the example's, which becomes a guard.
template <class T>
auto specialize(const T& formula) {
  if (const auto known = formula.constant())
    return *known;
  guard_scope& scope = scope_for(formula);
  const auto value = scope.example(formula);
  scope.require(formula == T(value));
  return value;
}

} // namespace

std::optional<std::int64_t> sym_int::constant() const {
  return expr_->is(kind::constant) ? std::optional(expr_->value) : std::nullopt;
}

std::optional<double> sym_float::constant() const {
  return expr_->is(kind::constant) ? std::optional(expr_->real()) : std::nullopt;
}

std::optional<bool> sym_bool::constant() const {
  return expr_->is(kind::constant) ? std::optional(expr_->value != 0) : std::nullopt;
}

sym_bool::operator bool() const {
  if (const auto known = constant())
    return *known;
  if (const auto known = expand(*this).constant())
    return *known;
  guard_scope& scope = scope_for(*this);
  const bool holds = scope.example(*this);
  scope.require(holds ? *this : !*this);
  return holds;
}

sym_int::operator std::int64_t() const {
  return specialize(*this);
}
sym_int::operator double() const {
  return static_cast<double>(specialize(*this));
}
sym_int::operator bool() const {
  return static_cast<bool>(*this != 0);
}

sym_float::operator double() const {
  return specialize(*this);
}
sym_float::operator std::int64_t() const {
  return specialize(to_int(*this));
}
sym_float::operator bool() const {
  return static_cast<bool>(*this != 0.0);
}

sym_int sum(std::span<const sym_int> terms) {
  std::vector<expr> operands;
  operands.reserve(terms.size());
  for (const sym_int& term : terms)
    operands.push_back(term.expression());
  return sym_int(rules::weighted_sum(operands, std::vector<std::int64_t>(terms.size(), 1), 0));
}

std::variant<sym_int, sym_float> power(const sym_int& base, const sym_int& exponent) {
  if (exponent >= 0)
    return pow(base, exponent);
  return pow(to_float(base), to_float(exponent));
}

} // namespace treelize::symbolic
