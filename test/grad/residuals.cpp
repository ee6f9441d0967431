// A filter by its residuals: what a local of the iteration holds is not saved a second time where it is overwritten, and a residual is
// computed again once what it was made of is put back.
// RUN: %treelize %s -o %T/residuals.treelize.hpp --report=text -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=REPORT
// RUN: %FileCheck %s --input-file=%T/residuals.treelize.hpp
// RUN: %allcxx -fsyntax-only -I%S/../Inputs -I%T %s
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=copies --disable-pass=recomputation -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cstddef>
#include <span>

namespace app {

// REPORT: kernel: app::filtered
// REPORT-NOT: stored: level
// REPORT-NOT: stored: error
// REPORT: tape: {{.*}}
// CHECK-LABEL: struct filtered_kernel
// CHECK: static double sweep(
// CHECK: loss_b = seed;
// CHECK: level = old;
// CHECK: const double error = x[i] - level - {{.*}} * trend2;
// CHECK: return result;
// OFF-LABEL: struct filtered_kernel
// OFF: static double sweep(
// OFF: loss_b = seed;
// OFF-NOT: level = old;
// OFF: return result;
TREELIZE(kernel) double filtered(std::span<const double> x) {
  double level = x[0], trend = 0, loss = 0;
  for (std::size_t i = 1; i < x.size(); ++i) {
    const double error = x[i] - level - x[1] * trend;
    loss += error * error;
    const double old = level;
    level += x[0] * level * trend + 0.5 * x[i];
    trend = x[1] * (level - old) * trend + x[i];
  }
  return loss;
}

/// Another value is put back, in between and by a branch: the residual is kept.
// CHECK-LABEL: struct changed_kernel
// CHECK: static double sweep(
// CHECK: error_kept
// CHECK: return result;
TREELIZE(kernel) double changed(std::span<const double> x) {
  double level = x[0], loss = 0;
  for (std::size_t i = 1; i < x.size(); ++i) {
    const double error = x[i] - level;
    loss += error * error;
    if (x[i] > 0)
      level = x[0] + 0.5 * level;
    level += x[0] * level * level;
  }
  return loss;
}

} // namespace app

#include "residuals.treelize.hpp"

int main() {
  for (const std::size_t count : {2, 3, 10}) {
    check::scalar("filtered", app::kernels::filtered, check::field(count));
    check::scalar("changed", app::kernels::changed, check::field(count));
  }
  return check::finish();
}
