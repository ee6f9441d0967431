// An annotation on a declaration holds for the definition after it.
// RUN: %treelize %s --list -- -std=c++20 | %FileCheck %s
// CHECK: kernel f: kernel
// CHECK-NEXT: parameter x of f: nondiff
// CHECK-NOT: f
[[treelize::kernel]] double f([[treelize::nondiff]] double x, double y);
double f(double x, double y) { return x * y; }
