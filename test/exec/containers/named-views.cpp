// Views of the library in variables and as arguments, reverse iterators, and visitors made of lambdas.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/named-views.treelize.hpp -- -std=c++20
// RUN: %FileCheck %s --input-file=%t/named-views.treelize.hpp
// RUN: %cxx -I%t %s %link -o %t/run && %t/run
// RUN: %clangxx -Wno-deprecated-declarations -I%t %s -fsyntax-only
#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <ranges>
#include <treelize/annotations.hpp>
#include <variant>
#include <vector>

namespace app {

using Vector = std::vector<double>;

// A view is a loop over the range that it adapts.
// CHECK-LABEL: struct loops_kernel
TREELIZE(kernel) double loops(const Vector& x, double a) {
  auto scaled = x | std::views::transform([a](double e) { return e * e * a; });
  auto positive = x | std::views::filter([](double e) { return e > 0; }) | std::views::transform([&](double e) { return std::sin(e) * a; });
  auto some = std::views::drop(x, 1);
  auto last = x | std::views::reverse | std::views::take(2);
  double s = 0;
  for (double e : scaled)
    s += e;
  for (auto e : scaled | std::views::take(2))
    s += std::sin(e);
  for (double e : positive)
    s = s * 0.5 + e;
  for (double e : some)
    s += e * e;
  for (double e : last)
    s = s * e + e;
  return s;
}
TREELIZE(kernel) double numbers(const Vector& x) {
  const auto indices = std::views::iota(std::size_t{0}, x.size());
  double s = 0;
  int n = 2;
  auto first = std::views::iota(0) | std::views::take(n);
  n = 5;
  for (auto i : indices)
    s += x[i] * x[i] * static_cast<double>(i);
  for (int i : first)
    s += x[static_cast<std::size_t>(i)] * n;
  return s;
}
template <class R> double total(R&& range) {
  double s = 0;
  for (double e : range)
    s += e * e;
  return s;
}
TREELIZE(kernel) double passed(const Vector& x) {
  auto v = x | std::views::transform([](double e) { return 2 * e; });
  double s = total(v) + total(x | std::views::take(2)) + v.front() * v[1];
  return s + std::accumulate(v.begin(), v.end(), 0.0) * static_cast<double>(v.size());
}
TREELIZE(kernel) double maps(double x, double y) {
  std::map<int, double> m{{1, x}, {2, y}};
  auto values = std::views::values(m);
  double s = 0;
  for (double e : m | std::views::values | std::views::transform([](double e) { return e * e; }))
    s += e;
  for (double& e : values)
    e *= y;
  for (int k : m | std::views::keys)
    s += m.at(k) * k;
  return s;
}
TREELIZE(kernel) double reversed(Vector x) {
  Vector v(x.rbegin(), x.rend()), w, z(3);
  w.assign(x.rbegin(), x.rend());
  const Vector u(x.crbegin() + 1, x.crend());
  std::rotate(x.rbegin(), x.rbegin() + 1, x.rend());
  w.insert(w.end(), x.rbegin(), x.rend());
  double s = v[0] * v[1] * v[1] + u[0] * x[0] * x[1];
  std::sort(v.rbegin(), v.rend());
  std::sort(w.rbegin(), w.rend() - 1, [](double a, double b) { return a > b; });
  std::copy(v.rbegin(), v.rend(), z.begin());
  for (double e : w)
    s = s * 0.5 + e;
  return s + v[0] * v[0] * z[0] + std::accumulate(x.rbegin(), x.rend(), 0.5, [](double a, double b) { return a * b; });
}

template <class... Ts> struct overloaded : Ts... {
  using Ts::operator()...;
};
template <class... Ts> overloaded(Ts...) -> overloaded<Ts...>;
struct Circle {
  double r;
};
struct Box {
  double a, b;
};
using Shape = std::variant<Circle, Box>;
TREELIZE(kernel) double visitors(double x, double y) {
  std::vector<Shape> shapes{Circle{x}, Box{x, y}};
  shapes.push_back(Circle{y});
  const auto scaled = overloaded{[&](const Circle& c) { return c.r * y; }, [&](const Box& b) { return b.a * b.b * x; }};
  double s = 0;
  for (const auto& e : shapes)
    s += std::visit(overloaded{[](const Circle& c) { return c.r * c.r; }, [&](const Box& b) { return b.a * b.b * y; }}, e) * std::visit(scaled, e);
  return s;
}

} // namespace app

#include "named-views.treelize.hpp"
#include <treelize/check_gradient.hpp>

int main() {
  using namespace app;
  int failures = 0;
  const auto check = [&](const auto& kernel, const auto& primal, auto... args) {
    failures += !treelize::check_gradient(kernel, args...).passed();
    failures += std::fabs(kernel(args...) - primal(args...)) > 1e-13 * std::fabs(primal(args...));
  };
  const Vector x{0.7, 1.2, -0.4};
  check(kernels::loops, loops, x, 0.4);
  check(kernels::numbers, numbers, x);
  check(kernels::passed, passed, x);
  check(kernels::maps, maps, 0.7, 1.2);
  check(kernels::reversed, reversed, x);
  check(kernels::visitors, visitors, 0.7, 1.2);
  return failures;
}
