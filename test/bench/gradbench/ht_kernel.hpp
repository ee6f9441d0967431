// A hand's skin fitted to points: a Jacobian with three rows per point and 26 or 28 columns.
#pragma once

#include <treelize/annotations.hpp>

#include "gradbench/evals/ht.hpp"

namespace gradbench {

TREELIZE(kernel)
inline void simple(const double* theta, TREELIZE(nondiff) const ht::DataLightMatrix& data, double* error) {
  ht::objective(theta, &data, error);
}

TREELIZE(kernel)
inline void complicated(const double* theta, const double* us, TREELIZE(nondiff) const ht::DataLightMatrix& data,
                        double* error) {
  ht::objective(theta, us, &data, error);
}

} // namespace gradbench
