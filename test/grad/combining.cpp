// A sum that the reverse sweep asks for as a whole is kept itself, in place of its parts: one number where they are two. Not where its
// parts are asked for anyway.
// RUN: %treelize %s -o %T/combining.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/combining.treelize.hpp
// RUN: %allcxx -fsyntax-only -I%S/../Inputs -I%T %s
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=combining -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace app {

// CHECK-LABEL: struct relaxed_kernel
// CHECK: static double sweep(
// CHECK-NOT: u_old
// CHECK: const double difference = mean - u[i];
// CHECK-NEXT: u[i] += {{.*}} * difference;
// CHECK: difference_kept[{{.*}}] = difference;
// OFF-LABEL: struct relaxed_kernel
// OFF: mean_kept
// OFF: * (mean - u[i]);
TREELIZE(kernel) double relaxed(std::span<const double> x, int sweeps) {
  std::vector<double> u(x.begin(), x.end());
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (std::size_t i = 1; i + 1 < u.size(); ++i) {
      const double mean = 0.5 * (u[i - 1] + u[i + 1]) + x[1];
      u[i] += x[0] * (mean - u[i]);
    }
  double sum = 0;
  for (std::size_t i = 0; i < u.size(); ++i)
    sum += u[i] * u[i];
  return sum;
}

// CHECK-LABEL: struct asked_kernel
// CHECK: static double sweep(
// CHECK: * (mean - u[i]);
// CHECK: return result;
TREELIZE(kernel) double asked(std::span<const double> x, int sweeps) {
  std::vector<double> u(x.begin(), x.end());
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (std::size_t i = 1; i + 1 < u.size(); ++i) {
      const double mean = std::sin(u[i - 1] + u[i + 1]) * u[i] * u[i];
      u[i] += x[0] * (mean - u[i]);
    }
  double sum = 0;
  for (std::size_t i = 0; i < u.size(); ++i)
    sum += u[i] * u[i];
  return sum;
}

} // namespace app

#include "combining.treelize.hpp"

int main() {
  for (const std::size_t count : {2, 3, 9})
    for (const int sweeps : {0, 1, 5}) {
      check::scalar("relaxed", app::kernels::relaxed, check::field(count), sweeps);
      check::scalar("asked", app::kernels::asked, check::field(count), sweeps);
    }
  return check::finish();
}
