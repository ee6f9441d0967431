// Classes of the library that a kernel cannot take or return.
// RUN: not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s
#include <array>
#include <cmath>
#include <optional>
#include <treelize/annotations.hpp>
#include <valarray>
#include <variant>
#include <vector>

namespace app {

// CHECK: library-classes.cpp:[[#@LINE+2]]:{{.*}}error: a kernel that returns a 'std::optional<double>' is not supported
// CHECK: note: return a number, and say through a reference which case it is
TREELIZE(kernel) std::optional<double> maybe(double x) {
  if (x < 0)
    return std::nullopt;
  return std::sqrt(x);
}

// CHECK: library-classes.cpp:[[#@LINE+1]]:{{.*}}error: a kernel that returns a 'std::variant<{{.*}}>' is not supported
TREELIZE(kernel) std::variant<int, double> either(double x) {
  return x;
}

// CHECK: library-classes.cpp:[[#@LINE+2]]:{{.*}}error: a variable of type 'std::valarray<double>' is not supported
TREELIZE(kernel) double arrays(double x) {
  std::valarray<double> v{x, x * x};
  return v.sum();
}

// CHECK: library-classes.cpp:[[#@LINE+6]]:{{.*}}error: a vector of 'std::array<{{.*}}>' is not supported
// CHECK: note: keep its members in vectors of their own
TREELIZE(kernel) double grids(double x) {
  struct Cell {
    double w = 1, b = 2;
  };
  std::array<std::array<Cell, 2>, 2> cells;
  cells[1][0].w = x;
  return cells[1][0].w * cells[0][1].b;
}

} // namespace app
