// Every row of the operator table, alone and composed, inside its domain.
// RUN: %treelize %s -o %T/operators.treelize.hpp -- -std=c++20 -I%S/../../Inputs -I%runtime
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <cmath>

namespace app {

#define FUNCTION1(f)                                                                               \
  TREELIZE(kernel) double f##_1(double a, double b) { return std::f(a * b) * b + std::f(a); }
#define FUNCTION2(f)                                                                               \
  TREELIZE(kernel) double f##_2(double a, double b) { return std::f(a, b) * a + std::f(b, a); }
#define ALL_FUNCTIONS(ONE, TWO)                                                                    \
  ONE(exp) ONE(exp2) ONE(expm1) ONE(log) ONE(log2) ONE(log10) ONE(log1p) ONE(sqrt) ONE(cbrt)       \
  ONE(sin) ONE(cos) ONE(tan) ONE(asin) ONE(acos) ONE(atan) ONE(sinh) ONE(cosh) ONE(tanh)           \
  ONE(asinh) ONE(atanh) ONE(erf) ONE(erfc) ONE(tgamma) ONE(lgamma) ONE(fabs) ONE(floor) ONE(ceil)  \
  ONE(trunc) ONE(round) ONE(rint) ONE(nearbyint)                                                   \
  TWO(pow) TWO(atan2) TWO(hypot) TWO(fmod) TWO(remainder) TWO(fdim) TWO(copysign) TWO(fmin)        \
  TWO(fmax) TWO(min) TWO(max) TWO(beta)

ALL_FUNCTIONS(FUNCTION1, FUNCTION2)

TREELIZE(kernel) double acosh_1(double a, double b) { return std::acosh(a + 2) * std::acosh(b + 3); }
TREELIZE(kernel) double fma_3(double a, double b) { return std::fma(a, b, a * a) * std::fma(b, b, a); }
TREELIZE(kernel) double hypot3_3(double a, double b) { return std::hypot(a, b, a * b); }
TREELIZE(kernel) double expint_1(double a, double b) { return std::expint(a * b) * b + std::expint(-a); }
TREELIZE(kernel) double completeEllipticIntegrals(double a, double b) {
  return std::comp_ellint_1(a * b) + std::comp_ellint_2(a) * b + std::comp_ellint_3(a, b) * std::comp_ellint_3(b, -a);
}
TREELIZE(kernel) double ellipticIntegrals(double a, double b) {
  return std::ellint_1(a, b) * b + std::ellint_2(b, a * b) + std::ellint_3(a, b, a + b) * std::ellint_3(b, -a, a * a);
}
TREELIZE(kernel) double ellipticAtZero(double a, double b) {
  return std::comp_ellint_1(a) + std::comp_ellint_2(a) + std::ellint_1(a, b) + std::ellint_2(a, b);
}
TREELIZE(kernel) float integralsOfFloats(float a, float b) { return std::expintf(a) + std::comp_ellint_1f(b) * std::ellint_2f(a, b); }
TREELIZE(kernel) double besselFunctions(double a, double b) {
  double sum = 0;
  for (int n = 0; n < 3; ++n) {
    sum += std::cyl_bessel_j(n + 0.5, a) * std::cyl_neumann(n, b) + std::cyl_bessel_i(n, a * b) * std::cyl_bessel_k(n, a);
    sum += std::sph_bessel(static_cast<unsigned>(n), a) * std::sph_neumann(static_cast<unsigned>(n), b);
  }
  return sum;
}
TREELIZE(kernel) double polynomials(double a, double b) {
  double sum = std::sph_legendre(2, 1, a) * std::assoc_legendre(3, 1, b);
  for (unsigned n = 0; n < 4; ++n)
    sum += std::legendre(n, a) * std::hermite(n, b) + std::laguerre(n, a) * std::assoc_laguerre(n, 2, b);
  return sum;
}
TREELIZE(kernel) double exponents(double a, double b) { return std::logb(a * 9) * b + std::logb(8) * a; }
TREELIZE(kernel) double arithmetic(double a, double b) { return -(a + b) * (a - b) / (a * b + 2) - -b; }
TREELIZE(kernel) double absolute(double a, double b) { return std::abs(a - b) * fabs(b); }
TREELIZE(kernel) double clamped(double a, double b) { return std::clamp(a * b, 0.1, 0.2) * a; }
TREELIZE(kernel) double squared(double a, double b) { return std::pow(a, 2) * std::pow(b, 3.0) + std::pow(2.0, a); }
TREELIZE(kernel) double powAtZero(double a, double b) { return std::pow(a * 0, 2.0) + b; }
TREELIZE(kernel) double parts(double a, double b) {
  int exponent = 0;
  double whole = 0;
  const double mantissa = std::frexp(8 * a, &exponent), rest = std::modf(7 * b, &whole);
  return std::ldexp(mantissa, exponent) * exponent + rest * whole * std::scalbn(a, 2);
}
// A shift has the type of its left operand.
TREELIZE(kernel) double shifted(double a, int n) { return a * static_cast<double>(1ULL << n); }

} // namespace app

