// Factorizations of Eigen's that have a name, are asked for their factors, or are triangular from the start.
// REQUIRES: libeigen3-dev
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/factors.treelize.hpp -- -std=c++20 %eigen -I%S/../../Inputs
// RUN: %cxx -I%t %eigen -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %allcxx -fsyntax-only -I%t %eigen -I%S/../../Inputs %s
#include <Eigen/Dense>
#include <treelize/annotations.hpp>
namespace factors {

using Eigen::MatrixXd;
using Eigen::VectorXd;

TREELIZE(kernel) double named(const MatrixXd& a, const VectorXd& b) {
  Eigen::LLT<MatrixXd> factors(a * a.transpose() + MatrixXd::Identity(a.rows(), a.rows()));
  if (factors.info() != Eigen::Success)
    return 0;
  VectorXd x = factors.solve(b);
  x = factors.solve(x);
  const MatrixXd l = factors.matrixL();
  const auto qr = a.colPivHouseholderQr();
  if (!qr.isInvertible())
    return 1;
  Eigen::PartialPivLU<MatrixXd> lu;
  lu.compute(a + l);
  return x.dot(lu.solve(b)) + qr.solve(x).norm() + 2 * l.diagonal().array().log().sum() + lu.determinant();
}

/// The density of a normal distribution, by its Cholesky factor.
TREELIZE(kernel) double density(const VectorXd& x, const VectorXd& mean, const MatrixXd& scale) {
  const MatrixXd covariance = scale * scale.transpose() + MatrixXd::Identity(x.size(), x.size());
  const Eigen::LLT<MatrixXd> factors(covariance);
  const VectorXd scaled = factors.matrixL().solve(x - mean);
  return -0.5 * scaled.squaredNorm() - MatrixXd(factors.matrixL()).diagonal().array().log().sum();
}

TREELIZE(kernel) double triangles(const MatrixXd& a, const VectorXd& b) {
  VectorXd x = a.triangularView<Eigen::Lower>().solve(b);
  a.triangularView<Eigen::UnitUpper>().solveInPlace(x);
  return x.squaredNorm() + a.transpose().triangularView<Eigen::Upper>().solve(b).sum();
}

/// More equations than unknowns.
TREELIZE(kernel) double fit(const VectorXd& t, const VectorXd& y, double s) {
  MatrixXd a(t.size(), 2);
  a.col(0).setOnes();
  a.col(1) = (s * t).array().sin();
  const VectorXd found = a.colPivHouseholderQr().solve(y), same = a.householderQr().solve(y + t);
  return found.dot(same) + (a * found - y).squaredNorm();
}

} // namespace factors
#include "factors.treelize.hpp"

#include <MatrixCheck.h>

int main() {
  using namespace factors;
  using check::matrices;
  const MatrixXd a = check::regularMatrix();
  const VectorXd x = Eigen::Vector4d(0.4, -0.3, 0.8, 1.2), y = Eigen::Vector4d(0.7, 0.6, -0.5, 0.9);
  matrices("named", kernels::named, a, x);
  matrices("density", kernels::density, x, y, a);
  matrices("triangles", kernels::triangles, a, x);
  VectorXd t(6), v(6);
  t << 0.1, 0.3, 0.5, 0.8, 1.1, 1.3;
  v << 0.9, 0.7, 0.8, 1.4, 1.9, 1.7;
  matrices("fit", kernels::fit, t, v, 1.2);

  try {
    kernels::fit.grad(VectorXd(VectorXd::Zero(6)), v, 1.2);
    check::near("singular", "thrown", 0, 1, 0, 0);
  } catch (const treelize::singular_matrix_error&) {
  }
  return check::finish();
}
