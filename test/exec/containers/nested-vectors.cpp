// Vectors of vectors of objects that generated code cannot name or declare: private and local classes, objects with texts
// or constants. Lists of such objects.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/nested-vectors.treelize.hpp -- -std=c++20
// RUN: %FileCheck %s --input-file=%t/nested-vectors.treelize.hpp
// RUN: %cxx -I%t %s %link -o %t/run && %t/run
// RUN: %clangxx -Wno-deprecated-declarations -I%t %s -fsyntax-only
#include <cmath>
#include <initializer_list>
#include <numeric>
#include <optional>
#include <string>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>

namespace app {

// Each member gets a vector of vectors.
// CHECK-LABEL: struct layers_kernel
// CHECK: std::vector<std::vector<double>> {{.*}}w
class Net {
public:
  Net(int n, double x) {
    cells_.resize(static_cast<std::size_t>(n), std::vector<Cell>(2));
    for (std::size_t i = 0; i < cells_.size(); ++i)
      for (auto& c : cells_[i])
        c = {x * static_cast<double>(i), x};
  }
  void add(double x) {
    std::vector<Cell> row;
    row.push_back({x, x});
    Cell c;
    c.w = x;
    row.push_back(c);
    cells_.push_back(row);
    cells_.emplace_back();
    cells_.back().push_back({x, 2});
    cells_.back().emplace_back();
  }
  double run(double y) const {
    double s = 0;
    for (const auto& row : cells_)
      for (const auto& c : row)
        s += c.w * y + c.b * c.b;
    for (std::size_t i = 0; i < cells_.size(); ++i)
      for (std::size_t j = 0; j < cells_[i].size(); ++j)
        s += cells_[i][j].w * cells_[i].at(j).b;
    return s + cells_[1][0].w * cells_.front().back().b;
  }

private:
  struct Cell {
    double w = 1, b = 2;
  };
  std::vector<std::vector<Cell>> cells_;
};
TREELIZE(kernel) double layers(double x, double y) {
  Net n(3, x);
  n.add(y);
  return n.run(y);
}
TREELIZE(kernel) double local(double x, double y) {
  struct Pair {
    double a, b;
  };
  std::vector<std::vector<Pair>> v(2);
  v[0].push_back({x, y});
  v[1].push_back({y, y});
  v[1].push_back({x, x});
  std::vector<std::vector<Pair>> w = v;
  w[0][0].a *= y;
  w.pop_back();
  double s = 0;
  for (const auto& row : v)
    for (const auto& p : row)
      s += p.a * p.b * p.b;
  for (const auto& row : w)
    for (const auto& p : row)
      s += p.a * p.a * p.b;
  for (auto& row : v)
    s += std::accumulate(row.begin(), row.end(), 0.0, [](double t, const Pair& p) { return t + p.a * p.a; });
  return s;
}
struct Item {
  std::string name;
  double w;
};
TREELIZE(kernel) double texts(double x, double y) {
  std::vector<std::vector<Item>> groups;
  for (int i = 0; i < 3; ++i) {
    groups.push_back({});
    for (int k = 0; k <= i; ++k)
      groups[static_cast<std::size_t>(i)].push_back({std::to_string(10 * i + k), x * k + y * i});
  }
  double s = 0;
  for (const auto& g : groups)
    for (const Item& i : g)
      s += i.w * i.w * static_cast<double>(i.name.size());
  return s;
}
struct Point {
  double a, b;
};
inline double total(std::initializer_list<Point> points) {
  double s = 0;
  for (const auto& p : points)
    s += p.a * p.b;
  return s * static_cast<double>(points.size());
}
inline double named(std::initializer_list<Item> items) {
  double s = 0;
  for (const auto& i : items)
    s += i.w * i.w * static_cast<double>(i.name.size());
  return s;
}
class Polygon {
public:
  Polygon(std::initializer_list<Point> points) : points_(points) {}
  double area() const {
    double s = 0;
    for (const auto& p : points_)
      s += p.a * p.b;
    return s;
  }

private:
  std::vector<Point> points_;
};
TREELIZE(kernel) double lists(double x, double y) {
  const Polygon p{{x, y}, {y, y}};
  std::initializer_list<Point> l = {{x, y}, {x, x}};
  double s = total({{x, y}, {y, y}, {x, 2.0}}) + total({Point{x, x}}) + named({{"a", x}, {"bb", y}});
  for (const Point& q : {Point{x, y}, Point{y, x}})
    s += q.a * q.a * q.b;
  return p.area() * s + l.begin()->a * (l.begin() + 1)->b;
}
inline std::optional<double> root(double x) {
  if (x < 0)
    return std::nullopt;
  return std::sqrt(x);
}
inline std::optional<std::pair<double, double>> roots(double b, double c) {
  const double d = b * b - 4 * c;
  if (d < 0)
    return {};
  return std::make_pair((-b - std::sqrt(d)) / 2, (-b + std::sqrt(d)) / 2);
}
TREELIZE(kernel) double optionals(double x, double y) {
  double s = root(-x).value_or(x * y);
  if (auto r = root(x))
    s += *r * y;
  if (const auto q = roots(-3 * x, x * y); q.has_value())
    s += q->first * q->second * q->second;
  return s;
}

} // namespace app

#include "nested-vectors.treelize.hpp"
#include <treelize/check_gradient.hpp>

int main() {
  using namespace app;
  int failures = 0;
  const auto check = [&](const auto& kernel, const auto& primal, auto... args) {
    failures += !treelize::check_gradient(kernel, args...).passed();
    failures += std::fabs(kernel(args...) - primal(args...)) > 1e-13 * std::fabs(primal(args...));
  };
  check(kernels::layers, layers, 0.7, 1.2);
  check(kernels::local, local, 0.7, 1.2);
  check(kernels::texts, texts, 0.7, 1.2);
  check(kernels::lists, lists, 0.7, 1.2);
  check(kernels::optionals, optionals, 0.9, 0.8);
  return failures;
}
