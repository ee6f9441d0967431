// Formulas as text: as people write them, and as C++ of plain numbers.
//
//   to_text(8 * n * (m + 1))     "8*n*(m + 1)"
//   to_cpp(floor_div(n + 1, 2))  "treelize::floor_div(n + 1, 2)", or "(n + 1) / 2" where n is not
//   negative
//
// The C++ calculates with std::int64_t, double and bool: it is right where no part of the formula
// overflows. A symbol's name stands for itself.
#pragma once

#include "treelize/detail/symbolic/numbers.hpp"

#include <ostream>
#include <string>

namespace treelize::symbolic {

/// Throws symbolic_error for a formula whose shared parts make its text too long to be of use.
std::string to_text(const expr& entry);
/// The same as C++.
std::string to_cpp(const expr& entry);

/// The formula as it is printed, with Python's operators: `n // 2` rounds down, `n**2` is a power.
template <sym_number Type>
std::string to_text(const Type& formula) {
  return to_text(formula.expression());
}
/// The formula as an expression of C++, with its symbols as variables.
template <sym_number Type>
std::string to_cpp(const Type& formula) {
  return to_cpp(formula.expression());
}
template <sym_number Type>
std::ostream& operator<<(std::ostream& out, const Type& formula) {
  return out << to_text(formula);
}

} // namespace treelize::symbolic

namespace treelize {
using symbolic::to_cpp;
using symbolic::to_text;
} // namespace treelize
