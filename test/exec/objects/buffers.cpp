// Pointers that change over to another buffer, blocks on the heap, variables in conditions.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/buffers.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s < %t/buffers.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <cmath>
#include <memory>
#include <span>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>
namespace app {
// CHECK: u_base == 0 ? a[
TREELIZE(kernel) double heat(std::span<const double> x, int steps) {
  const int n = 3;
  std::vector<double> a(n), b(n, 0.5);
  for (int i = 0; i < n; ++i)
    a[i] = x[i];
  double *u = a.data(), *v = b.data();
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i)
      v[i] = u[i] * u[(i + 1) % n] + 0.1 * v[i];
    std::swap(u, v);
  }
  return u[0] * a[1] + v[2];
}
TREELIZE(kernel) void swapInPlace(std::span<double> y, int steps) {
  double store[3] = {1, 2, 3};
  double* from = &y[0];
  double* to = store;
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < 3; ++i)
      to[i] = std::sin(from[i]) * (i + 1);
    double* third = from;
    from = to;
    to = third;
  }
  for (int i = 0; i < 3; ++i)
    y[i] += from[2 - i];
}
TREELIZE(kernel) double choice(std::span<const double> x) {
  double a[2] = {x[0], x[1]}, b[2] = {x[2], x[0]};
  double* p = x[0] > 0 ? a : b + 1;
  *p *= x[1];
  double* q = b;
  if (x[1] < 1)
    q = a;
  q[1] += *p * q[0];
  ++q;
  *q *= 2;
  double s = 0;
  for (int i = 0; i < 2; ++i) {
    p = i == 0 ? a : b;
    s += p[i] * *q;
    q = b + i;
  }
  double& r = *q;
  r += x[2];
  return s + a[0] * a[1] + b[0] * b[1];
}
TREELIZE(kernel) double heap(std::span<const double> x) {
  const int n = 3;
  auto u = std::make_unique<double[]>(n);
  double* w = new double[n]();
  std::unique_ptr<double> one(new double(x[1])), two = std::make_unique<double>(x[2]);
  for (int i = 0; i < n; ++i) {
    u[i] = x[i] * x[i];
    w[i] += u[i] * *one;
  }
  const auto shared = std::make_shared<double>(x[0] * x[2]), alias = shared;
  *alias += *two;
  *two += w[1] * *shared;
  const double s = u[0] * w[2] + *two * u.get()[1];
  delete[] w;
  return s;
}
double halved(double& x) {
  x *= 0.5;
  return x - 0.3;
}
TREELIZE(kernel) double conditions(std::span<const double> x) {
  double y = x[0] * x[0] + 2, s = 0;
  while (const int more = halved(y) > 0) {
    const double d = y - 0.3 * more;
    s += d * d * x[1];
    if (d < 0.7)
      continue;
    s += d;
  }
  return s;
}
} // namespace app

#include "GradientCheck.h"
#include "buffers.treelize.hpp"

int main() {
  using namespace app::kernels;
  for (const std::vector<double>& x : {std::vector{1.3, 0.8, 1.9}, {-1.1, 1.6, 0.4}}) {
    for (int steps : {0, 1, 2, 5}) {
      check::scalar("heat", heat, x, steps);
      check::inPlace("swapInPlace", swapInPlace, x, steps);
    }
    check::scalar("choice", choice, x);
    check::scalar("heap", heap, x);
    check::scalar("conditions", conditions, x);
  }
  return check::finish();
}
