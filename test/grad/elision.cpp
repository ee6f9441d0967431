// What a function has made and passes on is not copied: the copy takes the original's place.
// RUN: %treelize %s -o %T/elision.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/elision.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=elision -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>
#include <treelize/check_gradient.hpp>

#include <cmath>

namespace app {

struct Vec {
  double v[3];
};
inline Vec operator+(const Vec& a, const Vec& b) {
  Vec r;
  for (int i = 0; i < 3; ++i)
    r.v[i] = a.v[i] + b.v[i];
  return r;
}
inline Vec operator*(double s, const Vec& a) {
  Vec r;
  for (int i = 0; i < 3; ++i)
    r.v[i] = s * a.v[i] * a.v[0];
  return r;
}

// CHECK-LABEL: struct chain_kernel
// CHECK: static double sweep(
// CHECK-NOT: = r{{[0-9]*}};
// CHECK: Vec next;
// CHECK-NOT: = r{{[0-9]*}};
// CHECK: return
// CHECK: tangent_sweep(
// OFF-LABEL: struct chain_kernel
// OFF: static double sweep(
// OFF: Vec next = r
// OFF: tangent_sweep(
TREELIZE(kernel) double chain(std::span<const double> x) {
  const Vec a{{x[0], x[1], x[2]}}, b{{x[1], x[2], x[3]}};
  const Vec next = a + x[3] * (b + x[0] * a);
  return next.v[0] * next.v[1] + std::sin(next.v[2]);
}

inline std::vector<double> scaled(const std::vector<double>& x, double s) {
  std::vector<double> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = s * x[i] * x[i];
  return y;
}

// In a loop, of vectors.
// CHECK-LABEL: struct repeated_kernel
// CHECK: static double sweep(
// CHECK: std::vector<double> y(
// CHECK: std::vector<double> c(
// CHECK-NOT: std::vector<double> {{[a-z0-9_]+}} = {{[a-z0-9_]+}};
// CHECK: tangent_sweep(
TREELIZE(kernel) double repeated(std::span<const double> x, int n) {
  std::vector<double> a(x.begin(), x.end());
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    const std::vector<double> b = scaled(a, x[1]);
    std::vector<double> c = scaled(b, x[0]);
    c[0] += b[1];
    c.push_back(c[0] * sum);
    sum += c[0] * c[2] + c.back();
    a = c;
    a.pop_back();
  }
  return sum;
}

// A copy that is one: the original is asked for again, or something looks at it, or it lives in another block.
// CHECK-LABEL: struct kept_kernel
// CHECK: static double sweep(
// CHECK: Vec b = a;
// CHECK: Vec d = c;
// CHECK: Vec f = e;
// CHECK: tangent_sweep(
TREELIZE(kernel) double kept(std::span<const double> x) {
  Vec a{{x[0], x[1], x[2]}};
  Vec b = a;
  b.v[0] *= x[3];
  a.v[1] += b.v[0];
  Vec c{{x[1], x[2], x[0]}};
  double* p = c.v;
  Vec d = c;
  d.v[0] *= x[2];
  *p *= d.v[0];
  double sum = a.v[1] * b.v[2] + *p * d.v[0];
  Vec e{{x[3], x[2], x[1]}};
  for (int i = 0; i < 2; ++i) {
    Vec f = e;
    f.v[i] *= x[0];
    sum += f.v[0] * f.v[1];
  }
  return sum;
}

// The result itself.
struct Pair {
  double first, second;
};
TREELIZE(kernel) Pair both(double x, double y) {
  Pair made{x * y, x + y};
  made.first *= made.second;
  const Pair copy = made;
  return copy;
}

} // namespace app

#include "elision.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7};
  check::scalar("chain", app::kernels::chain, x);
  check::scalar("repeated", app::kernels::repeated, x, 3);
  check::scalar("kept", app::kernels::kept, x);
  check::failures() += !treelize::check_gradient(app::kernels::both, 0.7, -0.4).passed();
  return check::finish();
}
