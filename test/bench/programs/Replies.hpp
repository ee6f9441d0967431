// The inner half of the saddle point of Nested.hpp: a kernel that ascends along a gradient.
#pragma once

#include "Potentials.treelize.hpp"

namespace nested {

/// The payoff of the second player's best reply, found by steps along the gradient.
TREELIZE(kernel, wrt = (x))
inline double afterReply(const std::vector<double>& x, const std::vector<double>& coupling,
                         double rate, int steps) {
  std::vector<double> y(x.size(), 0.5);
  for (int k = 0; k < steps; ++k) {
    const auto slope = kernels::payoff.grad(x, y, coupling);
    for (std::size_t i = 0; i < y.size(); ++i)
      y[i] += rate * slope.y[i];
  }
  return kernels::payoff(x, y, coupling);
}

} // namespace nested
