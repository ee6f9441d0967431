// A vector that a loop makes anew is not saved where its length alone is asked for: a number says it.
// RUN: %treelize %s -o %T/lengths.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/lengths.treelize.hpp
// RUN: %cxx -fsanitize=address,undefined -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=lengths -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

using State = std::vector<double>;
inline State operator+(const State& a, const State& b) {
  State r(a.size());
  for (std::size_t i = 0; i < a.size(); ++i)
    r[i] = a[i] + b[i];
  return r;
}
inline State operator*(double s, State a) {
  for (double& e : a)
    e *= s;
  return a;
}

// Of the four vectors of a step the reverse sweep reads one.
// CHECK-LABEL: struct named_kernel
// CHECK: static double sweep(
// CHECK: for (int s = 0; s < n; ++s) {
// CHECK-NEXT: const std::size_t k_size = y.size();
// CHECK-NEXT: treelize::room<double> k(k_size, 0.0);
// CHECK: tape.push(y);
// CHECK-NEXT: y = r2;
// CHECK-NEXT: tape.push(r_size2, r_size, k_size);
// CHECK: for (int s = n; s-- > 0;) {
// CHECK: tangent_sweep(
// OFF-LABEL: struct named_kernel
// OFF: static double sweep(
// OFF: tape.push(
// OFF: tape.push(
// OFF: tape.push(
// OFF: tangent_sweep(
TREELIZE(kernel) double named(std::span<const double> x, int n) {
  State y;
  for (double e : x)
    y.push_back(e);
  for (int s = 0; s < n; ++s) {
    State k(y.size());
    for (std::size_t i = 0; i < y.size(); ++i)
      k[i] = y[i] * y[(i + 1) % y.size()];
    y = y + 0.5 * (y + 0.1 * k);
  }
  double sum = 0;
  for (double e : y)
    sum += e * e;
  return sum;
}

// Where they are as long as a parameter, whatever a step does, no number is kept either; what is a member is a vector
// like any other, and the checks of its length are settled.
// CHECK-LABEL: struct steps_kernel
// CHECK: static double sweep(
// CHECK: for (int s = 0; s < n; ++s) {
// CHECK-NOT: y.size()
// CHECK: if (i_end < x.size()) {
// CHECK-NOT: if (
// CHECK: r_row[i] = {{.*}};
// CHECK-NEXT: }
// CHECK-NEXT: }
// CHECK: for (int s = n; s-- > 0;) {
// CHECK-NOT: y.size()
// CHECK: tangent_sweep(
TREELIZE(kernel) double steps(std::span<const double> x, int n) {
  State y(x.begin(), x.end());
  for (int s = 0; s < n; ++s) {
    State k(y.size(), 0.0);
    for (std::size_t i = 0; i < y.size(); ++i)
      k[i] += y[i] * y[(i + 1) % y.size()];
    if (k.size() != y.size() || (k.size() == 0 && !(y.size() == 0)) || (k.size() == 0 && y.size() != 0))
      y[0] = 0;
    y = y + 0.5 * (y + 0.1 * k);
  }
  double sum = 0;
  for (double e : y)
    sum += e * e;
  return sum;
}

// Nor is what a row of the tape keeps longer: it has room for all steps. The numbers are those of a step alone.
// CHECK-LABEL: struct rows_kernel
// CHECK: static double sweep(
// CHECK: treelize::room<double> y_rows(treelize::product(treelize::trip_count<int>(0, n) + 1, x.size()));
// CHECK: for (int s = 0; s < n; ++s) {
// CHECK-NOT: tape
// CHECK: tangent_sweep(
TREELIZE(kernel) double rows(std::span<const double> x, int n) {
  State y(x.size(), 0.5);
  for (int s = 0; s < n; ++s) {
    State slope(y.size());
    for (std::size_t i = 0; i < x.size(); ++i)
      slope[i] += x[i] * y[i] * y[i];
    for (std::size_t i = 0; i < y.size(); ++i)
      y[i] -= 0.1 * slope[i];
  }
  double sum = 0;
  for (double e : y)
    sum += e * e;
  return sum;
}

// The length changes from one iteration to the next; a vector that grows itself; one whose values are read as well.
TREELIZE(kernel) double growing(std::span<const double> x, int n) {
  State all{x[0]};
  double sum = 0;
  for (int s = 0; s < n; ++s) {
    State copy = all;
    State scaled(copy.size() + 1), more = copy;
    for (std::size_t i = 0; i < copy.size(); ++i) {
      copy[i] *= x[1];
      scaled[i + 1] = copy[i] * copy[i] + scaled[i];
    }
    more.push_back(scaled[copy.size()]);
    for (double e : more)
      sum += e * scaled.back() * static_cast<double>(more.size());
    all.push_back(sum * x[2]);
    if (s == 2)
      all.erase(all.begin());
  }
  return sum;
}

} // namespace app

#include "lengths.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4};
  for (int n : {0, 1, 4}) {
    check::scalar("named", app::kernels::named, x, n);
    check::scalar("steps", app::kernels::steps, x, n);
    check::scalar("rows", app::kernels::rows, x, n);
    check::scalar("growing", app::kernels::growing, x, n);
  }
  return check::finish();
}
