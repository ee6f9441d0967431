// Functions and classes of Eigen's that no table knows are taken by their bodies, as the user's are: polynomials, special
// functions and the expressions that map them, angles, and what an expression writes by its `evalTo`.
// REQUIRES: libeigen3-dev
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/bodies.treelize.hpp -- -std=c++20 %eigen -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%t/bodies.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %eigen %s %link -o %t/run && %t/run
#include <Eigen/Dense>
#include <treelize/annotations.hpp>
#include <unsupported/Eigen/EulerAngles>
#include <unsupported/Eigen/MatrixFunctions>
#include <unsupported/Eigen/Polynomials>
#include <unsupported/Eigen/SpecialFunctions>

namespace app {

// CHECK-LABEL: struct polynomial_kernel
// CHECK: double poly_eval_result
TREELIZE(kernel) inline double polynomial(double x, double y) {
  const Eigen::Vector4d c(y, x, 0.7, 1);
  return Eigen::poly_eval(c, x) * Eigen::poly_eval_horner(c, y) + Eigen::cauchy_max_bound(c) + Eigen::cauchy_min_bound(c);
}

TREELIZE(kernel) inline double roots(double x, double y) {
  const Eigen::Vector2d at(x, y);
  Eigen::Vector3d c;
  Eigen::roots_to_monicPolynomial(at, c);
  return c[0] + 2 * c[1] * c[1] + c[2];
}

// CHECK-LABEL: struct numbers_kernel
// CHECK: double run_result
// CHECK: std::bit_cast<double>(~0ull)
TREELIZE(kernel) inline double numbers(double x, double y) {
  using namespace Eigen::numext;
  return digamma(x) + zeta(x + 2, y) + igamma(x, y) * bessel_j1(x) + bessel_k0(y);
}

/// The operand of the second one comes first in what it makes.
TREELIZE(kernel) inline double mapped(double x, double y) {
  const Eigen::Array3d a(x, y, x + y), b(y, 2 * x, x);
  return (a.digamma() * b).sum() + Eigen::igamma(a, b * 0.5).sum() + Eigen::polygamma(Eigen::Array3d::Ones(), a).sum() +
         Eigen::betainc(a, b, b * 0.2).sum();
}

TREELIZE(kernel) inline double angles(double x, double y) {
  const Eigen::EulerAnglesXYZd turn(x, y, 0.4);
  const Eigen::Matrix3d m = turn.toRotationMatrix();
  const Eigen::EulerAnglesZYXd back(Eigen::Quaterniond(x, y, 0.3, 0.2).normalized());
  return m(0, 1) + 2 * m(2, 0) + back.alpha() * back.beta();
}

TREELIZE(kernel) inline double basis(double x, double y) {
  const Eigen::Vector3d v(x, y, 0.3), w(y, 0.2, x);
  return v.unitOrthogonal().dot(w) + (v.isApprox(w) ? x : y);
}

// CHECK-LABEL: struct exponential_kernel
// CHECK: squarings
TREELIZE(kernel) inline double exponential(double x, double y) {
  Eigen::Matrix2d m;
  m << x, y, 0.3, x * y;
  const Eigen::Matrix2d e = m.exp();
  m *= 4;
  return e(0, 1) + m.exp().sum();
}

} // namespace app

#include "bodies.treelize.hpp"

#include "KernelCheck.h"

int main() {
  check::Kernels check;
  check("polynomial", app::kernels::polynomial, app::polynomial, 0.6, 1.7);
  check("roots", app::kernels::roots, app::roots, 0.7, -1.2);
  check("numbers", app::kernels::numbers, app::numbers, 0.7, 1.2);
  check("mapped", app::kernels::mapped, app::mapped, 0.7, 1.2);
  check("angles", app::kernels::angles, app::angles, 0.7, 0.4);
  check("basis", app::kernels::basis, app::basis, 0.7, 0.4);
  check("exponential", app::kernels::exponential, app::exponential, 0.7, 0.4);
  return check.failures;
}
