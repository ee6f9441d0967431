// Kernels whose gradients exec/calls/gradients-inside.cpp takes within a kernel.
#pragma once
#include <array>
#include <cmath>
#include <treelize/annotations.hpp>
#include <vector>

namespace lib {

TREELIZE(kernel, wrt = (x)) inline double potential(const std::array<double, 2>& x, double w) {
  const double charges[2][2] = {{10, 10 - w}, {10, 0}};
  double sum = 0;
  for (const auto& c : charges)
    sum += 1 / std::hypot(x[0] - c[0], x[1] - c[1]);
  return sum;
}

TREELIZE(kernel) inline double energy(const std::vector<double>& x, double k) {
  double sum = 0;
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    sum += k * (x[i + 1] - x[i]) * (x[i + 1] - x[i]);
  return sum;
}

} // namespace lib
