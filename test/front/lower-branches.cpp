// if with initialisers, if constexpr, choices, switch: what is decided early, what is kept.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/lower-branches.treelize.hpp --dump-after=lower -- -std=c++20 -I%S/../Inputs | %FileCheck %s
// RUN: %cxx -I%t -I%S/../Inputs %s %link -o %t/run && %t/run
#include <treelize/annotations.hpp>

#include <cassert>
#include <span>

namespace app {

enum class Mode { slow, fast, other };
double relu(double x) {
  if (x > 0)
    return x;
  return 0;
}

// CHECK-LABEL: kernel choices
// CHECK-NEXT: let s: double = n > 2 ? x[0] : x[1]
// CHECK: let chosen: double
// CHECK-NEXT: if n > 1
// CHECK-NEXT: inline app::relu
TREELIZE(kernel) double choices(std::span<const double> x, int n) {
  double s = n > 2 ? x[0] : x[1];
  s += n > 1 ? relu(x[2]) : -x[2];
  if (const double limit = x[0] * x[1]; s > limit)
    s *= limit;
  else if (int k = n - 1)
    s += k * x[0];
  if constexpr (sizeof(int) == 4)
    s += x[1];
  else
    s = 0;
  assert(s < 1e9);
  static_assert(sizeof(double) == 8);
  [[maybe_unused]] typedef int number;
  return s;
}

// CHECK-LABEL: kernel cases
// CHECK: switch n
// CHECK-NEXT: case 0
// CHECK: case 1, 2
// CHECK: case default
// CHECK: switch mode
// CHECK-NEXT: case 0`app::Mode::slow`
TREELIZE(kernel) double cases(std::span<const double> x, int n, Mode mode) {
  double r = x[2];
  switch (n) {
  case 0:
    r = x[0];
    break;
  case 1:
  case 2: {
    double t = x[1] * x[0];
    r += t * t;
    [[fallthrough]];
  }
  default:
    r *= x[1];
  }
  switch (mode) {
  case Mode::slow:
    return r * r;
  case Mode::fast:
    r += 1;
    break;
  case Mode::other:
    break;
  }
  return r * x[2];
}

} // namespace app

#include "lower-branches.treelize.hpp"

#include <GradientCheck.h>

int main() {
  for (const std::vector<double>& x : {std::vector{0.7, -1.3, 0.4}, std::vector{0.4, 0.9, -0.3}})
    for (int n : {0, 1, 2, 3}) {
      check::scalar("choices", app::kernels::choices, x, n);
      check::scalar("cases", app::kernels::cases, x, n, app::Mode(n % 3));
    }
  return check::finish();
}
