// The sweeps say where they begin, which line a loop or a branch comes from and why something is kept; without the
// comments the code is the same.
// RUN: %commented %s -o %t.hpp -- -std=c++20
// RUN: %FileCheck %s < %t.hpp
// RUN: %treelize %s -o %t.plain.hpp -- -std=c++20
// RUN: grep -vE '^ *// [A-Za-z]' %t.hpp > %t.left && grep -vE '^ *// [A-Za-z]' %t.plain.hpp | diff %t.left -
// RUN: %allcxx -fsyntax-only -include %s -include %t.hpp -x c++ /dev/null
// RUN: %FileCheck %s --check-prefix=PLAIN < %t.plain.hpp
// PLAIN-NOT: // comments.cpp
// PLAIN-NOT: sweep begins
// PLAIN-NOT: is kept
#ifndef COMMENTS
#define COMMENTS
#include <treelize/annotations.hpp>
#include <cmath>

namespace app {

// CHECK-LABEL: static double sweep(double x, int n, double seed, double& x_b) {
// CHECK: // The forward sweep begins.
// CHECK-NEXT: double y = x;
// CHECK: {{^}}    // comments.cpp:[[#FIRST:@LINE+26]]: for (int i = 0; i < n; ++i){{$}}
// CHECK-NEXT: for (int i = 0; i < n; ++i) {
// CHECK: {{^}}      // y is kept: it is overwritten, and the derivative of comments.cpp:[[#FIRST+1]] reads it{{$}}
// CHECK-NEXT: y_old[i] = y;
// CHECK: // comments.cpp:[[#FIRST+2]]: if (i % 3 != 0){{$}}
// CHECK-NEXT: if (i % 3 != 0) {
// CHECK: // The reverse sweep begins.
// CHECK-NEXT: double y_b = seed;
// CHECK-NEXT: // comments.cpp:[[#FIRST]]: for (int i = 0; i < n; ++i)
// CHECK-NEXT: for (int i = n; i-- > 0;) {
// CHECK-LABEL: tangent_sweep(double x, int n, double x_t) {
// CHECK-NOT: begins
// CHECK: // comments.cpp:[[#FIRST]]: for (int i = 0; i < n; ++i)
// CHECK-NEXT: for (int i = 0; i < n; ++i) {

// CHECK-LABEL: static double sweep(double x, double seed, double& x_b) {
// CHECK-NEXT: // The forward sweep begins.
// CHECK: // The reverse sweep begins.
// CHECK-LABEL: static void sweep(double x, double* y, double& x_b, double* y_b) {
// CHECK-NOT: forward
// CHECK: // The reverse sweep begins.
// CHECK-NEXT: x_b += y_b[0] * (2.0 * x);

TREELIZE(kernel) inline double counted(double x, int n) {
  double y = x;
  int k = 0;
  for (int i = 0; i < n; ++i) {
    y = std::sin(y * k);
    if (i % 3 != 0) {
      k += i;
    }
  }
  return y;
}
TREELIZE(kernel) inline double product(double x) { return x * x; }
TREELIZE(kernel) inline void alone(double x, double* y) { *y = x * x; }
} // namespace app
#endif
