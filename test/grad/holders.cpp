// An element that is overwritten is not saved where a local, which is saved anyway, has been read from it.
// RUN: %treelize %s -o %T/holders.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/holders.treelize.hpp
// RUN: %cxx -fsanitize=address,undefined -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o %T/apart.treelize.hpp --disable-pass=copies -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/apart.treelize.hpp --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// A rotation: two numbers and how it turns, not four. The two may be one.
// CHECK-LABEL: struct rotated_kernel
// CHECK: static double sweep(
// CHECK-NOT: _old
// CHECK: for (int k = steps; k-- > 0;) {
// CHECK: r[j] = b;
// CHECK: r[i] = a;
// CHECK: tangent_sweep(
// OFF-LABEL: struct rotated_kernel
// OFF: static double sweep(
// OFF: r[j] = r_old
// OFF: r[i] = r_old
// OFF: tangent_sweep(
TREELIZE(kernel) double rotated(std::span<const double> x, int steps, int apart) {
  std::vector<double> r(x.begin(), x.end());
  double sum = 0;
  for (int k = 0; k < steps; ++k) {
    const int i = k % 3, j = (k + apart) % 3;
    const double a = r[i], b = r[j];
    const double c = x[0] + 0.1 * k, s = x[1] * c;
    r[i] = c * a + s * b;
    r[j] = c * b - s * a;
    sum += r[0] * r[1] * r[2];
  }
  for (double e : r)
    sum += e * e;
  return sum;
}

// What was read is no longer there; somebody looks in between, perhaps at the same element; the index has moved; the
// local itself changes.
// CHECK-LABEL: struct changed_kernel
// CHECK: static double sweep(
// CHECK: _old
// CHECK: tangent_sweep(
TREELIZE(kernel) double changed(std::span<const double> x, int steps, int apart) {
  std::vector<double> r(x.begin(), x.end());
  double sum = 0;
  for (int k = 0; k < steps; ++k) {
    int i = k % 3, j = (k + apart) % 3;
    const double a = r[i];
    r[i] *= x[0];
    sum += a * a * a;
    r[i] = a * x[1] + r[i] * r[i];
    const double b = r[j];
    r[i] = std::sin(r[i]) * b;
    sum += r[i] * r[j];
    r[j] = b * b * r[i];
    double c = r[j];
    c *= x[2];
    r[j] = c * c * b;
    const double d = r[i];
    i = j;
    r[i] = d * d * r[i];
    sum += b * d * c;
  }
  for (double e : r)
    sum += e * e;
  return sum;
}

} // namespace app

#include "holders.treelize.hpp"

int main() {
  for (int steps : {0, 1, 2, 5})
    for (int apart : {0, 1, 2}) {
      check::scalar("rotated", app::kernels::rotated, {0.9, -0.3, 0.4}, steps, apart);
      check::scalar("changed", app::kernels::changed, {0.9, -0.3, 0.4}, steps, apart);
    }
  return check::finish();
}
