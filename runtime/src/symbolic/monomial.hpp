// Integers as products: a coefficient and bases to natural powers, in order.
#pragma once

#include "linear.hpp"

#include <optional>
#include <vector>

namespace treelize::symbolic {

struct monomial {
  std::int64_t coefficient = 1;
  short_vector<const node*, 4> bases;
  short_vector<std::int64_t, 4> exponents;
  std::vector<expr> kept; ///< bases that no operand holds

  void push_back(const node* base, std::int64_t exponent) {
    bases.push_back(base);
    exponents.push_back(exponent);
  }
};

/// Any integer expression as a product. A sum gives up the common factors of its parts.
monomial as_monomial(const node& n);
expr from_monomial(const monomial& m);
monomial product(const monomial& a, const monomial& b);

/// a / b where b divides a as a product, with an integer quotient for all values.
std::optional<expr> exact_quotient(const monomial& a, const monomial& b);
/// What both products have in common, with a positive coefficient.
monomial common_part(const monomial& a, const monomial& b);

} // namespace treelize::symbolic
