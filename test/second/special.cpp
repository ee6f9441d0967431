// Second derivatives of the gamma function's kin and of Bessel functions, also where the formula of a first one divides
// by zero. What is known of them is the oracle: values of trigamma, differential equations, power series.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
// RUN: %allcxx -fsyntax-only -DGENERATED='"%t.treelize.hpp"' -I%S/../Inputs %s
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' -I%S/../Inputs %s %link -o %t && %t
#include <treelize/annotations.hpp>

#include <cmath>
#include <vector>

namespace app {

// CHECK-LABEL: struct logGamma_kernel
// CHECK: hvp(
// CHECK: treelize::trigamma(x)
TREELIZE(kernel) inline double logGamma(double x) { return std::lgamma(x); }
TREELIZE(kernel) inline double gamma(double x) { return std::tgamma(x); }
TREELIZE(kernel) inline double beta(double a, double b) { return std::beta(a, b); }
TREELIZE(kernel) inline double j(int n, double x) { return std::cyl_bessel_j(n, x); }
TREELIZE(kernel) inline double i(int n, double x) { return std::cyl_bessel_i(n, x); }
TREELIZE(kernel) inline double spherical(unsigned n, double x) { return std::sph_bessel(n, x); }

/// Of counts with negative binomial distribution, up to a constant.
TREELIZE(kernel, wrt = (r, p))
inline double counts(double r, double p, const std::vector<double>& seen) {
  double sum = 0;
  for (double k : seen)
    sum += std::lgamma(k + r) - std::lgamma(r) + k * std::log(p) + r * std::log1p(-p);
  return sum;
}

} // namespace app

#ifdef GENERATED
#include GENERATED

#include <GradientCheck.h>
#include <treelize/check_gradient.hpp>

#include <iostream>
#include <numbers>

/// x^2 y'' + x y' + (x^2 - n^2) y = 0, and with the other sign for I.
void bessel(int n, double x) {
  const double j2 = app::kernels::j.hvp(n, x, 1).x, i2 = app::kernels::i.hvp(n, x, 1).x;
  check::near("j", "equation", x * x * j2 + x * app::kernels::j.grad(n, x).x, (n * n - x * x) * app::kernels::j(n, x), 1e-12, 10);
  check::near("i", "equation", x * x * i2 + x * app::kernels::i.grad(n, x).x, (n * n + x * x) * app::kernels::i(n, x), 1e-12, 10);
}

int main() {
  namespace kernels = app::kernels;
  const double pi2 = std::numbers::pi * std::numbers::pi, euler = std::numbers::egamma;
  check::near("logGamma", "1", kernels::logGamma.hvp(1, 1).x, pi2 / 6, 1e-14, 1);
  check::near("logGamma", "1/2", kernels::logGamma.hvp(0.5, 2).x, pi2, 1e-14, 1);
  check::near("logGamma", "-1/2", kernels::logGamma.hvp(-0.5, 1).x, pi2 / 2 + 4, 1e-13, 1);
  check::near("gamma", "1", kernels::gamma.hvp(1, 1).x, pi2 / 6 + euler * euler, 1e-14, 1);
  // B(a, 1) is 1 / a.
  check::near("beta", "aa", kernels::beta.hvp(2, 1, 1, 0).a, 0.25, 1e-14, 1);
  // d2B/da db at (1, 1): B ((psi(1) - psi(2))^2 - psi'(2)).
  check::near("beta", "ab", kernels::beta.hvp(1, 1, 0, 1).a, 1 - (pi2 / 6 - 1), 1e-13, 1);
  for (int n = 0; n < 4; ++n)
    for (const double x : {0.3, 2.0, 7.5})
      bessel(n, x);
  // At zero: the coefficients of the power series.
  const double j2[] = {-0.5, 0, 0.25, 0}, i2[] = {0.5, 0, 0.25, 0}, s2[] = {-1.0 / 3, 0, 2.0 / 15, 0};
  for (int n = 0; n < 4; ++n) {
    check::near("j", "zero", kernels::j.hvp(n, 0, 1).x, j2[n], 1e-14, 1);
    check::near("i", "zero", kernels::i.hvp(n, 0, 1).x, i2[n], 1e-14, 1);
    check::near("spherical", "zero", kernels::spherical.hvp(static_cast<unsigned>(n), 0, 1).x, s2[n], 1e-14, 1);
  }
  // x^2 y'' + 2 x y' + (x^2 - n (n + 1)) y = 0
  for (const unsigned n : {0u, 1u, 3u})
    for (const double x : {0.4, 3.0})
      check::near("spherical", "equation", x * x * kernels::spherical.hvp(n, x, 1).x + 2 * x * kernels::spherical.grad(n, x).x,
                  (n * (n + 1) - x * x) * kernels::spherical(n, x), 1e-12, 10);
  const std::vector<double> seen{0, 2, 5, 1, 7};
  const auto report = treelize::check_gradient(kernels::counts, 3.5, 0.4, seen);
  if (!report)
    std::cout << report;
  check::near("counts", "as differences", report.passed(), 1, 0, 0);
  return check::finish();
}
#endif
