// What is overwritten and still needed is saved just before, and restored just before it is needed.
// RUN: %treelize %s -o - --disable-pass=arrays --disable-pass=rooms -- -std=c++20 | %FileCheck %s
#include <treelize/annotations.hpp>
#include <span>

TREELIZE(kernel) void square(std::span<double> y) {
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = y[i] * y[i];
}
// CHECK: static void sweep(
// CHECK: tape.push(y[i]);
// CHECK-NEXT: y[i] = y[i] * y[i];
// CHECK: for (std::size_t i = bound; i-- > 0;) {
// CHECK-NEXT: tape.pop(y[i]);
// CHECK-NEXT: const double seed = y_b[i];
// CHECK-NEXT: y_b[i] = seed * (2.0 * y[i]);
