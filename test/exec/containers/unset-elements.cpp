// Arrays that begin without values and get them one by one: named and computed indices are the numbers they stand for,
// and where an index is not known, nothing that has no value is read.
// RUN: %treelize %s -o %T/unset-elements.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/unset-elements.treelize.hpp
// RUN: %cxx -O2 -I%S/../../Inputs -I%T %s %link -o %t && %t
// RUN: %clangxx -I%S/../../Inputs -I%T %s -fsyntax-only
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

enum State { position, velocity, acceleration, count };
constexpr int last = 3;

void rates(const double* s, double* ds, double k) {
  ds[position] = s[velocity];
  ds[velocity] = -k * s[position] * s[acceleration];
  ds[acceleration] = ds[velocity] * s[velocity];
}

// CHECK-LABEL: struct steps_kernel
// CHECK: static double sweep(
// CHECK: double ds[3];
// CHECK-NOT: ds_old
// CHECK: tangent_sweep(
TREELIZE(kernel) double steps(double x, double y, int n) {
  double s[count] = {x, y, x * y};
  for (int i = 0; i < n; ++i) {
    double ds[count];
    rates(s, ds, x);
    for (int j = 0; j < count; ++j)
      s[j] += 0.1 * ds[j];
  }
  return s[position] * s[velocity];
}

// CHECK-LABEL: struct named_kernel
// CHECK: static double sweep(
// CHECK-NOT: _old
// CHECK: tangent_sweep(
TREELIZE(kernel) double named(double x, double y, int) {
  double d[last + 1];
  d[position] = x;
  d[velocity] = y;
  d[2 * 1] = x * y;
  d[last] = d[velocity] * d[last - 1];
  return d[last] * d[position];
}

struct Matrix {
  double d[4];
  double& operator()(int i, int j) { return d[2 * i + j]; }
};

Matrix product(double x, double y) {
  Matrix r;
  r(0, 0) = x;
  r(0, 1) = y;
  r(1, 0) = x * y;
  r(1, 1) = r(0, 0) * r(0, 1);
  return r;
}

TREELIZE(kernel) double inlined(double x, double y, int n) {
  for (int i = 0; i < n; ++i) {
    Matrix r = product(x, y);
    x = r(1, 1) * r(1, 0);
  }
  return x;
}

// CHECK-LABEL: struct local_kernel
// CHECK: double u[3]{};
TREELIZE(kernel) double local(double x, double y, int) {
  const int n = 3;
  double u[n];
  u[0] = x;
  u[n - 1] = y;
  u[1] = u[0] * u[n - 1];
  return u[1] * u[0];
}

struct Series {
  double v[3];
};

TREELIZE(kernel) double recurrence(double x, double y, int) {
  Series s;
  s.v[0] = x;
  for (int i = 1; i < 3; ++i)
    s.v[i] = s.v[i - 1] * y;
  return s.v[2] * s.v[1];
}

// CHECK-LABEL: struct unknown_kernel
// CHECK: double s[4]{};
TREELIZE(kernel) double unknown(double x, double y, int n) {
  double s[4];
  s[n] = x;
  s[3 - n] = y;
  s[n] *= s[3 - n];
  return s[n];
}

} // namespace app

#include "unset-elements.treelize.hpp"

int main() {
  using namespace app;
  check::same("steps", steps, kernels::steps);
  check::same("named", named, kernels::named);
  check::same("inlined", inlined, kernels::inlined);
  check::same("local", local, kernels::local);
  check::same("recurrence", recurrence, kernels::recurrence);
  check::same("unknown", unknown, kernels::unknown);
  return check::finish();
}