#include "operators.treelize.hpp"

#define RUN1(f) check::numbers(#f, app::kernels::f##_1, 0.61, 0.37);
#define RUN2(f)                                                                                    \
  check::numbers(#f, app::kernels::f##_2, 0.61, 0.37);                                             \
  check::numbers(#f, app::kernels::f##_2, 1.3, 2.2);

int main() {
  ALL_FUNCTIONS(RUN1, RUN2)
  check::numbers("acosh", app::kernels::acosh_1, 0.61, 0.37);
  check::numbers("fma", app::kernels::fma_3, 0.61, -0.37);
  check::numbers("expint", app::kernels::expint_1, 0.61, -0.37);
  check::numbers("complete elliptic integrals", app::kernels::completeEllipticIntegrals, 0.61, 0.27);
  check::numbers("bessel functions", app::kernels::besselFunctions, 0.61, 1.27);
  check::numbers("polynomials", app::kernels::polynomials, 0.61, 0.37);
  check::numbers("exponents", app::kernels::exponents, 0.61, 0.37);
  check::numbers("elliptic integrals", app::kernels::ellipticIntegrals, 0.61, 0.27);
  check::numbers("elliptic integrals at zero", app::kernels::ellipticAtZero, 0.0, 0.7);
  check::near("integrals of floats", "tangent", app::kernels::integralsOfFloats.tangent(0.6f, 0.3f, 1.0f, 0.0f).derivative,
              std::exp(0.6) / 0.6 + std::comp_ellint_1(0.3) * (std::ellint_2(0.6, 0.3) - std::ellint_1(0.6, 0.3)) / 0.6, 1e-5, 0);
  check::numbers("hypot3", app::kernels::hypot3_3, 0.61, -0.37);
  check::numbers("arithmetic", app::kernels::arithmetic, 0.61, -0.37);
  check::numbers("absolute", app::kernels::absolute, 0.61, -0.37);
  check::numbers("clamped", app::kernels::clamped, 0.61, 0.27);
  check::numbers("squared", app::kernels::squared, 0.61, -0.37);
  check::numbers("parts", app::kernels::parts, 0.61, 0.37);
  check::numbers("powAtZero", app::kernels::powAtZero, 0.61, -0.37);
  check::near("shifted", "a", app::kernels::shifted.grad(0.5, 40).a, 1099511627776.0, 0, 0);

  // Ties and kinks: fabs'(0) is 0, the first operand of min and max wins.
  auto at = [](const auto& kernel, double a, double b) { return kernel.grad(a, b); };
  check::near("max", "tie, first", at(app::kernels::max_2, 2.0, 2.0).a, 2 + 2.0, 0, 0);
  // std::fmax and std::fmin take the number against NaN, and so does the derivative.
  const double nan = std::nan("");
  check::near("fmax", "NaN", at(app::kernels::fmax_2, 2.0, nan).a, 5, 0, 0);
  check::near("fmin", "NaN", at(app::kernels::fmin_2, 2.0, nan).a, 5, 0, 0);
  check::near("fabs", "kink", at(app::kernels::fabs_1, 0.0, 1.0).a, 0, 0, 0);
  return check::finish();
}
