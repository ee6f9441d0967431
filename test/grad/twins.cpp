// The derivative of a sine is the cosine: where a block computes both, the reverse sweep computes neither.
// RUN: %treelize %s -o %T/twins.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/twins.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=twins -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// CHECK-LABEL: struct turned_kernel
// CHECK: static double sweep(
// CHECK: for (
// CHECK: sine = std::sin(angle);
// CHECK-NEXT: {{.*}}cosine = std::cos(angle);
// CHECK: for (
// CHECK-NOT: std::{{sin|cos}}
// CHECK: double angle_b = -(cosine_b * sine);
// CHECK-NEXT: angle_b += sine_b * cosine;
// CHECK: tangent_result<double> tangent_sweep(
// CHECK: sine = std::sin(angle);
// CHECK-NEXT: {{.*}}cosine = std::cos(angle);
// CHECK-NEXT: {{.*}}sine_t = cosine * angle_t;
// CHECK-NOT: std::sin
// CHECK: cosine_t = -(sine * angle_t);
// CHECK: return
// OFF-LABEL: struct turned_kernel
// OFF: for (
// OFF: for (
// OFF-DAG: cosine_b * std::sin(angle)
// OFF-DAG: sine_b * std::cos(angle)
TREELIZE(kernel) double turned(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double angle = x[i] * x[i] + sum;
    const double sine = std::sin(angle);
    const double scaled = 3 * sine;
    const double cosine = std::cos(angle);
    sum += scaled * cosine * cosine;
  }
  return sum;
}

// The argument changes between the two, or one of them takes its place: they stay strangers.
// CHECK-LABEL: struct strangers_kernel
// CHECK: static double sweep(
// CHECK: * std::cos(
// CHECK: tangent_sweep(
TREELIZE(kernel) double strangers(std::span<const double> x) {
  double angle = x[0];
  const double sine = std::sin(angle);
  angle = angle * x[1];
  const double cosine = std::cos(angle);
  double a = x[2] * sine;
  a = std::sin(a);
  const double b = std::cos(a);
  return cosine * b * a + angle;
}

// In a branch, with hyperbolic twins, a result that is overwritten, and three of a kind.
// CHECK-LABEL: struct branches_kernel
TREELIZE(kernel) double branches(std::span<const double> x) {
  double s = 0.5, c = 0.25;
  if (x[0] > 0) {
    s = std::sinh(x[1]);
    c = std::cosh(x[1]) * s;
    s = s * c;
  } else {
    c = std::cos(x[1]);
    s = std::sin(x[1]) * c;
    c = std::cos(x[1]) * s * x[2];
  }
  return s * c + s;
}

} // namespace app

#include "twins.treelize.hpp"

int main() {
  for (const std::vector<double>& x : {std::vector{0.9, -0.3, 0.4}, std::vector{-0.5, 0.2, -0.4}}) {
    check::scalar("turned", app::kernels::turned, x);
    check::scalar("strangers", app::kernels::strangers, x);
    check::scalar("branches", app::kernels::branches, x);
  }
  return check::finish();
}
