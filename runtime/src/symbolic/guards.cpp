// Decisions, and the conversions to plain numbers that need one.
#include "treelize/symbolic/guards.hpp"

#include "treelize/symbolic/text.hpp"

#include <algorithm>
#include <utility>

namespace treelize {
namespace {

thread_local guard_scope* innermost = nullptr;

template <class T> guard_scope& scope_for(const T& formula) {
  if (guard_scope* scope = guard_scope::current())
    return *scope;
  throw undecided_error("'" + to_text(formula) +
                        "' is not decided by its bounds: give its symbols bounds, or decide it for "
                        "example values in a treelize::guard_scope");
}

/// The formula's value: a constant's own, else the example's, which becomes a guard.
template <class T> auto specialize(const T& formula) {
  if (const auto known = formula.constant())
    return *known;
  guard_scope& scope = scope_for(formula);
  const auto value = scope.example(formula);
  scope.require(formula == T(value));
  return value;
}

} // namespace

guard_scope::guard_scope(std::vector<binding> example)
    : example_(std::move(example)), outer_(std::exchange(innermost, this)) {}

guard_scope::~guard_scope() { innermost = outer_; }

guard_scope* guard_scope::current() { return innermost; }

void guard_scope::require(const sym_bool& condition) {
  if (condition.constant() == true)
    return;
  if (!example(condition))
    throw symbolic_error("'" + to_text(condition) + "' does not hold for the example values");
  const auto is_it = [&](const sym_bool& guard) { return same(guard, condition); };
  if (std::none_of(guards_.begin(), guards_.end(), is_it))
    guards_.push_back(condition);
}

namespace symbolic {

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
  guard_scope& scope = scope_for(*this);
  const bool holds = scope.example(*this);
  scope.require(holds ? *this : !*this);
  return holds;
}

sym_int::operator std::int64_t() const { return specialize(*this); }
sym_int::operator double() const { return static_cast<double>(specialize(*this)); }
sym_int::operator bool() const { return static_cast<bool>(*this != 0); }

sym_float::operator double() const { return specialize(*this); }
sym_float::operator std::int64_t() const { return specialize(to_int(*this)); }
sym_float::operator bool() const { return static_cast<bool>(*this != 0.0); }

std::variant<sym_int, sym_float> power(const sym_int& base, const sym_int& exponent) {
  if (exponent >= 0)
    return pow(base, exponent);
  return pow(to_float(base), to_float(exponent));
}

} // namespace symbolic
} // namespace treelize
