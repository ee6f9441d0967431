// Linear systems, inverses and determinants of Eigen's: the derivatives are those of the solution, not of the algorithm.
// REQUIRES: eigen
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/solve.treelize.hpp -- -std=c++20 %eigen -I%S/../Inputs
// RUN: %cxx -I%t %eigen -I%S/../Inputs %s %link -o %t/run && %t/run
// RUN: %allcxx -fsyntax-only -I%t %eigen -I%S/../Inputs %s
#include <Eigen/Dense>
#include <treelize/annotations.hpp>
namespace solve {

using Eigen::Index;
using Eigen::Matrix2d;
using Eigen::Matrix3d;
using Eigen::Matrix4d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

TREELIZE(kernel) double determinants(double s, const Matrix2d& a, const Matrix3d& b, const Matrix4d& c, const MatrixXd& d) {
  const Eigen::Matrix<double, 1, 1> one(s);
  return one.determinant() * a.determinant() + (s * b).determinant() + c.determinant() * (d * d).determinant();
}

TREELIZE(kernel) Matrix2d inverses(const Matrix2d& a, const Matrix3d& b, const Matrix4d& c, const MatrixXd& d, double s) {
  const Eigen::Matrix<double, 1, 1> one(s);
  const MatrixXd e = (s * d).inverse();
  return a.inverse() * one.inverse()(0, 0) + (b.inverse() * b.transpose()).topLeftCorner<2, 2>() +
         c.inverse().bottomRightCorner<2, 2>() + (e * d.transpose()).topRightCorner(2, 2);
}

TREELIZE(kernel) VectorXd general(const MatrixXd& a, const VectorXd& b) {
  VectorXd x = a.lu().solve(b);
  x += a.partialPivLu().solve(x) + a.fullPivLu().solve(2 * b);
  x = a.colPivHouseholderQr().solve(x);
  return a.householderQr().solve(x) - a.transpose().fullPivHouseholderQr().solve(b);
}

/// The normal matrix, as least squares have it, and one whose upper triangle nobody reads.
TREELIZE(kernel) double symmetric(const MatrixXd& a, const VectorXd& b, const Matrix3d& other) {
  const MatrixXd normal = a.transpose() * a;
  const VectorXd x = normal.llt().solve(b), y = normal.ldlt().solve(x);
  const Vector3d z = (other * other.transpose() + other).ldlt().solve(b.head<3>());
  const Matrix3d upper = other.transpose() * other + Matrix3d::Identity() * 3 + other;
  return x.dot(y) + z.squaredNorm() + upper.selfadjointView<Eigen::Upper>().llt().solve(z).sum();
}

/// Several right sides, and a system that each step changes.
TREELIZE(kernel) double steps(MatrixXd a, const MatrixXd& b, double dt) {
  MatrixXd x = b;
  for (int k = 0; k < 3; ++k) {
    const MatrixXd system = MatrixXd::Identity(a.rows(), a.cols()) - dt * a;
    x = system.partialPivLu().solve(x);
    a.col(k) += dt * x.col(0);
    if (x(0, 0) > 0.5)
      x = a.lu().solve(x);
  }
  return x.squaredNorm();
}

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

TREELIZE(kernel) float narrow(const Eigen::Matrix3f& a, const Eigen::Vector3f& b) { return a.lu().solve(b).sum(); }

} // namespace solve
#include "solve.treelize.hpp"

#include <MatrixCheck.h>

int main() {
  using namespace solve;
  using check::matrices;
  MatrixXd a(4, 4);
  a << 2.5, -0.2, 0.3, 0.1, 0.8, 1.9, -0.4, 0.6, 0.2, -0.7, 3.1, 0.45, 0.35, 0.15, -0.25, 1.3;
  const Matrix4d c = a.transpose() * 0.5 + Matrix4d::Identity();
  const Matrix3d b = a.bottomRightCorner(3, 3);
  const Matrix2d d = a.topLeftCorner(2, 2);
  VectorXd x(4), y(4);
  x << 0.4, -0.3, 0.8, 1.2;
  y << 0.7, 0.6, -0.5, 0.9;
  matrices("determinants", kernels::determinants, 0.7, d, b, c, a);
  matrices("inverses", kernels::inverses, d, b, c, a, 1.3);
  matrices("general", kernels::general, a, x);
  matrices("symmetric", kernels::symmetric, a, x, b);
  matrices("steps", kernels::steps, a, MatrixXd(a.topRows(4).leftCols(3)), 0.05);
  matrices("named", kernels::named, a, x);
  matrices("density", kernels::density, x, y, a);
  matrices("triangles", kernels::triangles, a, x);
  VectorXd t(6), v(6);
  t << 0.1, 0.3, 0.5, 0.8, 1.1, 1.3;
  v << 0.9, 0.7, 0.8, 1.4, 1.9, 1.7;
  matrices("fit", kernels::fit, t, v, 1.2);

  const auto g = kernels::narrow.grad(Eigen::Matrix3f::Identity(), Eigen::Vector3f(1, 2, 3));
  check::near("narrow", "b", g.b[1], 1, 1e-6, 0);
  check::near("narrow", "a", g.a(1, 2), -3, 1e-6, 0);

  try {
    kernels::fit.grad(VectorXd(VectorXd::Zero(6)), v, 1.2);
    check::near("singular", "thrown", 0, 1, 0, 0);
  } catch (const treelize::singular_matrix_error&) {
  }
  return check::finish();
}
