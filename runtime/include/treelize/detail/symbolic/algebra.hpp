// The rewritings of reals that are exact for doubles, as properties of an operator: the column
// `symbolic` of operators.def names a row of `algebras`. What rounds gives an integer. Zeros of
// both signs count as one number.
#pragma once

#include "treelize/detail/symbolic/node.hpp"

#include <optional>
#include <string_view>

namespace treelize::symbolic {

struct algebra {
  std::string_view text; ///< for the reference page
  bool commutative = false;
  bool involution = false;                  ///< f(f(a)) = a
  bool projection = false;                  ///< f(f(a)) = f(a)
  bool idempotent = false;                  ///< f(a, a) = a
  std::optional<double> of_equals = {};     ///< f(a, a)
  std::optional<double> right_unit = {};    ///< f(a, unit) = a
  std::optional<double> at_right_zero = {}; ///< f(a, 0)
  std::optional<kind> rounding = {};        ///< to an integer, which the result then is
};

namespace algebras {
inline constexpr algebra Plain{.text = ""};
inline constexpr algebra Commutative{.text = "a ∘ b = b ∘ a", .commutative = true};
inline constexpr algebra Involution{.text = "f(f(a)) = a", .involution = true};
inline constexpr algebra Projection{.text = "f(f(a)) = f(a)", .projection = true};
inline constexpr algebra Lattice{
    .text = "a ∘ b = b ∘ a, a ∘ a = a", .commutative = true, .idempotent = true};
inline constexpr algebra Sum{
    .text = "a + b = b + a, a + 0 = a", .commutative = true, .right_unit = 0.0};
inline constexpr algebra Difference{
    .text = "a - 0 = a, a - a = 0", .of_equals = 0.0, .right_unit = 0.0};
inline constexpr algebra Product{
    .text = "a b = b a, 1 a = a", .commutative = true, .right_unit = 1.0};
inline constexpr algebra Quotient{
    .text = "a / 1 = a, a / a = 1", .of_equals = 1.0, .right_unit = 1.0};
inline constexpr algebra Power{
    .text = "a to 1 is a, a to 0 is 1", .right_unit = 1.0, .at_right_zero = 1.0};
inline constexpr algebra RoundsDown{.text = "a `sym_int`", .rounding = kind::round_down};
inline constexpr algebra RoundsUp{.text = "a `sym_int`", .rounding = kind::round_up};
inline constexpr algebra RoundsToZero{.text = "a `sym_int`", .rounding = kind::round_to_zero};
inline constexpr algebra RoundsToEven{.text = "a `sym_int`; ties to even",
                                      .rounding = kind::round_to_even};
} // namespace algebras

} // namespace treelize::symbolic
