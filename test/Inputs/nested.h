// Kernels whose gradients other kernels take: of classes, vectors and spans, and with values that the reverse sweep keeps.
#pragma once

#include <treelize/annotations.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace lib {

struct Point {
  double x, y;
};
struct Layer {
  std::vector<double> w;
  std::array<double, 2> b{};
};
struct Net {
  std::vector<Layer> layers;
  std::pair<double, int> scale{1, 2};
};
class Spring {
public:
  explicit Spring(double k) : k_(k) {}
  double k() const { return k_; }

private:
  double k_;
};

TREELIZE(kernel) inline double field(const Point& at, const std::vector<Point>& charges) {
  double sum = 0;
  for (const Point& c : charges)
    sum += 1 / std::sqrt((at.x - c.x) * (at.x - c.x) + (at.y - c.y) * (at.y - c.y) + 0.1);
  return sum;
}
TREELIZE(kernel) inline double output(const Net& net, std::span<const double> x) {
  double sum = net.scale.first;
  for (const Layer& layer : net.layers)
    for (std::size_t i = 0; i < x.size(); ++i)
      sum += std::sin(layer.w[i] * x[i]) * layer.b[i % 2];
  return sum * sum;
}
TREELIZE(kernel) inline double stretched(const Spring& s, double x) { return s.k() * s.k() * x * x * x; }
TREELIZE(kernel) inline double rows(const std::vector<std::vector<double>>& m) {
  double sum = 0;
  for (const auto& row : m)
    for (double v : row)
      sum += v * v * v;
  return sum;
}
TREELIZE(kernel) inline double corners(std::array<Point, 2> p, std::tuple<double, double> t, std::optional<double> d) {
  return p[0].x * p[1].y * p[1].y * std::get<0>(t) * std::get<1>(t) * std::get<1>(t) + (d ? *d * *d * *d : 1);
}
/// Numbers and lengths go to the tape.
TREELIZE(kernel) inline double halved(double x, double k) {
  int n = 0;
  while (x > 1) {
    x = x * std::sin(k * x) * 0.4 + 0.3 * x;
    ++n;
  }
  return x * x * (n + 1);
}
/// Vectors and branches.
TREELIZE(kernel) inline double stepped(std::vector<double> x, int n) {
  for (int t = 0; t < n; ++t) {
    const std::vector<double> y = x;
    for (std::size_t i = 0; i < x.size(); ++i)
      if (x[i] > 0.2)
        x[i] = x[i] * std::cos(y[(i + 1) % y.size()]);
      else
        x[i] *= x[i];
  }
  double sum = 0;
  for (double v : x)
    sum += v * v;
  return sum;
}
/// Snapshots and arrays.
TREELIZE(kernel, checkpoint = 3) inline double turned(std::vector<double> x, int n) {
  for (int t = 0; t < n; ++t)
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = x[i] * std::cos(x[(i + 1) % x.size()]);
  double sum = 0;
  for (double v : x)
    sum += v * v;
  return sum;
}

} // namespace lib
