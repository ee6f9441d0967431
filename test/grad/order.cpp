// A reversed loop that only adds runs forwards; backwards when the pass is off.
// RUN: %treelize %s -o - --disable-pass=fusion --disable-pass=rooms -- -std=c++20 | %FileCheck %s
// RUN: %treelize %s -o - --disable-pass=order --disable-pass=fusion --disable-pass=rooms -- -std=c++20 | %FileCheck %s --check-prefix=OFF
#include <treelize/annotations.hpp>
#include <span>

TREELIZE(kernel) double dot(std::span<const double> a, std::span<const double> b, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += a[i] * b[i];
  return sum;
}
// CHECK: static double sweep(
// CHECK: for (int i = 0; i < n; ++i) {
// CHECK: for (int i = 0; i < n; ++i) {
// CHECK-NEXT: a_b[i] += sum_b * b[i];
// OFF: static double sweep(
// OFF: for (int i = n; i-- > 0;) {

// Each iteration has elements of its own; the value that is put back is one of them.
TREELIZE(kernel) void scale(std::span<double> y, double by) {
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = y[i] * by;
}
// CHECK-LABEL: struct scale_kernel
// CHECK: static void sweep(
// CHECK: give_back
// CHECK: for (std::size_t i = 0;
// OFF-LABEL: struct scale_kernel
// OFF: give_back
// OFF: for (std::size_t i = bound; i-- > 0;) {

// Neighbours share elements: backwards.
TREELIZE(kernel) void smooth(std::span<double> y) {
  for (std::size_t i = 1; i < y.size(); ++i)
    y[i] = y[i] * y[i - 1];
}
// CHECK-LABEL: struct smooth_kernel
// CHECK: give_back
// CHECK: y_b_next =
// CHECK: i-- > 1;) {
