// Whether an owning pointer to an array holds one: declared empty, filled in a branch, moved from, swapped; as a variable, a
// member and an element.
// RUN: %treelize %s -o %T/null-owners.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
// RUN: %clangxx -I%S/../../Inputs -I%T %s -fsyntax-only
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <memory>
#include <utility>
#include <vector>

namespace app {

using Numbers = std::unique_ptr<double[]>;

inline bool holds(const Numbers& p) { return bool(p); }
TREELIZE(kernel) double filled(double x, double y, int n) {
  Numbers p;
  if (n > 1) {
    p = std::make_unique<double[]>(2);
    p[0] = x;
  }
  std::shared_ptr<double[]> q;
  if (n > 2) {
    q = std::make_shared<double[]>(2);
    q[1] = y * x;
  }
  double s = p ? p[0] * y : y;
  if (!q)
    s *= x;
  else
    s += q[1];
  return holds(p) ? s : s * y;
}
inline double used(Numbers p, double x) { return p ? p[0] * x : x; }
TREELIZE(kernel) double moved(double x, double y, int n) {
  Numbers a = std::make_unique<double[]>(2), b = std::make_unique<double[]>(2);
  a[0] = x;
  b[0] = y;
  double s = 0;
  for (int i = 0; i < n; ++i) {
    Numbers t = std::move(a);
    s += a ? 100 : x * y;
    a = std::move(b);
    s += b ? 100 : x;
    b = std::move(t);
    a[0] *= 1.5;
    s += a[0] * b[0];
  }
  s += used(std::move(a), y) + (a ? 100 : x * x);
  return s + used(std::move(a), x);
}
TREELIZE(kernel) double swapped(double x, double y, int n) {
  Numbers a = std::make_unique<double[]>(2), b;
  a[0] = x;
  a.swap(b);
  double s = b[0] * y + (a ? 100 : x);
  std::swap(a, b);
  s += b ? 100 : a[0];
  if (n > 2)
    a.reset();
  return s + (a ? x * x : y);
}
struct Block {
  Numbers values;
  bool isEmpty() const { return !values; }
};
TREELIZE(kernel) double members(double x, double y, int n) {
  Block a{std::make_unique<double[]>(2)};
  a.values[0] = x;
  Block b{std::move(a.values)}, c = std::move(b);
  return (a.isEmpty() ? y : 100) + (b.isEmpty() ? x : 100) + (c.values ? c.values[0] * y * n : 100);
}
TREELIZE(kernel) double elements(double x, double y, int n) {
  std::vector<Numbers> all(3);
  all[n % 3] = std::make_unique<double[]>(2);
  all[n % 3][0] = x;
  double s = 0;
  for (const Numbers& p : all)
    s += p ? p[0] * y : x;
  Numbers taken = std::move(all[n % 3]);
  for (const Numbers& p : all)
    s += p ? 100 : y;
  return s + taken[0];
}

} // namespace app

#include "null-owners.treelize.hpp"

int main() {
  using namespace app;
  check::same("filled", filled, kernels::filled);
  check::same("moved", moved, kernels::moved);
  check::same("swapped", swapped, kernels::swapped);
  check::same("members", members, kernels::members);
  check::same("elements", elements, kernels::elements);
  return check::finish();
}
