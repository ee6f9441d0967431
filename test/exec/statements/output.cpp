// Calls for their effect on the world outside stay, once per run of the primal in a derivative.
// RUN: %treelize %s -o %T/output.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/output.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t | %FileCheck %s --check-prefix=OUT
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cstdarg>
#include <cstdio>

namespace app {

inline int steps = 0;
TREELIZE(nondiff) inline void note(double, int) { ++steps; }

// CHECK: ::printf("step %d: %g\n", i, [[Y:.*]]);
// CHECK: app::note({{.*}}, i);
TREELIZE(kernel) double traced(double x) {
  double y = x;
  for (int i = 0; i < 2; ++i) {
    y *= std::sin(y);
    std::printf("step %d: %g\n", i, y);
    note(y, i);
    if (y < 0)
      fprintf(stderr, "step %d: %g\n", i, y);
  }
  return y;
}

TREELIZE(nondiff) inline void tell(const char* format, ...) {
  va_list arguments;
  va_start(arguments, format);
  std::vprintf(format, arguments);
  va_end(arguments);
}
// CHECK-NOT: va_list
// CHECK: app::tell("small: %g\n", x);
TREELIZE(kernel) double told(double x) {
  if (x < 1)
    tell("small: %g\n", x);
  return x * x;
}

} // namespace app

#include "output.treelize.hpp"

int main() {
  const double x = 0.5, g = app::kernels::traced.grad(x).x;
  // OUT: step 0: 0.239713
  // OUT-NEXT: step 1: 0.056913
  std::printf("done\n");
  // OUT-NEXT: done
  // OUT-NEXT: small: 0.5
  if (app::steps != 2 || app::kernels::told.grad(x).x != 1)
    return 1;
  const double h = 1e-6;
  check::near("traced", "x", g, (app::traced(x + h) - app::traced(x - h)) / (2 * h), 1e-7, 1);
  return check::failures();
}
