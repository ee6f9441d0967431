// Control flow that the reverse sweep has no use for is neither recorded nor repeated.
// RUN: %treelize %s -o - --disable-pass=fusion --disable-pass=arrays --disable-pass=rooms -- -std=c++20 | %FileCheck %s
#include <treelize/annotations.hpp>
#include <span>

TREELIZE(kernel) double counted(std::span<const double> x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    int bits = 0;
    for (int k = i; k > 0; k /= 2)
      if (k % 2 == 1)
        ++bits;
    sum += x[i] * bits;
  }
  return sum;
}
// CHECK: static double sweep(
// CHECK: tape.push(bits);
// CHECK-NOT: tape.push
// CHECK: int bits = tape.pop<int>();
// CHECK-NEXT: x_b[i] += sum_b * static_cast<double>(bits);
