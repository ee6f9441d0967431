// The determinant by expansion of minors: a recursion over linked rows and columns.
#pragma once

#include <treelize/annotations.hpp>

#include "gradbench/evals/det.hpp"

namespace gradbench {

TREELIZE(kernel)
inline double determinant(size_t size, const double* matrix) {
  double result;
  det::primal(size, matrix, &result);
  return result;
}

} // namespace gradbench
