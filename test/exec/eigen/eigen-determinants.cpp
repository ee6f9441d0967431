// Determinants and inverses of Eigen's, of sizes that are known and of those that are not.
// REQUIRES: libeigen3-dev
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/determinants.treelize.hpp -- -std=c++20 %eigen -I%S/../../Inputs
// RUN: %cxx -I%t %eigen -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %allcxx -fsyntax-only -I%t %eigen -I%S/../../Inputs %s
#include <Eigen/Dense>
#include <treelize/annotations.hpp>
namespace determinants {

using Eigen::Matrix2d;
using Eigen::Matrix3d;
using Eigen::Matrix4d;
using Eigen::MatrixXd;

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

} // namespace determinants
#include "determinants.treelize.hpp"

#include <MatrixCheck.h>

int main() {
  using namespace determinants;
  using check::matrices;
  const MatrixXd a = check::regularMatrix();
  const Matrix4d c = a.transpose() * 0.5 + Matrix4d::Identity();
  const Matrix3d b = a.bottomRightCorner(3, 3);
  const Matrix2d d = a.topLeftCorner(2, 2);
  matrices("determinants", kernels::determinants, 0.7, d, b, c, a);
  matrices("inverses", kernels::inverses, d, b, c, a, 1.3);
  return check::finish();
}
