// Side effects in expressions happen once and in C++'s order: each becomes a statement.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/lower-order.treelize.hpp --dump-after=lower -- -std=c++20 -I%S/../Inputs | %FileCheck %s
// RUN: %cxx -I%t -I%S/../Inputs %s %link -o %t/run && %t/run
#include <treelize/annotations.hpp>

#include <array>
#include <span>

namespace app {

double bump(double& x) { return x += 1; }

// CHECK-LABEL: kernel increments
// CHECK: let old: const int = i
// CHECK-NEXT: i += 1
// CHECK-NEXT: s += x[old]
TREELIZE(kernel) double increments(std::span<const double> x) {
  int i = 0;
  double s = 0;
  s += x[i++];
  s *= x[++i];
  s -= x[i--] * 2;
  return s * i;
}

// The right side of an assignment comes before the left.
TREELIZE(kernel) double rightFirst(std::span<const double> x) {
  std::array<double, 4> a = {1, 2, 3, 4};
  int i = 0;
  a[i] = x[0] * (i + 1), ++i;
  i = 2;
  a[i] += x[1];
  return a[0] + a[1] * a[2] * a[3];
}

// An operand that a later one changes keeps its value.
// CHECK-LABEL: kernel listInOrder
// CHECK: a[0] = v * x[1]
// CHECK-NEXT: v += 1.0
TREELIZE(kernel) double listInOrder(std::span<const double> x) {
  double v = x[0];
  std::array<double, 3> a{v * x[1], bump(v), v};
  return a[0] * a[1] + a[2];
}

// CHECK-LABEL: kernel comma
TREELIZE(kernel) double comma(std::span<const double> x) {
  double a = 0, b;
  b = (a = x[0] * x[0], a + x[1]);
  for (int i = 0, j = 2; i < j; ++i, --j)
    b += x[i] * x[j];
  return a * b;
}

// CHECK-LABEL: kernel chained
// CHECK: a = x[0] * x[1]
// CHECK-NEXT: b = a
TREELIZE(kernel) double chained(std::span<const double> x) {
  double a, b, c = 1;
  b = a = x[0] * x[1];
  (c += a) *= b;
  return a + b * c;
}

// What a short circuit or a choice would not run stays in its branch.
// CHECK-LABEL: kernel guarded
// CHECK: let holds: bool = v > 0.0
// CHECK-NEXT: if holds
// CHECK-NEXT: v += 1.0
TREELIZE(kernel) double guarded(std::span<const double> x) {
  double v = x[0];
  if (v > 0 && bump(v) > 1)
    v *= x[1];
  if (v < -5 || bump(v) > 100)
    v = 0;
  double w = x[1] > 0 ? bump(v) * 2 : x[1] * v;
  x[2] > 0 ? v += w : v -= w;
  return v * w;
}

// A condition with effects runs before every turn, also after continue.
TREELIZE(kernel) double conditionEffects(std::span<const double> x) {
  double v = x[0] * x[0], s = 0;
  int turns = 0;
  while (bump(v) < 6) {
    if (++turns % 2)
      continue;
    s += v * x[1];
  }
  do {
    s += x[2] * v;
    if (s > 3)
      continue;
    s *= 1.5;
  } while (bump(v) < 9);
  for (; bump(v) < 12; bump(v))
    s *= 1 + 0.1 * v;
  return s;
}

} // namespace app

#include "lower-order.treelize.hpp"

#include <GradientCheck.h>

int main() {
  for (const std::vector<double>& x : {std::vector{0.7, -1.3, 0.4}, std::vector{0.4, 0.9, -0.3}, std::vector{-0.7, 1.3, 2.4}}) {
    check::scalar("increments", app::kernels::increments, x);
    check::scalar("rightFirst", app::kernels::rightFirst, x);
    check::scalar("listInOrder", app::kernels::listInOrder, x);
    check::scalar("comma", app::kernels::comma, x);
    check::scalar("chained", app::kernels::chained, x);
    check::scalar("guarded", app::kernels::guarded, x);
    check::scalar("conditionEffects", app::kernels::conditionEffects, x);
  }
  return check::finish();
}
