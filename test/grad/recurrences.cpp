// `s = s + e` overwrites nothing, and a counter that a loop carries along is a function of the loop's own.
// RUN: %treelize %s -o %T/recurrences.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/recurrences.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=recurrences -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

// CHECK-LABEL: struct packed_kernel
// CHECK: static double sweep(
// CHECK: y[j] += x[next + (j - (i + 1))] * x_here;
// CHECK: next += static_cast<int>(treelize::trip_count<int>(i + 1, n));
// CHECK: next -= static_cast<int>(treelize::trip_count<int>(i + 1, n));
// OFF-LABEL: struct packed_kernel
// OFF: y[j] = y[j] + x[next] * x[i];
// OFF: ++next;
TREELIZE(kernel) double packed(std::span<const double> x) {
  const int n = 4;
  double y[n] = {};
  int next = 1;
  for (int i = 0; i < n; ++i)
    for (int j = i + 1; j < n; ++j) {
      y[j] = y[j] + x[next] * x[i];
      ++next;
    }
  double sum = 0;
  for (double v : y)
    sum = v * v + sum;
  return sum;
}

// Read before and after it grows, from an index that is no constant; and what must stay as it is.
TREELIZE(kernel) double counters(std::span<const double> x) {
  std::size_t at = x[0] > 0.5 ? 1 : 0;
  unsigned twice = 0, sometimes = 0;
  double sum = 0, last = 1;
  for (int i = 2; i < 5; ++i) {
    sum += x[at] * last;
    ++at;
    last = x[at - 1] * x[(at + sometimes) % 7];
    ++twice;
    if (x[at] > 0)
      ++sometimes;
    ++twice;
  }
  last = last - x[at];
  sum = sum - sum * last;
  return sum * last * x[twice % 3] + x[sometimes];
}

// The counter is out of scope when the reverse sweep comes back.
TREELIZE(kernel) double scoped(std::span<const double> x) {
  double sum = 1;
  for (int k = 0; k < 2; ++k) {
    int at = k;
    for (int i = 0; i < 3; ++i)
      for (int j = i; j < 2; ++j) {
        sum += sum * x[at];
        ++at;
      }
  }
  return sum;
}

} // namespace app

#include "recurrences.treelize.hpp"

int main() {
  check::scalar("packed", app::kernels::packed, {0.9, -0.3, 0.4, 0.7, 1.1, 0.2, -0.6});
  check::scalar("counters", app::kernels::counters, {0.9, -0.3, 0.4, 0.7, 1.1, 0.2, -0.6});
  check::scalar("counters", app::kernels::counters, {0.4, -0.3, 0.4, -0.7, 1.1, 0.2, -0.6});
  check::scalar("scoped", app::kernels::scoped, {0.9, -0.3, 0.4, 0.7});
  return check::finish();
}
