// The names of `for (auto [a, b] : range)` are parts of a copy: what is written to them stays with the iteration.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/copies.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <array>
#include <map>
#include <span>
#include <string>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>

namespace app {

struct Point {
  double p, q;
};
struct Layer {
  double bias;
  std::vector<double> w;
};
struct Named {
  double value;
  const double* at;
};

TREELIZE(kernel) inline double containers(std::span<const double> x) {
  std::vector<Point> v{{x[0], x[1]}, {x[2], x[0]}};
  std::array<std::pair<double, double>, 2> pairs{{{x[0], 2}, {x[3], x[1]}}};
  Point few[2] = {{x[1], x[2]}, {x[3], 1}};
  std::vector<std::array<double, 2>> rows{{x[0], x[1]}, {x[2], x[3]}};
  double s = 0;
  for (auto [a, b] : v) {
    a *= 2;
    s += a * b;
  }
  for (auto [a, b] : pairs) {
    std::swap(a, b);
    b += x[2];
    s += a * a * b;
  }
  for (auto [a, b] : few) {
    double& r = a;
    r += b;
    s += a * 3;
  }
  for (auto [a, b] : rows)
    s += (a *= b) + b;
  return s + v[0].p * pairs[0].first + few[0].p * few[1].q + rows[1][0];
}

/// Objects that hold vectors, pointers and texts; parameters that are const.
double weighed(const std::vector<Point>& points) {
  double s = 0;
  for (auto [a, b] : points) {
    if (a > b)
      std::swap(a, b);
    a *= 0.5;
    s += a * b;
  }
  return s;
}

TREELIZE(kernel) inline double objects(std::span<const double> x) {
  std::vector<Layer> layers{{x[0], {x[1], x[2]}}, {x[3], {x[0]}}};
  std::vector<Named> named{{x[1], &x[0]}, {x[2], &x[3]}};
  double s = weighed({{x[0], x[1]}, {x[2], x[3]}});
  for (auto [bias, w] : layers) {
    w.push_back(bias *= 2);
    w[0] *= x[3];
    s += w.back() * w[0] + static_cast<double>(w.size());
  }
  for (auto [value, at] : named) {
    value *= *at;
    at = &x[1];
    s += value * *at;
  }
  return s + layers[0].bias * layers[0].w[0] + static_cast<double>(layers[1].w.size()) + named[0].value * *named[1].at;
}

/// What the body writes to the range itself, and numbers that are no derivative's.
TREELIZE(kernel) inline double ranges(std::span<const double> x) {
  std::vector<std::pair<int, int>> edges{{3, 1}, {0, 2}};
  std::vector<Point> v{{x[0], x[1]}, {x[2], x[3]}};
  double grid[2][2] = {{x[0], x[1]}, {x[2], x[3]}};
  double s = 0;
  for (auto [from, to] : edges) {
    if (from > to)
      std::swap(from, to);
    s += x[static_cast<std::size_t>(from)] * x[static_cast<std::size_t>(to)] * to;
  }
  for (auto [a, b] : v) {
    v[1].p += a;
    s += a * b;
  }
  for (auto [a, b] : grid) {
    grid[0][1] = 9 * x[0];
    a += 1;
    s += a * b;
  }
  for (auto& [a, b] : v)
    a *= b;
  return s + edges[0].first * v[0].p + grid[1][0] * v[1].p;
}

} // namespace app
#include "copies.treelize.hpp"

#include <GradientCheck.h>

int main() {
  const std::vector<double> x = {0.61, -0.37, 0.83, 1.21};
  check::scalar("containers", app::kernels::containers, x);
  check::scalar("objects", app::kernels::objects, x);
  check::scalar("ranges", app::kernels::ranges, x);
  return check::finish();
}
