// A kernel that throws: the derivative throws where the primal does and has touched no shadow;
// elsewhere it is right.
// RUN: %treelize %s -o %T/throws.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/throws.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <stdexcept>
#include <string>

namespace app {

// CHECK: throw std::domain_error("negative");
TREELIZE(kernel) double root(double x, std::vector<double>& calls) {
  calls[0] *= x;
  if (x < 0)
    throw std::domain_error("negative");
  return std::sqrt(x) * calls[0];
}

TREELIZE(kernel) double chosen(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] == 0 ? throw std::invalid_argument("zero") : 1 / x[i];
  return sum * sum;
}

TREELIZE(kernel) double inRange(std::span<const double> x, int i) {
  const std::vector<double> v(x.begin(), x.end());
  double product = 1;
  for (int k = 0; k < i; ++k)
    product *= v.at(k);
  return product;
}

// The check follows a loop of sums: its reversal may not begin before.
TREELIZE(kernel) double checkedSum(std::span<const double> x) {
  double sum = 0;
  for (double v : x)
    sum += v * v;
  if (sum > 100)
    throw std::length_error("too long");
  return 2 * sum;
}

TREELIZE(kernel) double byCase(std::span<const double> x, int mode) {
  switch (mode) {
  case 0:
    return x[0] * x[1];
  case 1:
    return x[0] / x[1];
  }
  throw 7;
}

struct StepFailed : std::runtime_error {
  using std::runtime_error::runtime_error;
};
struct Code {
  Code(int number, const std::string& text) : at(number), why(text) {}
  int at;
  std::string why;
};

// CHECK: throw app::StepFailed("too small");
// CHECK: throw app::Code(3, "negative");
TREELIZE(kernel) double own(double x, double h) {
  if (h < 1e-3)
    throw StepFailed("too small");
  if (x < 0)
    throw Code(3, "negative");
  return x / h;
}

} // namespace app

#include "throws.treelize.hpp"

template <class E, class F> bool throws(F call) {
  try {
    call();
  } catch (const E&) {
    return true;
  }
  return false;
}

int main() {
  const std::vector<double> x{0.9, 1.3, 0.4};
  check::scalar("chosen", app::kernels::chosen, x);
  check::scalar("inRange", app::kernels::inRange, x, 3);
  std::vector<double> calls{2}, calls_b{0};
  double x_b = 0;
  app::kernels::root.adjoint(4, calls, 1, x_b, calls_b);
  check::near("root", "x_b", x_b, 6, 1e-14, 0);
  const double before = x_b;
  if (!throws<std::domain_error>([&] { app::kernels::root.adjoint(-4, calls, 1, x_b, calls_b); }) || x_b != before)
    return 1;
  if (!throws<std::invalid_argument>([] { (void)app::kernels::chosen.grad(std::vector<double>{1, 0}); }))
    return 2;
  if (!throws<std::out_of_range>([&] { (void)app::kernels::inRange.grad(x, 4); }))
    return 3;
  std::vector<double> far{20, 1}, far_b(2);
  if (!throws<std::length_error>([&] { app::kernels::checkedSum.adjoint(far, 1.0, far_b); }))
    return 5;
  check::near("checkedSum", "x_b[0]", far_b[0], 0, 0, 0);
  check::scalar("checkedSum", app::kernels::checkedSum, x);
  if (!throws<int>([&] { (void)app::kernels::byCase.grad(x, 2); }))
    return 4;
  check::numbers("own", app::kernels::own, 0.61, 0.37);
  if (!throws<app::StepFailed>([] { (void)app::kernels::own.grad(1, 0); }) || !throws<app::Code>([] { (void)app::kernels::own.grad(-1, 1); }))
    return 6;
  check::near("byCase", "x[1]", app::kernels::byCase.grad(x, 1).x[1], -0.9 / (1.3 * 1.3), 1e-14, 0);
  return check::finish();
}
