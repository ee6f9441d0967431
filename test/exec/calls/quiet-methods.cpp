// A method that is declared to have no derivative is called on its object: what it returns is a constant.
// RUN: %treelize %s -o %T/quiet-methods.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/quiet-methods.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
// RUN: %clangxx -I%S/../../Inputs -I%T %s -fsyntax-only
// RUN: not %treelize %s -o - -- -std=c++20 -I%S/../../Inputs -DCHANGES 2>&1 | %FileCheck %s --check-prefix=CHANGES
#include <treelize/annotations.hpp>

#include <cmath>
#include <span>

namespace app {

struct Table {
  double step = 0.5;
  int size = 4;
  TREELIZE(nondiff) double at(double x) const { return step * std::floor(x / step); }
  TREELIZE(nondiff) int cell(double x) const;
  TREELIZE(nondiff) double counted(double x) { return ++size * x; }
};
inline int Table::cell(double x) const { return static_cast<int>(x / step) % size; }

// CHECK-LABEL: struct rounded_kernel
// CHECK: table.at(x[i])
// CHECK: table.cell(x[i])
TREELIZE(kernel) double rounded(std::span<const double> x, double step) {
  Table table;
  table.step = step;
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] * x[i] * table.at(x[i]) + x[table.cell(x[i])];
  return sum;
}

#ifdef CHANGES
// CHANGES: error: the method 'app::Table::counted' without a derivative, which may change its object, is not supported in a kernel yet
// CHANGES: note: declare it const, and call it on a variable, or make it a free function
TREELIZE(kernel) double changing(double x) {
  Table table;
  return table.counted(x);
}
#endif

} // namespace app

#include "quiet-methods.treelize.hpp"

#include <iostream>
#include <vector>

int main() {
  const std::vector<double> x{0.7, 1.3, 2.2, 0.1};
  const auto [gradient, step] = app::kernels::rounded.grad(x, 0.5);
  // 2 x floor(x / 0.5) 0.5, and one for each of the cells 1, 2, 0 and 0
  const std::vector<double> wanted{2 * 0.7 * 0.5 + 2, 2 * 1.3 * 1.0 + 1, 2 * 2.2 * 2.0 + 1, 0.0};
  bool isRight = step == 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    isRight = isRight && std::fabs(gradient[i] - wanted[i]) < 1e-14;
  if (!isRight)
    std::cout << gradient[0] << ' ' << gradient[1] << ' ' << gradient[2] << ' ' << gradient[3] << ' ' << step << '\n';
  return !isRight;
}
