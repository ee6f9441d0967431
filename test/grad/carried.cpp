// A loop whose iterations add to each other's elements stays as it is under g++ -O3, which loses such sums where the
// elements are objects, or where it clears what the loop reads before it begins.
// RUN: %treelize %s -o %T/carried.treelize.hpp --disable-pass=fission --disable-pass=layout -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/carried.treelize.hpp
// RUN: %cxx -O3 -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

struct Water {
  double depth, discharge;
};

// CHECK-LABEL: struct canal_kernel
// CHECK: static double sweep(
// CHECK: TREELIZE_CARRIED
// CHECK: fluxes_b[i - 1].d
// CHECK: tangent_sweep(
TREELIZE(kernel) double canal(std::span<const double> x, TREELIZE(nondiff) double ratio, int steps) {
  const std::size_t n = x.size();
  std::vector<Water> cells(n + 2), fluxes(n + 1);
  for (std::size_t i = 0; i < n; ++i)
    cells[i + 1] = {1 + x[i], x[i] * x[i]};
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 0; i < n + 1; ++i)
      fluxes[i] = {cells[i].discharge * cells[i + 1].depth, cells[i].depth * cells[i + 1].discharge};
    for (std::size_t i = 1; i < n + 1; ++i) {
      cells[i].depth -= ratio * (fluxes[i].depth - fluxes[i - 1].depth);
      cells[i].discharge -= ratio * (fluxes[i].discharge - fluxes[i - 1].discharge);
    }
  }
  double sum = 0;
  for (const Water& cell : cells)
    sum += cell.depth * cell.discharge;
  return sum;
}

// Elements that each iteration has for itself need nothing of the kind.
// CHECK-LABEL: struct alone_kernel
// CHECK-NOT: TREELIZE_CARRIED
// CHECK: tangent_sweep(
TREELIZE(kernel) double alone(std::span<const double> x) {
  std::vector<double> y(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = x[i] * x[i];
  double sum = 0;
  for (std::size_t i = 0; i < y.size(); ++i)
    sum += y[i] * y[i];
  return sum;
}

} // namespace app

#include "carried.treelize.hpp"

int main() {
  std::vector<double> x(40);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = 0.1 + 0.01 * static_cast<double>(i % 9);
  check::scalar("canal", app::kernels::canal, x, 0.1, 3);
  check::scalar("alone", app::kernels::alone, x);
  return check::finish();
}
