// A container that is declared first and assigned later begins with what is assigned: nobody saves the empty one.
// RUN: %treelize %s -o %T/first-values.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/first-values.treelize.hpp
// RUN: %cxx -fsanitize=address,undefined -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=elision -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

struct Parts {
  std::vector<double> squares, products;
};

inline Parts partsOf(const std::vector<double>& x) {
  Parts parts;
  parts.squares = std::vector<double>(x.size());
  std::vector<double> products(x.size(), 0.0);
  for (std::size_t i = 0; i < x.size(); ++i) {
    parts.squares[i] = x[i] * x[i];
    products[i] = x[i] * x[0];
  }
  parts.products = products;
  return parts;
}

// The members are as long as the parameter, and the check of that is settled: rows of the tape hold them.
// CHECK-LABEL: struct members_kernel
// CHECK: static double sweep(
// CHECK-NOT: tape.push
// CHECK-NOT: if (
// CHECK: for (int k = 0; k < n; ++k) {
// CHECK: double* const object = treelize::row(object_rows, k, x.size());
// CHECK-NEXT: double* const products = treelize::row(products_rows, k, x.size());
// CHECK-NOT: tape.push
// CHECK: for (int k = n; k-- > 0;) {
// CHECK: tangent_sweep(
// OFF-LABEL: struct members_kernel
// OFF: static double sweep(
// OFF: tape.push(parts
// OFF: tangent_sweep(
TREELIZE(kernel) double members(std::span<const double> x, int n) {
  const std::vector<double> first(x.begin(), x.end());
  std::vector<double> y = first;
  for (int k = 0; k < n; ++k) {
    const Parts parts = partsOf(y);
    if (parts.products.size() != y.size() || (parts.squares.size() == 0 && y.size() != 0))
      y = first;
    for (std::size_t i = 0; i < y.size(); ++i)
      y[i] += 0.1 * parts.squares[i] * parts.products[i];
  }
  double sum = 0;
  for (double e : y)
    sum += e * e;
  return sum;
}

// The empty one is asked for; the first value follows from itself; it comes in one branch alone, or in a loop.
// CHECK-LABEL: struct asked_kernel
// CHECK: static double sweep(
// CHECK: std::vector<double> a;
// CHECK: a = 
// CHECK: std::vector<double> b;
// CHECK: std::vector<double> c;
// CHECK: tangent_sweep(
TREELIZE(kernel) double asked(std::span<const double> x, int n) {
  const std::vector<double> first(x.begin(), x.end());
  std::vector<double> a;
  double sum = static_cast<double>(a.size()) * x[1];
  a = first;
  std::vector<double> b;
  if (n > 1)
    b = a;
  else
    b.push_back(x[0] * x[1]);
  std::vector<double> c;
  for (int k = 0; k < n; ++k) {
    for (double e : c)
      sum += e * b[0];
    c = b;
    b[0] *= x[2];
  }
  for (double e : a)
    sum += e * e * b[0];
  return sum;
}

} // namespace app

#include "first-values.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4};
  for (int n : {0, 1, 4}) {
    check::scalar("members", app::kernels::members, x, n);
    check::scalar("asked", app::kernels::asked, x, n);
  }
  return check::finish();
}
