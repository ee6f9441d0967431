// The squared distances from the nearest centroids.
#pragma once

#include <treelize/annotations.hpp>

#include "gradbench/evals/kmeans.hpp"

namespace gradbench {

TREELIZE(kernel)
inline double cost(int n, int k, int d, TREELIZE(nondiff) const double* points, const double* centroids) {
  double result;
  kmeans::objective(n, k, d, points, centroids, &result);
  return result;
}

} // namespace gradbench
