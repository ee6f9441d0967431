// `auto [i, j, k] = a` of an array copies it: later changes of the array, and of the names, stay apart. The same of arrays that
// are members of copied objects and captures.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/array-bindings.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%t/array-bindings.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <array>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

struct Point {
  double a, b;
};
struct Leg {
  double length;
  const double* end;
};
struct Frame {
  double h[3];
  double k;
  Frame scaled(double s) const {
    Frame r = *this;
    for (double& v : r.h)
      v *= s;
    return r;
  }
};
double product(const double (&v)[2]) {
  const auto [a, b] = v;
  return a * b;
}

TREELIZE(kernel) double changed(std::span<const double> x) {
  double a[3] = {x[0], x[1], x[2]};
  auto [i, j, k] = a;
  a[0] = x[1];
  j *= x[3];
  return i * j * k * a[0] * a[1];
}
// What nobody changes is not copied.
// CHECK-LABEL: struct constant_kernel
// CHECK-NOT: parts
// CHECK: struct
TREELIZE(kernel) double constant(std::span<const double> x) {
  const double a[2] = {x[0] * x[1], x[2]};
  const auto [p, q] = a;
  return p * q * product(a);
}
TREELIZE(kernel) double repeated(std::span<const double> x) {
  double a[2] = {x[0], x[1]}, sum = 0;
  for (int n = 0; n < 3; ++n) {
    auto [i, j] = a;
    a[0] = j * x[2];
    a[1] = i + j * product(a);
    i *= 2;
    sum += i * j;
  }
  return sum;
}
TREELIZE(kernel) double members(std::span<const double> x) {
  Frame f{{x[0], x[1], x[2]}, x[3]};
  auto [i, j, k] = f.h;
  f.h[1] *= f.k;
  const Frame g = f.scaled(x[1]);
  return i * j * k * f.h[1] * g.h[2];
}
TREELIZE(kernel) double nested(std::span<const double> x) {
  double a[2][2] = {{x[0], x[1]}, {x[2], x[3]}};
  auto [r, q] = a;
  a[0][1] *= x[3];
  return r[0] * q[1] + r[1] * a[0][1];
}
TREELIZE(kernel) double objects(std::span<const double> x) {
  Point a[2] = {{x[0], x[1]}, {x[2], x[3]}};
  auto [p, q] = a;
  a[0].a = 3;
  p.b *= x[0];
  return p.a * p.b * q.a * q.b * a[0].a;
}
TREELIZE(kernel) double pointers(std::span<const double> x) {
  double z = x[3];
  Leg a[2] = {{x[0], &z}, {x[2], &z}};
  auto [p, q] = a;
  a[0].length = 3;
  p.length *= x[0];
  z *= 2;
  return p.length * *p.end * q.length * a[0].length;
}
TREELIZE(kernel) double captures(std::span<const double> x) {
  double a[3] = {x[0], x[1], x[2]};
  auto next = [a](double y) mutable {
    a[0] *= y;
    return a[0] + a[1] * a[2];
  };
  a[1] = 3 * x[3];
  return next(x[3]) * next(x[2]) + a[1] + a[0];
}
TREELIZE(kernel) double integers(std::span<const double> x) {
  int a[3] = {0, 2, 1};
  auto [i, j, k] = a;
  a[0] = 3;
  return x[static_cast<std::size_t>(i)] * x[static_cast<std::size_t>(j)] + x[static_cast<std::size_t>(k)] * x[static_cast<std::size_t>(a[0])];
}

/// Objects of a class of the function's own, which have no name outside and are known by their members.
TREELIZE(kernel) inline double assigned(std::span<const double> x) {
  struct Own {
    double a[2];
    double m[2][2];
  };
  Own p{{x[0], x[1]}, {{x[2], 1}, {x[3], x[0]}}}, q = p;
  p.a[0] = 5;
  q.m[1][0] *= x[2];
  p = q;
  q.a[1] = 1;
  return p.a[0] * p.a[1] + p.m[1][0] * q.m[0][0] + q.a[1] * p.m[1][1];
}

} // namespace app

#include "array-bindings.treelize.hpp"

#include <GradientCheck.h>

int main() {
  const std::vector<double> x = {0.61, -0.37, 0.83, 1.21};
  check::scalar("changed", app::kernels::changed, x);
  check::scalar("constant", app::kernels::constant, x);
  check::scalar("repeated", app::kernels::repeated, x);
  check::scalar("members", app::kernels::members, x);
  check::scalar("nested", app::kernels::nested, x);
  check::scalar("objects", app::kernels::objects, x);
  check::scalar("pointers", app::kernels::pointers, x);
  check::scalar("captures", app::kernels::captures, x);
  check::scalar("integers", app::kernels::integers, x);
  check::scalar("assigned", app::kernels::assigned, x);
  return check::finish();
}
