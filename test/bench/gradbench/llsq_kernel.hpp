// The least squares of a polynomial.
#pragma once

#include <treelize/annotations.hpp>

#include "gradbench/evals/llsq.hpp"

namespace gradbench {

TREELIZE(kernel)
inline double squares(size_t n, size_t m, const double* x) {
  double result;
  llsq::primal<double>(n, m, x, &result);
  return result;
}

} // namespace gradbench
