// Objects of a class with a vector and sizes that change places in each step: their vectors are swapped back, not
// saved, and the sizes, which are always the same, are what the objects were made with.
// RUN: %treelize %s -o %T/swapped-grids.treelize.hpp --disable-pass=histories -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/swapped-grids.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <utility>

namespace app {

class Grid {
public:
  Grid(int nx, int ny, std::vector<double> cells) : nx_(nx), ny_(ny), cells_(std::move(cells)) {}
  double& operator()(int i, int j) { return cells_[j * nx_ + i]; }
  double operator()(int i, int j) const { return cells_[j * nx_ + i]; }
  int nx() const { return nx_; }
  int ny() const { return ny_; }
  const std::vector<double>& cells() const { return cells_; }

private:
  int nx_, ny_;
  std::vector<double> cells_;
};

// CHECK-LABEL: struct plate_kernel
// CHECK: static double sweep(
// CHECK-NOT: tape
// CHECK: std::swap(cells, next_cells);
// CHECK-NOT: tape
// CHECK: std::swap(cells, next_cells);
// CHECK: tangent_sweep(
TREELIZE(kernel) double plate(std::span<const double> x, int n, int steps) {
  Grid u(n, n, std::vector<double>(x.begin(), x.end())), next = u;
  for (int t = 0; t < steps; ++t) {
    for (int j = 1; j < u.ny() - 1; ++j)
      for (int i = 1; i < u.nx() - 1; ++i)
        next(i, j) = u(i, j) * u(i - 1, j) + u(i, j + 1);
    std::swap(u, next);
  }
  double sum = 0;
  for (double v : u.cells())
    sum += v * v;
  return sum;
}

// The sizes are not the same: each goes with its vector.
TREELIZE(kernel) double unequal(std::span<const double> x, int n, int steps) {
  Grid a(n, 2, std::vector<double>(x.begin(), x.end())), b(2, n, std::vector<double>(x.rbegin(), x.rend()));
  double sum = 0;
  for (int t = 0; t < steps; ++t) {
    for (int j = 0; j < a.ny(); ++j)
      a(0, j) = a(0, j) * b(0, 1) + 0.5 * a.nx();
    sum += a(1, a.ny() - 1) * b(1, b.ny() - 1);
    std::swap(a, b);
  }
  return sum;
}

} // namespace app

#include "swapped-grids.treelize.hpp"

int main() {
  std::vector<double> x(16);
  for (std::size_t i = 0; i < x.size(); ++i)
    x[i] = 0.3 + 0.05 * static_cast<double>(i % 7);
  for (int steps : {0, 1, 2, 5}) {
    check::scalar("plate", app::kernels::plate, x, 4, steps);
    check::scalar("unequal", app::kernels::unequal, x, 8, steps);
  }
  return check::finish();
}
