// A polynomial, how well it fits a point, and a step of an optimiser, written for one number.
#pragma once

#include <treelize/annotations.hpp>

#include <vector>

namespace app {

struct TREELIZE(node) Polynomial {
  std::vector<double> factors;
  double offset = 0;
};

struct Point {
  double x, y;
};

TREELIZE(kernel, wrt = (p)) inline double misfit(const Polynomial& p, const Point& point) {
  double sum = p.offset, power = 1;
  for (const double factor : p.factors) {
    power *= point.x;
    sum += factor * power;
  }
  return (sum - point.y) * (sum - point.y);
}

TREELIZE(mode = strict) inline void momentum(double& parameter, double slope, double& mean, double rate) {
  mean = 0.5 * mean + slope;
  parameter -= rate * mean;
}

} // namespace app
