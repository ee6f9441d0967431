// A kernel that has nothing to differentiate, or nothing to differentiate by: what is generated for it is of no use.
// RUN: %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test -e %t.hpp
// RUN: %cxx -include %t.hpp -fsyntax-only -x c++ /dev/null
#pragma once
#include <treelize/annotations.hpp>
#include <span>

// CHECK: :[[#@LINE+2]]:29: warning: kernel 'twice' has no derivative: it takes no real number that is no constant [treelize-kernel-without-derivative]
// CHECK: note: take and give real numbers that are no constants, or remove the annotation
TREELIZE(kernel) inline int twice(int x) { return 2 * x; }
// CHECK: warning: kernel 'constant' has no derivative: it takes no real number that is no constant
TREELIZE(kernel) inline double constant(TREELIZE(nondiff) double x) { return x * x; }
// CHECK: warning: kernel 'sign' has no derivative: it returns and writes no real number
TREELIZE(kernel) inline int sign(double x) { return x < 0 ? -1 : 1; }
// CHECK: warning: kernel 'count' has no derivative: it returns and writes no real number
TREELIZE(kernel) inline void count(std::span<const double> x, int& n) { n = static_cast<int>(x.size()); }
// CHECK: warning: kernel 'own' has no derivative: it returns and writes no real number
TREELIZE(kernel) inline void own(double x) { x *= 2; }

// CHECK-NOT: warning
TREELIZE(kernel) inline double square(double x, int n) { return n * x * x; }
TREELIZE(kernel) inline void scale(std::span<double> x, double by) {
  for (double& e : x)
    e *= by;
}
TREELIZE(kernel) inline int both(double x, double& y) { return y = x * x, 3; }
struct Rod {
  double x;
};
TREELIZE(kernel) inline Rod rod(double x) { return {x}; }
