// Views behind which an index says no more which element comes: behind filters, over maps, deques and lists.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/counted-views.treelize.hpp -- -std=c++20
// RUN: %FileCheck %s --input-file=%t/counted-views.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <deque>
#include <list>
#include <map>
#include <ranges>
#include <string>
#include <treelize/annotations.hpp>
#include <tuple>
#include <vector>

namespace app {

using Vector = std::vector<double>;
inline bool isPositive(double x) { return x > 0; }

// CHECK-LABEL: struct filtered_kernel
// CHECK: std::size_t left = static_cast<std::size_t>(2);
TREELIZE(kernel) double filtered(const Vector& x, double a) {
  double s = 0;
  for (double e : x | std::views::filter(isPositive) | std::views::take(2))
    s = s * 0.5 + e * e;
  for (double e : x | std::views::filter([](double v) { return v > 0; }) | std::views::drop(1))
    s = s * 0.5 + e * a;
  for (double e : x | std::views::filter(isPositive) | std::views::reverse | std::views::drop(1) | std::views::take(1))
    s += e * e * e;
  for (double e : x | std::views::filter(isPositive) | std::views::transform([a](double v) { return v * a; }) |
                      std::views::filter([](double v) { return v < 1; })) {
    if (e < 0.1)
      continue;
    s = s * e + 1;
    if (s > 50)
      break;
  }
  return s;
}
TREELIZE(kernel) double whiles(const Vector& x) {
  double s = 0;
  for (double e : x | std::views::take_while(isPositive))
    s += e * e;
  for (double e : x | std::views::drop_while([](double v) { return v > 0; }))
    s = s * 0.5 + e * e * e;
  auto first = x | std::views::drop_while(isPositive) | std::views::take(2);
  for (double e : first)
    s *= e;
  return s;
}
TREELIZE(kernel) double deques(const Vector& x) {
  std::deque<double> d;
  std::list<double> l;
  for (double e : x) {
    d.push_front(e * e);
    l.push_back(e * d.front());
  }
  double s = 0;
  for (double e : d | std::views::drop(1))
    s = s * 0.5 + e;
  for (double e : d | std::views::reverse)
    s = s * 0.5 + e;
  for (double e : l | std::views::reverse | std::views::take(2))
    s = s * 0.5 + e;
  for (double& e : l | std::views::take(2))
    e *= s;
  for (double e : l | std::views::filter(isPositive) | std::views::drop(1))
    s += e;
  return s + l.front();
}
TREELIZE(kernel) double maps(double x, double y) {
  std::map<int, double> m;
  m[2] = x;
  m[1] = y;
  m[5] = x * y;
  double s = 0;
  for (const auto& [k, v] : m | std::views::drop(1))
    s += k * v;
  for (const auto& [k, v] : m | std::views::reverse)
    s = s * 0.5 + v;
  for (const auto& entry : m | std::views::take(2))
    s += entry.second * s;
  for (double v : m | std::views::reverse | std::views::values | std::views::take(1))
    s += v * v;
  for (double v : m | std::views::elements<1>)
    s += v;
  return s;
}
TREELIZE(kernel) double elements(double x, double y) {
  const std::vector<std::tuple<double, int, double>> v{{x, 1, y}, {y, 2, x * y}};
  double s = 0;
  for (double e : v | std::views::elements<0>)
    s += e * e;
  for (double e : v | std::views::elements<2>)
    s = s * e + e;
  for (int i : v | std::views::elements<1>)
    s += i * x;
  return s;
}
TREELIZE(kernel) double parameters(const std::map<std::string, double>& m) {
  double s = 0;
  for (double v : m | std::views::values)
    s += v * v;
  for (const auto& k : m | std::views::keys)
    s += m.at(k) * static_cast<double>(k.size());
  return s;
}

} // namespace app

#include "counted-views.treelize.hpp"
#include <KernelCheck.h>

int main() {
  using namespace app;
  check::Kernels check;
  for (const Vector& x : {Vector{0.7, -1.2, 0.4, 2.0, 0.3}, Vector{-0.7, 1.2}, Vector{}})
    check("filtered", kernels::filtered, filtered, x, 0.8);
  check("whiles", kernels::whiles, whiles, Vector{0.7, 1.2, -0.4, 2.0});
  check("deques", kernels::deques, deques, Vector{0.7, 1.2, 0.4});
  check("maps", kernels::maps, maps, 0.7, 1.2);
  check("elements", kernels::elements, elements, 0.7, 1.2);
  check("parameters", kernels::parameters, parameters, std::map<std::string, double>{{"a", 0.7}, {"bc", 1.2}});
  return check.failures;
}
