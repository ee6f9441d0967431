// A class of grids whose elements are asked for by numbers that a function is given: what an iteration adds to neighbours of its cell
// is seen through their names, and taken in loops that are vectorised.
// RUN: %treelize %s -o %T/grids.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/grids.treelize.hpp
// RUN: %allcxx -fsyntax-only -I%S/../Inputs -I%T %s
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=spelling -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace app {

class Grid {
public:
  Grid(int nx, std::vector<double> cells) : nx(nx), cells(std::move(cells)) {}
  double& operator()(int i, int j) { return cells[j * nx + i]; }
  double operator()(int i, int j) const { return cells[j * nx + i]; }

private:
  int nx;
  std::vector<double> cells;
};

inline double around(const Grid& u, int i, int j) {
  return u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1);
}

// CHECK-LABEL: struct averages_kernel
// CHECK: static double sweep(
// CHECK: cells_b(x.size(), 0.0);
// CHECK-NOT: const int
// CHECK: for (int i = 3; i < nx - 1; ++i) {
// CHECK-NEXT: cells_b[j * u_nx + i - 1] +=
// CHECK-NOT: nx - 3 <
// CHECK-NOT: const int
// CHECK: return result;
// OFF-LABEL: struct averages_kernel
// OFF: cells_b(x.size(), 0.0);
// OFF: cells_b[j * u_nx + i3] +=
TREELIZE(kernel) double averages(std::span<const double> x, int nx, int ny) {
  const Grid u(nx, std::vector<double>(x.begin(), x.end()));
  double sum = 0;
  for (int j = 1; j < ny - 1; ++j)
    for (int i = 1; i < nx - 1; ++i)
      sum += around(u, i, j) * x[j];
  return sum * sum;
}

} // namespace app

#include "grids.treelize.hpp"

int main() {
  for (const int nx : {1, 3, 4, 5, 9})
    for (const int ny : {2, 3, 6})
      check::scalar("averages", app::kernels::averages, check::field(static_cast<std::size_t>(nx * ny)), nx, ny);
  return check::finish();
}
