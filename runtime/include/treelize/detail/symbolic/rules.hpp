// The operations on expressions, by which the types sym_int, sym_float and sym_bool calculate: each
// gives the canonical form. Operands are of the type that the operation's name or place says; every
// rewriting holds for all integers within the operands' bounds for which the operation is defined.
// All throw overflow_error where a constant would not fit 64 bits.
#pragma once

#include "treelize/detail/symbolic/node.hpp"

#include <optional>
#include <span>
#include <string_view>

namespace treelize::symbolic {

/// A row of operators.def.
enum class real_row : std::uint8_t {
#define TREELIZE_OPERATOR(name, ...) name,
#include "treelize/detail/operators.def"
};

} // namespace treelize::symbolic

namespace treelize::symbolic::rules {

inline const expr& identity(const expr& a) {
  return a;
}

expr integer(std::int64_t value);
expr real(double value); ///< Throws domain_error for a NaN.
expr boolean(bool value);
/// Throws symbolic_error for an empty name or empty bounds.
expr symbol(type of, std::string_view name, bounds range);

// Integers.
expr add(const expr& a, const expr& b);
expr subtract(const expr& a, const expr& b);
expr negate(const expr& a);
expr multiply(const expr& a, const expr& b);
/// The operands times their factors, and a constant.
expr weighted_sum(std::span<const expr> operands, std::span<const std::int64_t> factors,
                  std::int64_t constant);
/// Throws domain_error for an exponent that is negative for certain.
expr power(const expr& base, const expr& exponent);
/// These throw zero_division_error for a divisor that is zero for certain.
expr floor_div(const expr& a, const expr& b);
expr floor_mod(const expr& a, const expr& b);
expr ceil_div(const expr& a, const expr& b);
/// The remainder of natural numbers: throws domain_error for constants of which one is negative.
expr natural_mod(const expr& a, const expr& b);
expr true_div(const expr& a, const expr& b);
expr minimum(const expr& a, const expr& b);
expr maximum(const expr& a, const expr& b);
expr extremum(kind which, std::span<const expr> operands);
expr absolute(const expr& a);
expr bit_and(const expr& a, const expr& b);
expr bit_or(const expr& a, const expr& b);
expr bit_xor(const expr& a, const expr& b);
expr shift_left(const expr& a, const expr& b);
expr shift_right(const expr& a, const expr& b);

// From integers and booleans to reals and back.
expr to_real(const expr& a);
/// `how` is one of round_down ... round_to_even.
expr rounded(kind how, const expr& a);
expr floor(const expr& a);
expr ceil(const expr& a);
expr trunc(const expr& a);
expr round(const expr& a);

// Reals: calculated as written, in doubles; only what is exact is rewritten.
expr real_operator(real_row row, std::span<const expr> operands);
expr real_absolute(const expr& a);
expr real_floor_div(const expr& a, const expr& b);
expr real_mod(const expr& a, const expr& b);
expr is_integer(const expr& a);

// Comparisons, of integers, reals or booleans.
expr equals(const expr& a, const expr& b);
expr differs(const expr& a, const expr& b);
expr less(const expr& a, const expr& b);
expr at_most(const expr& a, const expr& b);
expr greater(const expr& a, const expr& b);
expr at_least(const expr& a, const expr& b);

// Booleans.
expr negation(const expr& a);
expr conjunction(const expr& a, const expr& b);
expr disjunction(const expr& a, const expr& b);
expr junction(kind which, std::span<const expr> operands);
expr exclusive_or(const expr& a, const expr& b);
/// Of any one type.
expr choice(const expr& condition, const expr& yes, const expr& no);

/// The node's operation on other operands of the same types.
expr rebuild(const node& n, std::span<const expr> operands);

} // namespace treelize::symbolic::rules
