// Constructors and operators cannot be tree functions.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
struct P {
  // CHECK: :[[#@LINE+2]]:5: error: a constructor cannot be a tree function [treelize-refused-tree-function]
  // CHECK: note: call it from a named function and annotate that one
  [[treelize]] P(double x) : x(x) {}
  double x;
};
// CHECK: :[[#@LINE+1]]:3: error: an operator cannot be a tree function
[[treelize]] double operator+(P a, P b) { return a.x + b.x; }
