// The temperature of an insulated plate: what was it at the beginning, if the end has been
// measured?
//
// Heat spreads, and forgets where it came from. The beginning is found by a search: a plate is
// heated in thought, its end compared with the measured one, and the gradient tells how to change
// the beginning. That gradient is the derivative of all the steps in time.
#pragma once

#include <treelize/annotations.hpp>

#include <cmath>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace heat {

inline constexpr int side = 48;  // cells of 1 cm along the plate, which is of copper:
inline constexpr int steps = 60; // of 0.18 s; and in each, to a neighbouring cell,
inline constexpr double share =
    0.2; // goes this share of the difference: 1.1 cm^2/s * 0.18 s / 1 cm^2

// Each cell takes its share of the differences from its neighbours; nothing passes the border.
inline void step(std::span<const double> before, std::span<double> after) {
  for (int row = 0; row < side; ++row)
    for (int column = 0; column < side; ++column) {
      const int cell = row * side + column;
      double difference = 0;
      if (column > 0)
        difference += before[cell - 1] - before[cell];
      if (column < side - 1)
        difference += before[cell + 1] - before[cell];
      if (row > 0)
        difference += before[cell - side] - before[cell];
      if (row < side - 1)
        difference += before[cell + side] - before[cell];
      after[cell] = before[cell] + share * difference;
    }
}

inline std::vector<double> spread(std::span<const double> beginning) {
  std::vector<double> now(beginning.begin(), beginning.end()), next(now.size());
  for (int n = 0; n < steps; ++n) {
    step(now, next);
    std::swap(now, next);
  }
  return now;
}

// Half the sum of squared misses.
[[treelize(kernel, wrt = (beginning))]]
inline double misfit(std::span<const double> beginning, std::span<const double> measured) {
  const std::vector<double> found = spread(beginning);
  double sum = 0;
  for (std::size_t i = 0; i < found.size(); ++i)
    sum += (found[i] - measured[i]) * (found[i] - measured[i]);
  return sum / 2;
}

// How much the temperature changes from cell to cell. Without it, the search would explain the
// errors of the measurement by a wild beginning. A sharp edge costs no more than a soft one.
[[treelize::kernel]] inline double variation(std::span<const double> temperature) {
  constexpr double smallest = 0.1; // K
  double sum = 0;
  for (int row = 0; row + 1 < side; ++row)
    for (int column = 0; column + 1 < side; ++column) {
      const int cell = row * side + column;
      const double right = temperature[cell + 1] - temperature[cell];
      const double up = temperature[cell + side] - temperature[cell];
      sum += std::sqrt(right * right + up * up + smallest * smallest);
    }
  return sum;
}

} // namespace heat
