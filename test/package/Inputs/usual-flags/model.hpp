#pragma once
#include <treelize/annotations.hpp>

#include <cmath>
#include <cstring>
#include <vector>

namespace app {

TREELIZE(kernel) inline double energy(const std::vector<double>& x, double stiffness) {
  double copy[2] = {0, 0};
  if (x.size() >= 2)
    std::memcpy(copy, x.data(), sizeof copy);
  double sum = stiffness * copy[0] * copy[1];
  for (double value : x)
    sum += std::sqrt(value) * stiffness;
  return sum;
}

} // namespace app
