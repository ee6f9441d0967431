// The result's type is what the body or the parameters make it: it is printed by its own name.
// RUN: %treelize %s -o %T/deduced-results.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/deduced-results.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <tuple>
#include <vector>

namespace app {

// CHECK: std::tuple<double, double> operator()(double x) const
TREELIZE(kernel) inline auto pack(double x) { return std::make_tuple(x * x, 2 * x); }

// CHECK: std::tuple<double, std::vector<double>> operator()(double x) const
TREELIZE(kernel) inline auto bundle(double x) { return std::make_tuple(x * x, std::vector<double>{x, 2 * x}); }

// CHECK: double operator()(double x, double y) const
TREELIZE(kernel) inline auto product(double x, double y) -> decltype(x * 1.0f) { return x * x * y; }

} // namespace app

#include "deduced-results.treelize.hpp"

int main() {
  double x_b = 0;
  app::kernels::pack.adjoint(3.0, {1.0, 10.0}, x_b);
  check::near("pack", "adjoint", x_b, 26, 1e-14, 0);
  double y_b = 0;
  app::kernels::bundle.adjoint(3.0, {1.0, {10.0, 100.0}}, y_b);
  check::near("bundle", "adjoint", y_b, 216, 1e-14, 0);
  check::numbers("product", app::kernels::product, 0.7, -1.3);
  return check::finish();
}
