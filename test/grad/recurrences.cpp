// `s = s + e` overwrites nothing, and a counter that a loop carries along is a function of the loop's own.
// RUN: %treelize %s -o %T/recurrences.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/recurrences.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=recurrences -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// CHECK-LABEL: struct packed_kernel
// CHECK: static double sweep(
// CHECK: const int next_here = static_cast<int>(1 + (static_cast<std::ptrdiff_t>(i) * (n - 1) -
// CHECK-NEXT: static_cast<std::ptrdiff_t>(i) * (i - 1) / 2));
// CHECK: y[j] += x[offset + j] * x[i];
// CHECK-NOT: next
// CHECK: for (int i = 0; i < n; ++i) {
// CHECK: const int next_here =
// CHECK: for (int j = i + 1; j < n; ++j) {
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

// A stride that the loop leaves alone, the rows of a lower triangle, one that starts late, and an increment that is a line.
// CHECK-LABEL: struct strides_kernel
// CHECK: static double sweep(
// CHECK: const std::size_t row_here = i * stride;
// CHECK: const int late_here = static_cast<int>(static_cast<std::ptrdiff_t>(i - 2) * (i + 1) / 2);
// CHECK: tangent_sweep(
TREELIZE(kernel) double strides(std::span<const double> x, std::size_t stride) {
  double sum = 1;
  std::size_t row = 0, at = 1;
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < stride; ++j)
      sum += std::sin(sum * x[row + j]);
    row += stride;
  }
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j <= i; ++j) {
      sum += x[at] * x[j] * sum;
      ++at;
    }
  int late = 0;
  for (int i = 2; i < 4; ++i) {
    sum *= x[late] + x[late + 1];
    late += i;
  }
  return sum * x[row - at + late];
}

// What is no line, or changes in the loop: it is counted.
TREELIZE(kernel) double crooked(std::span<const double> x) {
  double sum = 1;
  int at = 0, by = 1, two = 0, back = 6;
  for (int i = 0; i < 3; ++i) {
    for (int j = i + 2; j < 3; ++j) {
      sum += x[at] * x[j] * sum;
      ++at;
    }
    sum *= x[two] + x[back];
    two += by;
    by = 3 - by;
    back -= i;
  }
  return sum * x[at + two];
}

} // namespace app

#include "recurrences.treelize.hpp"

int main() {
  check::scalar("packed", app::kernels::packed, {0.9, -0.3, 0.4, 0.7, 1.1, 0.2, -0.6});
  check::scalar("counters", app::kernels::counters, {0.9, -0.3, 0.4, 0.7, 1.1, 0.2, -0.6});
  check::scalar("counters", app::kernels::counters, {0.4, -0.3, 0.4, -0.7, 1.1, 0.2, -0.6});
  check::scalar("scoped", app::kernels::scoped, {0.9, -0.3, 0.4, 0.7});
  check::scalar("strides", app::kernels::strides, {0.9, -0.3, 0.4, 0.7, 1.1, 0.2, -0.6, 0.8, 0.5}, std::size_t(2));
  check::scalar("crooked", app::kernels::crooked, {0.9, -0.3, 0.4, 0.7, 1.1, 0.2, -0.6});
  return check::finish();
}
