// A decomposition without a derivative is no expression that one could declare as a matrix: the way out is another one.
// REQUIRES: libeigen3-dev
// RUN: not %treelize %s -o %t.hpp -- -std=c++20 %eigen 2>&1 | %FileCheck %s
#include <Eigen/Dense>
#include <treelize/annotations.hpp>

TREELIZE(kernel) inline double largest(const Eigen::MatrixXd& x) {
  // CHECK: :[[#@LINE+2]]:{{[0-9]+}}: error: a variable of Eigen's type 'JacobiSVD' is not supported in a kernel yet [treelize-construct-not-yet]
  // CHECK: note: solve by LLT, LDLT, a LU or a QR decomposition, or give a function that uses it an adjoint of yours
  Eigen::JacobiSVD<Eigen::MatrixXd> s(x);
  return s.singularValues()[0];
}
TREELIZE(kernel) inline double values(const Eigen::Matrix3d& x) {
  // CHECK: error: a variable of Eigen's type 'SelfAdjointEigenSolver'
  // CHECK: note: solve by LLT
  Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> s(x);
  return s.eigenvalues()[0];
}
TREELIZE(kernel) inline double lazy(const Eigen::Matrix3d& x) {
  // CHECK: error: a variable of Eigen's type 'CwiseBinaryOp'
  // CHECK: note: declare it as a matrix or a vector, not by 'auto'
  auto y = x + x;
  return y(0, 0);
}
