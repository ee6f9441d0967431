// The value of a formula for given values of its symbols, and formulas for symbols.
//
//   evaluate(8 * n * (m + 1), {{n, 3}, {m, 4}})   is 120
//   substitute(8 * n * (m + 1), {{n, m}})         is 8 * m * (m + 1)
//   expand(n * (m + 1) - n * m)                   is n
#pragma once

#include "treelize/detail/symbolic/numbers.hpp"

#include <initializer_list>
#include <span>
#include <vector>

namespace treelize {

/// What a symbol stands for: a plain number, or a formula. Throws symbolic_error if the first is no
/// symbol, and binding_error for a number outside of its bounds.
struct symbol_binding {
  symbolic::expr symbol;
  symbolic::expr value;

  symbol_binding(const sym_int& name, const sym_int& meaning)
      : symbol_binding(name.expression(), meaning.expression()) {}
  symbol_binding(const sym_float& name, const sym_float& meaning)
      : symbol_binding(name.expression(), meaning.expression()) {}
  symbol_binding(const sym_bool& name, const sym_bool& meaning)
      : symbol_binding(name.expression(), meaning.expression()) {}

private:
  symbol_binding(symbolic::expr symbol, symbolic::expr value);
};

} // namespace treelize

namespace treelize::symbolic {

/// The expression with symbols replaced.
expr substitute(const expr& entry, std::span<const symbol_binding> bindings);
/// A constant.
expr evaluate(const expr& entry, std::span<const symbol_binding> bindings);
/// The expression with products of sums multiplied out.
expr expand(const expr& entry);
/// The symbols of an expression, by name.
std::vector<expr> symbols_of(const expr& entry);

/// The formula with symbols replaced, all at once. Throws what its operations throw.
template <sym_number Type>
Type substitute(const Type& formula, std::span<const symbol_binding> bindings) {
  return Type(substitute(formula.expression(), bindings));
}
/// The same, `substitute(f, {{n, 3}})`.
template <sym_number Type>
Type substitute(const Type& formula, std::initializer_list<symbol_binding> bindings) {
  return substitute(formula, std::span(bindings.begin(), bindings.size()));
}

/// The formula with products of sums multiplied out, as far as they do not become thousands of
/// terms.
template <sym_number Type>
Type expand(const Type& formula) {
  return Type(expand(formula.expression()));
}

/// The formula's value as a plain number. Throws binding_error for a symbol without a number,
/// zero_division_error, overflow_error and domain_error where it has none. Of a choice only the
/// branch that is taken counts.
template <sym_number Type>
auto evaluate(const Type& formula, std::span<const symbol_binding> bindings) {
  return *Type(evaluate(formula.expression(), bindings)).constant();
}
/// The same, `evaluate(f, {{n, 3}})`.
template <sym_number Type>
auto evaluate(const Type& formula, std::initializer_list<symbol_binding> bindings) {
  return evaluate(formula, std::span(bindings.begin(), bindings.size()));
}

} // namespace treelize::symbolic

namespace treelize {
using symbolic::evaluate;
using symbolic::expand;
using symbolic::substitute;
} // namespace treelize
