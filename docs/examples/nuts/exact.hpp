// The same posterior without sampling: once the spread is known, all else is normally distributed,
// so that what remains is one integral over the spread.
#pragma once

#include "schools.hpp"

#include <array>

namespace schools {

struct Means {
  double mean = 0, spread = 0;
  std::array<double, count> effect{};
};

// Of the spread's logarithm; its integral is not 1.
double density(double logSpread);

Means exactMeans();

} // namespace schools
