// What a node's operation gives for numbers: to fold constants, and to evaluate.
#pragma once

#include "intern.hpp"

#include "treelize/detail/symbolic/arithmetic.hpp"
#include "treelize/detail/symbolic/rules.hpp"

#include <span>

namespace treelize::symbolic {

/// Of the type that its node has: a boolean is 0 or 1 in `integer`.
struct value {
  std::int64_t integer = 0;
  double real = 0;
};

inline value of_integer(std::int64_t v) {
  return {.integer = v};
}
inline value of_real(double v) {
  return {.real = v};
}

/// The value of an operation; symbols have none. Throws what rules.hpp says, and domain_error where
/// finite reals have no finite result.
value calculate(const draft& d, std::span<const value> operands);

std::string_view name_of(real_row row);

value value_of(const node& constant);
expr constant(type of, const value& v);

/// The draft's node, or its value where all operands are constants.
expr fold_or_intern(const draft& d);

} // namespace treelize::symbolic
