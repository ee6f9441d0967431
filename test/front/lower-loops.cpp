// Which for statements are counted loops, and what happens to those that are not.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/lower-loops.treelize.hpp --dump-after=lower -- -std=c++20 -I%S/../Inputs | %FileCheck %s
// RUN: %cxx -I%t -I%S/../Inputs %s %link -o %t/run && %t/run
#include <treelize/annotations.hpp>

#include <span>
#include <vector>

namespace app {

// CHECK-LABEL: kernel counted
// CHECK: for i: int in [0, n)
// CHECK: for i2: int in [1, n)
// CHECK: for i3: int in [0, n) by 2
// CHECK: for i4: int in [0, end)
// CHECK: for i5: unsigned int in [0, static_cast<unsigned int>(n))
TREELIZE(kernel) double counted(std::span<const double> x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += x[i];
  for (int i = 1; n - 1 >= i; i += 1)
    s *= x[i];
  for (int i = 0; i < n; i += 2)
    s += x[i] * s;
  for (int i = 0, end = x.size(); i != end; i++)
    s -= x[i];
  for (unsigned i = 0; i != static_cast<unsigned>(n); i = i + 1)
    s += s * x[i];
  return s;
}

// CHECK-LABEL: kernel descending
// CHECK: for i: int in [0, n) descending
// CHECK: for i2: int in [1, n) descending
// CHECK: for i3: std::size_t in [0, x.size()) descending
TREELIZE(kernel) double descending(std::span<const double> x, int n) {
  double s = 1;
  for (int i = n - 1; i >= 0; --i)
    s = s * 0.5 + x[i];
  for (int i = n - 1; i > 0; i--)
    s = s * x[i] + 1;
  for (std::size_t i = x.size(); i-- > 0;)
    s += s * x[i];
  return s;
}

// The body moves the counter or the bound; or the test is of another kind.
// CHECK-LABEL: kernel general
// CHECK: while i < n
// CHECK: step
// CHECK-NEXT: i += 1
// CHECK: while i2 < m
// CHECK: while i3 * i3 < n
// CHECK: while j < 2
// CHECK: while k > 0
TREELIZE(kernel) double general(std::span<const double> x, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i) {
    s += x[i] * x[i];
    if (s > 1)
      ++i;
  }
  int m = n;
  for (int i = 0; i < m; ++i) {
    s += s * x[i];
    m = n - 1;
  }
  for (int i = 0; i * i < n; ++i)
    s -= x[i] * x[0];
  int j = 0;
  for (; j < 2; ++j)
    s *= x[j];
  for (int k = n - 1; k > 0; k -= 2)
    s += x[k] * s;
  return s + j * s;
}

// The value at the start of the loop counts, not what the body makes of it.
// CHECK-LABEL: kernel startChanges
// CHECK: let start: const int = first
// CHECK: for i: int in [start, n)
TREELIZE(kernel) double startChanges(std::span<const double> x, int n) {
  double s = 1;
  int first = 1;
  for (int i = first; i < n; ++i) {
    first = 3;
    s = s * x[i] + first;
  }
  return s;
}

// CHECK-LABEL: kernel never
// CHECK: scope
TREELIZE(kernel) double never(std::span<const double> x, int n) {
  double s = x[0];
  for (int i = n; i < n; ++i)
    s = 0;
  for (;;) {
    s *= x[1];
    if (s < 0.1)
      break;
  }
  do
    s *= x[0];
  while (false);
  return s;
}

} // namespace app

#include "lower-loops.treelize.hpp"

#include <GradientCheck.h>

int main() {
  const std::vector<double> x = {0.7, -0.3, 0.4, 0.9};
  check::scalar("counted", app::kernels::counted, x, 4);
  check::scalar("descending", app::kernels::descending, x, 4);
  check::scalar("general", app::kernels::general, x, 4);
  check::scalar("startChanges", app::kernels::startChanges, x, 4);
  check::scalar("never", app::kernels::never, x, 4);
  return check::finish();
}
