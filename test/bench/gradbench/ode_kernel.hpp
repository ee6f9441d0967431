// Runge-Kutta's method of the fourth order; the last component of the result is differentiated.
#pragma once

#include <treelize/annotations.hpp>

#include "gradbench/evals/ode.hpp"

namespace gradbench {

TREELIZE(kernel)
inline void integrate(size_t n, const double* x, size_t steps, double* y) {
  ode::primal(n, x, steps, y);
}

} // namespace gradbench
