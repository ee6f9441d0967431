// The two residuals of one observation: a Jacobian of two rows.
#pragma once

#include <treelize/annotations.hpp>

#include "gradbench/evals/ba.hpp"

namespace gradbench {

TREELIZE(kernel)
inline void residual(const double* camera, const double* point, const double* weight,
                     TREELIZE(nondiff) const double* feature, double* error) {
  ba::computeReprojError(camera, point, weight, feature, error);
}

} // namespace gradbench
