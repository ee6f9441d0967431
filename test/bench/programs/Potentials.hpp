// What the programs of Nested.hpp take gradients of.
#pragma once

#include <treelize/annotations.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace nested {

using Point = std::array<double, 2>;

/// Of charges in a plane, each somewhat spread.
TREELIZE(kernel, wrt = (x))
inline double potential(const Point& x, const std::vector<Point>& charges) {
  double sum = 0;
  for (const Point& c : charges) {
    const double dx = x[0] - c[0], dy = x[1] - c[1];
    sum += 1 / std::sqrt(dx * dx + dy * dy + 0.1);
  }
  return sum;
}

/// What the first player loses and the second one wins: a saddle in each direction.
TREELIZE(kernel, wrt = (x, y))
inline double payoff(const std::vector<double>& x, const std::vector<double>& y,
                     const std::vector<double>& coupling) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * x[i] / 2 + coupling[i] * x[i] * y[i] - y[i] * y[i] / 2 -
           y[i] * y[i] * y[i] * y[i] / 4 + 0.3 * (x[i] + y[i]);
  return sum;
}

} // namespace nested
