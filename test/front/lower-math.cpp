// Functions of <cmath> are operators of the table; those without a derivative stay calls.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/lower-math.treelize.hpp --dump-after=lower -- -std=c++20 -I%S/../Inputs | %FileCheck %s
// RUN: %cxx -I%t -I%S/../Inputs %s %link -o %t/run && %t/run
#include <treelize/annotations.hpp>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <math.h>

namespace app {

// CHECK-LABEL: kernel table
// CHECK-NEXT: return std::sin(a) + std::sqrt(b) + std::fabs(a) + std::pow(a, 2.0) + std::hypot(a, b, 1.0)
TREELIZE(kernel) double table(double a, double b) {
  return ::sin(a) + std::sqrt(b) + std::abs(a) + std::pow(a, 2) + std::hypot(a, b, 1) + fabs(b) + std::fma(a, b, a) +
         std::atan2(a, b);
}

// CHECK-LABEL: kernel extrema
TREELIZE(kernel) double extrema(double a, double b) {
  return std::max(a, b) * std::min(a, 2.0) + std::clamp(a, 0.0, 0.5) + std::max({a, b, a * b}) + std::fmin(a, b);
}

// CHECK-LABEL: kernel floats
// CHECK-NEXT: let x: const float = static_cast<float>(a)
// CHECK-NEXT: return static_cast<double>(std::sqrt(x) * 0.5f) + b
TREELIZE(kernel) double floats(double a, double b) {
  const float x = a;
  return sqrtf(x) * 0.5f + b;
}

// CHECK-LABEL: kernel integers
// CHECK: (int: `std::abs($0)`(n))
// CHECK: `std::max<int>($0, $1)`(n, 3)
// CHECK: `std::isnan($0)`(b)
// CHECK: std::numeric_limits<double>::epsilon()
TREELIZE(kernel) double integers(double a, double b) {
  int n = static_cast<int>(a * 10);
  double s = a * std::abs(n) + std::max(n, 3);
  if (std::isnan(b) || std::lround(b) > 100)
    return 0;
  return s * b + std::numeric_limits<double>::epsilon();
}

} // namespace app

#include "lower-math.treelize.hpp"

#include <GradientCheck.h>

int main() {
  check::numbers("table", app::kernels::table, 0.7, 1.3);
  check::numbers("extrema", app::kernels::extrema, 0.7, 1.3);
  check::numbers("integers", app::kernels::integers, -0.73, 1.3);
  return check::finish();
}
