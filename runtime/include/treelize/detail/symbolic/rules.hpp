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

inline const expr& identity(const expr& left) {
  return left;
}

expr integer(std::int64_t value);
expr real(double value); ///< Throws domain_error for a NaN.
expr boolean(bool value);
/// Throws symbolic_error for an empty name or empty bounds.
expr symbol(type of, std::string_view name, bounds range);

// Integers.
expr add(const expr& left, const expr& right);
expr subtract(const expr& left, const expr& right);
expr negate(const expr& left);
expr multiply(const expr& left, const expr& right);
/// The operands times their factors, and a constant.
expr weighted_sum(std::span<const expr> operands, std::span<const std::int64_t> factors,
                  std::int64_t constant);
/// Throws domain_error for an exponent that is negative for certain.
expr power(const expr& base, const expr& exponent);
/// These throw zero_division_error for a divisor that is zero for certain.
expr floor_div(const expr& left, const expr& right);
expr floor_mod(const expr& left, const expr& right);
expr ceil_div(const expr& left, const expr& right);
/// The remainder of natural numbers: throws domain_error for constants of which one is negative.
expr natural_mod(const expr& left, const expr& right);
expr true_div(const expr& left, const expr& right);
expr minimum(const expr& left, const expr& right);
expr maximum(const expr& left, const expr& right);
expr extremum(kind which, std::span<const expr> operands);
expr absolute(const expr& left);
expr bit_and(const expr& left, const expr& right);
expr bit_or(const expr& left, const expr& right);
expr bit_xor(const expr& left, const expr& right);
expr shift_left(const expr& left, const expr& right);
expr shift_right(const expr& left, const expr& right);

// From integers and booleans to reals and back.
expr to_real(const expr& left);
/// `how` is one of round_down ... round_to_even.
expr rounded(kind how, const expr& left);
expr floor(const expr& left);
expr ceil(const expr& left);
expr trunc(const expr& left);
expr round(const expr& left);

// Reals: calculated as written, in doubles; only what is exact is rewritten.
expr real_operator(real_row row, std::span<const expr> operands);
expr real_absolute(const expr& left);
expr real_floor_div(const expr& left, const expr& right);
expr real_mod(const expr& left, const expr& right);
expr is_integer(const expr& left);

// Comparisons, of integers, reals or booleans.
expr equals(const expr& left, const expr& right);
expr differs(const expr& left, const expr& right);
expr less(const expr& left, const expr& right);
expr at_most(const expr& left, const expr& right);
expr greater(const expr& left, const expr& right);
expr at_least(const expr& left, const expr& right);

// Booleans.
expr negation(const expr& left);
expr conjunction(const expr& left, const expr& right);
expr disjunction(const expr& left, const expr& right);
expr junction(kind which, std::span<const expr> operands);
expr exclusive_or(const expr& left, const expr& right);
/// Of any one type.
expr choice(const expr& condition, const expr& yes, const expr& no);

/// The node's operation on other operands of the same types.
expr rebuild(const node& given, std::span<const expr> operands);

} // namespace treelize::symbolic::rules
