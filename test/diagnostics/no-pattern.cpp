// Sparse matrices whose pattern real numbers decide, and items that ask for the wrong one.
// RUN: not %treelize %s -o - -- -std=c++20 -DCASE=1 2>&1 | %FileCheck %s --check-prefix=LENGTH
// RUN: not %treelize %s -o - -- -std=c++20 -DCASE=2 2>&1 | %FileCheck %s --check-prefix=COUNT
// RUN: not %treelize %s -o - -- -std=c++20 -DCASE=3 2>&1 | %FileCheck %s --check-prefix=POINTER
// RUN: not %treelize %s -o - -- -std=c++20 -DCASE=4 2>&1 | %FileCheck %s --check-prefix=NUMBER
// RUN: not %treelize %s -o - -- -std=c++20 -DCASE=5 2>&1 | %FileCheck %s --check-prefix=SEVERAL
// RUN: not %treelize %s -o - -- -std=c++20 -DCASE=6 2>&1 | %FileCheck %s --check-prefix=WORD
// RUN: not %treelize %s -o - -- -std=c++20 -DCASE=7 2>&1 | %FileCheck %s --check-prefix=VIEW
#include <treelize/annotations.hpp>
#include <cmath>
#include <span>
#include <vector>

#if CASE == 1
TREELIZE(kernel, jacobian = sparse) inline std::vector<double> positive(const std::vector<double>& x) {
  std::vector<double> y;
  for (double v : x)
    if (v > 0)
      // LENGTH: [[#@LINE+1]]:9: error: kernel 'positive' has no sparse Jacobian: real numbers decide the length of a container [treelize-no-pattern]
      y.push_back(v * v);
  return y;
}
// LENGTH: note: give the container its length by whole numbers

#elif CASE == 2
TREELIZE(kernel, jacobian = sparse) inline void counting(std::span<const double> x, std::span<double> y) {
  double r = x[0];
  std::size_t n = 0;
  // COUNT: [[#@LINE+1]]:3: error: kernel 'counting' has no sparse Jacobian: real numbers decide how often a loop runs that counts [treelize-no-pattern]
  while (r > 1e-3) {
    r *= 0.5;
    y[n] = r;
    ++n;
  }
}
// COUNT: note: bound the loop by a whole number as well

#elif CASE == 3
// POINTER: [[#@LINE+1]]:49: error: kernel 'behind' has no sparse Jacobian: 'x' is a pointer, which has no extent [treelize-no-pattern]
TREELIZE(kernel, jacobian = sparse) inline void behind(const double* x, std::span<double> y) { y[0] = x[0]; }
// POINTER: note: take a std::span or a container

#elif CASE == 4
// NUMBER: [[#@LINE+2]]:18: error: kernel 'scalar' has no sparse Jacobian: it returns one floating number, whose derivative is 'grad' [treelize-no-pattern]
// NUMBER: note: ask for 'hessian = sparse'
TREELIZE(kernel, jacobian = sparse) inline double scalar(double x) { return x * x; }

#elif CASE == 5
// SEVERAL: [[#@LINE+2]]:18: error: kernel 'several' has no sparse Hessian: it does not return one floating number [treelize-no-pattern]
// SEVERAL: note: ask for 'jacobian = sparse'
TREELIZE(kernel, hessian = sparse) inline void several(double x, double& y) { y = x * x; }

#elif CASE == 6
// WORD-DAG: [[#@LINE+1]]:28: error: 'dense' is no value of annotation item 'hessian' [treelize-wrong-value]
TREELIZE(kernel, hessian = dense) inline double dense(double x) { return x * x; }
// WORD-DAG: [[#@LINE+1]]:10: error: annotation item 'jacobian' means nothing without 'kernel' [treelize-needs-kernel]
TREELIZE(jacobian = sparse) inline double alone(double x) { return x * x; }
class Body {
  // WORD-DAG: [[#@LINE+1]]:20: error: annotation item 'hessian' does not belong on a method [treelize-misplaced-item]
  TREELIZE(kernel, hessian = sparse) double energy() const { return x * x; }
  double x = 0;
};

#elif CASE == 7
struct View {
  std::span<double> numbers;
};
// VIEW: error: kernel 'viewed' has no sparse Jacobian: 'v' refers to numbers that it does not own [treelize-no-pattern]
TREELIZE(kernel, jacobian = sparse) inline void viewed(const View& v, std::span<double> y) { y[0] = v.numbers[0]; }
// VIEW: note: take these numbers as parameters of their own
#endif
