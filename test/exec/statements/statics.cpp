// Static variables of functions: work arrays, which each call fills before it reads them, tables that the first call
// fills, and counters that nobody asks. The kernel has its own.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/statics.treelize.hpp -- -std=c++20
// RUN: %FileCheck %s --input-file=%t/statics.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <cmath>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

using Vector = std::vector<double>;

inline void derivatives(double t, const double* y, double* dy) {
  dy[0] = y[1];
  dy[1] = -std::sin(y[0]) * (1 + t);
}
inline void rungeKutta(double* y, int n, double t, double h) {
  static double dym[2], dyt[2], yt[2], dydx[2];
  derivatives(t, y, dydx);
  for (int i = 0; i < n; i++)
    yt[i] = y[i] + h / 2 * dydx[i];
  derivatives(t + h / 2, yt, dyt);
  for (int i = 0; i < n; i++)
    yt[i] = y[i] + h / 2 * dyt[i];
  derivatives(t + h / 2, yt, dym);
  for (int i = 0; i < n; i++) {
    yt[i] = y[i] + h * dym[i];
    dym[i] += dyt[i];
  }
  derivatives(t + h, yt, dyt);
  for (int i = 0; i < n; i++)
    y[i] += h / 6 * (dydx[i] + dyt[i] + 2 * dym[i]);
}
// The arrays are the kernel's own.
// CHECK-LABEL: struct steps_kernel
// CHECK: double dydx[2];
TREELIZE(kernel) double steps(const Vector& x, int n) {
  double y[2] = {x[0], x[1]};
  for (int i = 0; i < n; ++i)
    rungeKutta(y, 2, 0.1 * i, 0.1);
  return y[0] * y[1];
}

// In the kernel itself: numbers, arrays of two dimensions, objects, vectors.
struct Pair {
  double x, y;
};
TREELIZE(kernel) double kinds(double a, double b) {
  static double t, m[2][2], l[2][2];
  static Pair p;
  static std::vector<double> v;
  static double start[2] = {7, 7};
  t = a * b;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      m[i][j] = t * (i + 1) + b * j;
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j <= i; ++j) {
      l[i][j] = 0;
      for (int k = 0; k < 2; ++k)
        l[i][j] += m[i][k] * m[k][j];
    }
  p.x = l[0][0];
  p.y = l[1][0] * l[1][1];
  v.clear();
  v.push_back(p.x);
  v.push_back(p.y * a);
  start[0] = v[0];
  start[1] = start[0] * v[1];
  return t + start[1] * 1e-3 + std::sin(p.x);
}
// As long as the caller says, and elements that only the running program knows.
TREELIZE(kernel) double lengths(std::span<const double> x, int n, int k) {
  static double work[50], all[100];
  const auto size = x.size();
  for (std::size_t i = 0; i < x.size(); ++i)
    work[i] = x[i] * x[i];
  double s = 0;
  for (std::size_t i = 0; i < size; ++i)
    s += std::sin(work[i]);
  for (int i = 1; i <= n; ++i)
    work[i] = s * i;
  for (int i = 1; i <= n; ++i)
    s += work[i] * x[0];
  for (int i = 0; i < 100; ++i)
    all[i] = s * i;
  for (int i = 0; i < 100; ++i)
    s += all[i] * 1e-4;
  static double few[3];
  for (double& e : few)
    e = s * s;
  return s + few[k];
}
// Behind one of two branches, in a loop that ends early, and through a pointer that a function returns.
inline const double* cross(const double* a, const double* b) {
  static double c[3];
  c[0] = a[1] * b[2] - a[2] * b[1];
  c[1] = a[2] * b[0] - a[0] * b[2];
  c[2] = a[0] * b[1] - a[1] * b[0];
  return c;
}
TREELIZE(kernel) double ways(double a, double b, int n) {
  static double t;
  if (n > 2)
    t = a * b;
  else
    t = a + b;
  double s = t;
  for (int i = 0; i < n; ++i) {
    static double u;
    u = s * a;
    if (u > 100)
      break;
    s += u * 0.1;
  }
  const double p[3] = {a, b, 1}, q[3] = {b, s, a};
  const double* c = cross(p, q);
  return s + c[0] * c[1] * c[2];
}
// What the first call of all has filled from constants.
inline double polynomial(double x) {
  static bool ready = false;
  static double c[4];
  if (!ready) {
    c[0] = 1;
    for (int i = 1; i < 4; ++i)
      c[i] = c[i - 1] / i;
    ready = true;
  }
  return c[0] + x * (c[1] + x * (c[2] + x * c[3]));
}
inline double gauss(double x, double h) {
  static int first = 1;
  static double node[2], weight[2];
  if (first) {
    node[0] = -1 / std::sqrt(3.0);
    node[1] = -node[0];
    weight[0] = weight[1] = 1;
    first = 0;
  }
  double s = 0;
  for (int i = 0; i < 2; ++i)
    s += weight[i] * polynomial(x + h * node[i]);
  return s;
}
TREELIZE(kernel) double tables(double a, double b, int n) {
  double s = polynomial(a) * polynomial(b);
  for (int i = 0; i < n; ++i)
    s += gauss(a * i, b);
  return s;
}
inline double counted(double x) {
  [[maybe_unused]] static int calls = 0;
  ++calls;
  return x * x;
}
TREELIZE(kernel) double counts(double a, double b) { return counted(a) * counted(b); }

} // namespace app

#include "statics.treelize.hpp"
#include <KernelCheck.h>

int main() {
  using namespace app;
  check::Kernels check;
  polynomial(0.5);
  check("steps", kernels::steps, steps, Vector{0.7, 1.2}, 4);
  check("kinds", kernels::kinds, kinds, 0.7, 1.2);
  const Vector x{0.7, 1.2, -0.4};
  for (int n : {0, 2, 5})
    check("lengths", kernels::lengths, lengths, std::span<const double>(x), n, n % 3);
  for (int n : {1, 3, 6}) {
    check("ways", kernels::ways, ways, 0.7, 1.2, n);
    check("tables", kernels::tables, tables, 0.7, 1.2, n);
  }
  check("counts", kernels::counts, counts, 0.7, 1.2);
  return check.failures;
}
