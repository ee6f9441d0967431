#pragma once

#include <cmath>
#include <span>

namespace app {

struct [[treelize::node]] Spring {
  double stiffness, rest;
};

[[treelize::kernel]] inline double energy(const Spring& s, std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 1; i < x.size(); ++i)
    sum += s.stiffness * std::pow(x[i] - x[i - 1] - s.rest, 2);
  return sum;
}

} // namespace app
