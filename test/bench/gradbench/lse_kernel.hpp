// The logarithm of a sum of exponentials.
#pragma once

#include <treelize/annotations.hpp>

#include "gradbench/evals/lse.hpp"

namespace gradbench {

TREELIZE(kernel)
inline double logSum(size_t n, const double* x) {
  double result;
  lse::primal<double>(n, x, &result);
  return result;
}

} // namespace gradbench
