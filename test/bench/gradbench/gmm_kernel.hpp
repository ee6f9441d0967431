// The logarithm of a mixture of Gaussians with a Wishart prior.
#pragma once

#include <treelize/annotations.hpp>

#include "gradbench/evals/gmm.hpp"

namespace gradbench {

TREELIZE(kernel)
inline double mixture(int d, int k, int n, const double* alpha, const double* mu, const double* q, const double* l,
                      TREELIZE(nondiff) const double* x, TREELIZE(nondiff) gmm::Wishart wishart) {
  double result;
  gmm::objective(d, k, n, alpha, mu, q, l, x, wishart, &result);
  return result;
}

} // namespace gradbench
