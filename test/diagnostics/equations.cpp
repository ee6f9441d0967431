// An equation that is none, or not the one that a function solves, is refused with what would fit.
// RUN: rm -f %t.hpp && not %treelize %s -o %t.hpp -- -std=c++20 2>&1 | %FileCheck %s && test ! -e %t.hpp
#include <treelize/annotations.hpp>
#include <vector>
namespace app {
// CHECK: :[[#@LINE+1]]:18: error: 'nothing' in 'root_of' names no function that is declared before [treelize-rule-of-nothing]
TREELIZE(root_of(nothing)) double a(double p);

double plain(double x, double p);
// CHECK: :[[#@LINE+2]]:10: error: 'plain' is no kernel, so that what 'b' finds has no derivative [treelize-equation-without-kernel]
// CHECK: note: annotate it: '{{.*}}treelize(kernel)
TREELIZE(root_of(plain)) double b(double p);

TREELIZE(kernel) inline double f(double x, double p, double q) { return x * p - q; }

// CHECK: error: 'f' cannot be the equation that 'c' solves: 'c' has no parameter 'q' [treelize-equation-signature]
// CHECK: note: declare it as 'double f(double x, double p, int steps)'
TREELIZE(root_of(f)) double c(double p, int steps);

// CHECK: error: 'f' cannot be the equation that 'd' solves: their parameters 'q' differ in type
TREELIZE(fixed_point_of(f)) double d(double p, float q);

// CHECK: error: 'f' cannot be the equation that 'e' solves: its first parameter is not the unknown, 'std::vector<double>'
TREELIZE(root_of(f)) std::vector<double> e(double p, double q);

TREELIZE(kernel) inline double g(const std::vector<double>& x, double p) { return x[0] - p; }
// CHECK: error: 'g' cannot be the equation that 'h' solves: it returns 'double', and the unknown is 'std::vector<double>'
// CHECK: note: declare it as 'std::vector<double> g(const std::vector<double>& x, double p)'
TREELIZE(root_of(g)) std::vector<double> h(double p);

// CHECK: error: 'i' cannot be the solver of an equation: it returns 'void' [treelize-equation-solver]
// CHECK: note: return the unknown, a number or a vector or an array of numbers, and take the rest by value or const
TREELIZE(root_of(f)) void i(double& x, double p, double q);

// CHECK: error: 'j' cannot be the solver of an equation: it may write through its parameter 'q'
TREELIZE(root_of(f)) double j(double p, double& q);

TREELIZE(kernel) inline double pointed(double x, const double* p) { return x - p[0]; }
// CHECK: error: 'pointed' cannot be the equation that 'k' solves: its parameter 'p' is a pointer, and nobody knows to how many numbers: take a std::span
TREELIZE(root_of(pointed)) double k(const double* p);

TREELIZE(kernel, wrt = (x)) inline double partly(double x, double p) { return x - p; }
// CHECK: error: 'partly' cannot be the equation that 'l' solves: it is a kernel with 'wrt', which may leave parameters out
TREELIZE(root_of(partly)) double l(double p);

TREELIZE(kernel) inline double other(double x, double p, double q) { return x + p + q; }
// CHECK: error: 'm' has more than one equation [treelize-rule-twice]
TREELIZE(root_of(f), fixed_point_of(other)) double m(double p, double q);

double n(double p, double q);
[[treelize(adjoint_of(n))]] void n_adjoint(double p, double q, double seed, double& p_b, double& q_b);
// CHECK: error: 'n' has more than one derivative [treelize-rule-twice]
TREELIZE(root_of(f)) double n(double p, double q);
} // namespace app
