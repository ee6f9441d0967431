// A number that is declared first and assigned later begins with what is assigned, so that it can be computed again.
// RUN: %treelize %s -o %T/late-starts.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/late-starts.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=scopes -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// CHECK-LABEL: struct early_kernel
// CHECK: static double sweep(
// CHECK-NOT: product_kept
// CHECK: const double product = x[i] * x[i + 1];
// CHECK-NEXT: const double factor = std::sin(product);
// CHECK: static treelize::tangent_result
// OFF-LABEL: struct early_kernel
// OFF: product_kept
TREELIZE(kernel) double early(std::span<const double> x) {
  double total = 1;
  for (std::size_t i = 0; i + 1 < x.size(); ++i) {
    double product, factor = 0;
    product = x[i] * x[i + 1];
    factor = std::sin(product);
    total = total * factor + product * product;
  }
  return total;
}

// What is read first, given a value under a condition, or made of itself begins where it is declared.
// CHECK-LABEL: struct stays_kernel
// CHECK: static double sweep(
// CHECK: double flag = 1.0;
// CHECK: double chosen = 2.0;
// CHECK: double own = 3.0;
TREELIZE(kernel) double stays(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    double flag = 1, chosen = 2, own = 3;
    sum += x[i] * flag;
    flag = x[i] * sum;
    if (x[i] > 0)
      chosen = x[i] * x[0];
    own = own * x[i];
    sum += std::sin(flag * chosen) * own;
  }
  return sum;
}

} // namespace app

#include "late-starts.treelize.hpp"

int main() {
  for (const std::vector<double>& x : {std::vector{0.9, -0.3, 0.4}, std::vector{-0.5, 0.2, -0.4, 1.1}}) {
    check::scalar("early", app::kernels::early, x);
    check::scalar("stays", app::kernels::stays, x);
  }
  return check::finish();
}
