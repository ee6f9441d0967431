// Parts of a polynomial in Horner's form get names in the tangent: else the product rule would write all of them once for each
// power. And a statement of thousands of characters, which the source itself has, is printed in no time.
// RUN: %treelize %s -o %T/long-formulas.treelize.hpp -- -std=c++20
// RUN: %FileCheck %s --input-file=%T/long-formulas.treelize.hpp
// RUN: %python -c "import sys; print('longest', max(map(len, open(sys.argv[1]).read().split('tangent_sweep(double x,')[1].split(';'))))" %T/long-formulas.treelize.hpp | %FileCheck %s --check-prefix=LONGEST
// RUN: %cxx -I%T %s %link -o %t && %t
// RUN: %clangxx -I%T %s -fsyntax-only
// RUN: %python -c "n = 200; print('inline double g(double x) { return ' + '(' * n + '0.5' + ''.join(f' * x + 0.{i + 1000})' for i in range(n)) + '; }')" > %T/long-formula.inc
// RUN: timeout 60 %treelize %s -o %T/longer.treelize.hpp -- -std=c++20 -I%T -DLONGER
// RUN: %clangxx -I%T -DLONGER %s %link -o %t.longer && %t.longer
#include <treelize/annotations.hpp>

// LONGEST: longest {{[1-3]?[0-9][0-9]$}}

// CHECK-LABEL: struct f_kernel
// CHECK: tangent_sweep(double x,
// CHECK: const double part = ((x * 0.5 + 0.1001) * x + 0.1002) * x;
// CHECK-NEXT: const double part_t =
// CHECK: const double part2 = ((part + 0.1003) * x + 0.1004) * x;
TREELIZE(kernel) inline double f(double x, double y) {
  const double p =
      ((((((((((((((((x * 0.5 + 0.1001) * x + 0.1002) * x + 0.1003) * x + 0.1004) * x + 0.1005) * x + 0.1006) * x + 0.1007) * x + 0.1008) * x +
              0.1009) * x + 0.101) * x + 0.1011) * x + 0.1012) * x + 0.1013) * x + 0.1014) * x + 0.1015) * x + 0.1016) * x + y;
  return p * y;
}

#ifdef LONGER
#include "long-formula.inc"
TREELIZE(kernel) inline double longer(double x) { return g(x); }
#include "longer.treelize.hpp"
#else
#include "long-formulas.treelize.hpp"
#endif

#include <cmath>
#include <cstdio>

template <class Kernel> bool isRight(const Kernel& kernel, double x) {
  const double h = 1e-6, gradient = kernel(x, 1.0), wanted = (kernel(x + h, 0.0) - kernel(x - h, 0.0)) / (2 * h);
  if (std::fabs(gradient - wanted) < 1e-7)
    return true;
  std::printf("%g (%g)\n", gradient, wanted);
  return false;
}

int main() {
#ifdef LONGER
  return !(isRight([](double x, double seed) { return seed == 0 ? longer(x) : kernels::longer.grad(x).x; }, 0.7) &&
           isRight([](double x, double seed) { return seed == 0 ? longer(x) : kernels::longer.tangent(x, 1).derivative; }, 0.7));
#else
  const double y = 1.25;
  return !(isRight([&](double x, double seed) { return seed == 0 ? f(x, y) : kernels::f.grad(x, y).x; }, 0.7) &&
           isRight([&](double x, double seed) { return seed == 0 ? f(x, y) : kernels::f.tangent(x, y, 1, 0).derivative; }, 0.7));
#endif
}
