// Linear systems of Eigen's: the derivatives are those of the solution, not of the algorithm.
// REQUIRES: libeigen3-dev
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/solve.treelize.hpp -- -std=c++20 %eigen -I%S/../../Inputs
// RUN: %cxx -I%t %eigen -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %allcxx -fsyntax-only -I%t %eigen -I%S/../../Inputs %s
#include <Eigen/Dense>
#include <treelize/annotations.hpp>
namespace solve {

using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

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

TREELIZE(kernel) float narrow(const Eigen::Matrix3f& a, const Eigen::Vector3f& b) { return a.lu().solve(b).sum(); }

} // namespace solve
#include "solve.treelize.hpp"

#include <MatrixCheck.h>

int main() {
  using namespace solve;
  using check::matrices;
  const MatrixXd a = check::regularMatrix();
  const Matrix3d b = a.bottomRightCorner(3, 3);
  const VectorXd x = Eigen::Vector4d(0.4, -0.3, 0.8, 1.2);
  matrices("general", kernels::general, a, x);
  matrices("symmetric", kernels::symmetric, a, x, b);
  matrices("steps", kernels::steps, a, MatrixXd(a.leftCols(3)), 0.05);

  const auto g = kernels::narrow.grad(Eigen::Matrix3f::Identity(), Eigen::Vector3f(1, 2, 3));
  check::near("narrow", "b", g.b[1], 1, 1e-6, 0);
  check::near("narrow", "a", g.a(1, 2), -3, 1e-6, 0);
  return check::finish();
}
