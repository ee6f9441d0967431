// Programs with gradients inside: a charged particle, and a saddle point by gradient descent
// within gradient descent.
#pragma once

#include "Replies.treelize.hpp"

namespace nested {

/// How far from the origin a particle ends that is pushed along the slope of a potential.
TREELIZE(kernel, wrt = (start, charges))
inline double particle(const Point& start, const std::vector<Point>& charges, double h, int steps) {
  Point x = start, v{0.5, 0};
  for (int t = 0; t < steps; ++t) {
    const auto slope = kernels::potential.grad(x, charges);
    for (int i = 0; i < 2; ++i) {
      v[i] -= h * slope.x[i];
      x[i] += h * v[i];
    }
  }
  return x[0] * x[0] + x[1] * x[1];
}

/// The first player's best choice against the best replies, and what it loses there.
TREELIZE(kernel, wrt = (start, coupling))
inline double saddle(const std::vector<double>& start, const std::vector<double>& coupling,
                     double rate, int steps) {
  std::vector<double> x = start;
  for (int t = 0; t < steps; ++t) {
    const auto slope = kernels::afterReply.grad(x, coupling, rate, steps);
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] -= rate * slope.x[i];
  }
  return kernels::afterReply(x, coupling, rate, steps);
}

} // namespace nested
