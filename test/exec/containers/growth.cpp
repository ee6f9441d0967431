// Vectors that change their length: every append and every drop is taken back, in shadows too.
// RUN: %treelize %s -o %T/growth.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace app {

struct Point {
  double x = 0, y = 0;
};

TREELIZE(kernel) double history(std::span<const double> x) {
  std::vector<double> states;
  double s = x[0];
  for (std::size_t i = 1; i < x.size(); ++i) {
    s = s * x[i] + std::sin(s);
    states.push_back(s);
  }
  double sum = 0;
  for (double v : states)
    sum += v * v;
  return sum;
}

TREELIZE(kernel) double stack(std::span<const double> x) {
  std::vector<double> stack;
  for (std::size_t i = 0; i < x.size(); ++i) {
    stack.push_back(x[i]);
    if (stack.size() > 1 && i % 2 == 1) {
      const double b = stack.back();
      stack.pop_back();
      const double a = stack.back();
      stack.pop_back();
      stack.push_back(a * b);
    }
  }
  double product = 1;
  while (!stack.empty()) {
    product = product * stack.back() + 1;
    stack.pop_back();
  }
  return product;
}

TREELIZE(kernel) double readsItself(std::span<const double> x) {
  std::vector<double> v;
  v.reserve(20);
  v.push_back(x[0]);
  v.push_back(x[1]);
  while (v.size() < 7)
    v.push_back(v[v.size() - 1] * v[v.size() - 2] + x[2]);
  return v.back() * v.front();
}

TREELIZE(kernel) double resized(std::span<const double> x) {
  std::vector<double> v;
  v.resize(3, x[0] * x[1]);
  v[1] *= x[2];
  v.resize(5);
  v[4] = v[1] * v[0];
  v.resize(2);
  double s = v[0] * v[1] * x[3];
  v.clear();
  v.push_back(s * s);
  return v[0] + static_cast<double>(v.size());
}

TREELIZE(kernel) double insideLoop(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::vector<double> powers;
    powers.push_back(1);
    for (std::size_t k = 0; k < i; ++k)
      powers.push_back(powers.back() * x[i]);
    for (double p : powers)
      sum += p * p;
    powers.clear();
    powers.push_back(sum);
    sum = powers[0] * 0.5;
  }
  return sum;
}

TREELIZE(kernel) double records(std::span<const double> x) {
  std::vector<Point> path;
  for (std::size_t i = 0; i + 1 < x.size(); ++i)
    path.push_back({x[i] * x[i], x[i + 1]});
  path.push_back(Point{x[0], 1});
  Point last = path.back();
  path.pop_back();
  double area = last.x * last.y;
  for (std::size_t i = 0; i + 1 < path.size(); ++i)
    area += path[i].x * path[i + 1].y - path[i + 1].x * path[i].y;
  return area;
}

TREELIZE(kernel) double ofVectors(std::span<const double> x) {
  std::vector<std::vector<double>> rows;
  for (std::size_t i = 0; i < 3; ++i) {
    rows.push_back(std::vector<double>(2, x[i]));
    rows[i].push_back(x[i] * x[i + 1]);
    rows.back()[0] *= x[0];
  }
  double sum = 0;
  for (const std::vector<double>& row : rows)
    for (double v : row)
      sum += v * v;
  rows.pop_back();
  return sum * rows.back().back();
}

TREELIZE(kernel) double selected(std::span<const double> x) {
  std::vector<std::size_t> picked;
  for (std::size_t i = 0; i < x.size(); ++i)
    if (x[i] > 0.7)
      picked.push_back(i);
  double sum = 1;
  for (std::size_t i : picked)
    sum *= x[i];
  return sum;
}

TREELIZE(kernel) double copied(std::span<const double> x) {
  std::vector<double> v(x.begin(), x.end());
  v.push_back(v[0] * v[1]);
  v.emplace_back(v[2] * v.back());
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    sum += v[i] * v[i];
  v.pop_back();
  return sum * v.back();
}

struct Weighted {
  double value, weight;
  Weighted(double v, double w) : value(v * w), weight(w) {}
};
TREELIZE(kernel) double constructed(std::span<const double> x) {
  std::vector<Weighted> all;
  std::vector<std::pair<double, int>> counted;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    all.emplace_back(x[i], x[i + 1]);
    counted.emplace_back(x[i] * x[i], static_cast<int>(i));
  }
  const auto owned = std::make_unique<Weighted>(x[0], x[1]);
  double sum = owned->value * owned->weight;
  for (const Weighted& w : all)
    sum += w.value * w.value / w.weight;
  for (const auto& [v, n] : counted)
    sum += v * n;
  return sum;
}

// Insertions and erasures in the middle, in a loop.
TREELIZE(kernel) double edited(std::span<const double> x) {
  std::vector<double> v{x[0], x[1]};
  for (std::size_t i = 2; i < x.size(); ++i) {
    const auto at = v.insert(v.begin() + static_cast<std::ptrdiff_t>(i / 2), x[i] * v[0]);
    *at *= v.back();
  }
  v.erase(v.begin() + 1);
  v.insert(v.end(), v[0] * v[1]);
  const auto next = v.erase(v.begin() + 2, v.begin() + 4);
  double sum = *next;
  for (std::size_t i = 0; i < v.size(); ++i)
    sum += v[i] * v[i] * static_cast<double>(i + 1);
  return sum;
}

} // namespace app

#include "growth.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, 1.3, 0.4, 1.1, 0.6, 1.7};
  check::scalar("history", app::kernels::history, x);
  check::scalar("stack", app::kernels::stack, x);
  check::scalar("readsItself", app::kernels::readsItself, x);
  check::scalar("resized", app::kernels::resized, x);
  check::scalar("insideLoop", app::kernels::insideLoop, x);
  check::scalar("records", app::kernels::records, x);
  check::scalar("ofVectors", app::kernels::ofVectors, x);
  check::scalar("selected", app::kernels::selected, x);
  check::scalar("copied", app::kernels::copied, x);
  check::scalar("constructed", app::kernels::constructed, x);
  check::scalar("edited", app::kernels::edited, x);
  return check::finish();
}
