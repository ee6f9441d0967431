// A reversed loop that only adds runs forwards; backwards when the pass is off.
// RUN: %treelize %s -o - --disable-pass=fusion -- -std=c++20 | %FileCheck %s
// RUN: %treelize %s -o - --disable-pass=order --disable-pass=fusion -- -std=c++20 | %FileCheck %s --check-prefix=OFF
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
