// The loss of a recurrent net with long short-term memory.
#pragma once

#include <treelize/annotations.hpp>

#include "gradbench/evals/lstm.hpp"

namespace gradbench {

TREELIZE(kernel)
inline double loss(int l, int c, int b, const double* weights, const double* extra,
                   TREELIZE(nondiff) const double* state, TREELIZE(nondiff) const double* sequence) {
  double result;
  lstm::objective(l, c, b, weights, extra, state, sequence, &result);
  return result;
}

} // namespace gradbench
