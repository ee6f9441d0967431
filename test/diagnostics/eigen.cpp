// What is refused of Eigen, with the way out: names for expressions, aliases, solvers.
// REQUIRES: libeigen3-dev
// RUN: not %treelize %s -o - -- -std=c++20 %eigen 2>&1 | FileCheck %s
#include <Eigen/Dense>
#include <treelize/annotations.hpp>
namespace matrix {
using Eigen::MatrixXd;
using Eigen::VectorXd;
// CHECK: error: a variable of Eigen's type 'Product' is not supported in a kernel yet
// CHECK: declare it as a matrix or a vector, not by 'auto'
TREELIZE(kernel) double lazy(const MatrixXd& a, const VectorXd& x) { auto y = a * x; return y.sum(); }
// CHECK: error: a variable of Eigen's that refers to an expression
TREELIZE(kernel) double part(const VectorXd& x) { auto h = (2 * x).head(2); return h.sum(); }
// CHECK: error: 'singularValues' of Eigen is not supported
TREELIZE(kernel) double singular(const MatrixXd& a) { return a.jacobiSvd().singularValues().sum(); }
// CHECK: error: 'ColPivHouseholderQR' of this matrix, which is not square, is not supported
// CHECK: solve a square system, or the least squares of a tall one by 'colPivHouseholderQr()'
TREELIZE(kernel) double wide(const Eigen::Matrix<double, 2, 3>& a, const Eigen::Vector2d& b) { return a.colPivHouseholderQr().solve(b).sum(); }
// CHECK: error: an assignment that reads other coefficients of the matrix it writes
// CHECK: evaluate the right side first: '.eval()'
TREELIZE(kernel) void turned(MatrixXd& a) { a = a.transpose(); }
// CHECK: error: an assignment that reads other coefficients of the matrix it writes
TREELIZE(kernel) void aliased(MatrixXd& a) { a.noalias() = a * a; }
// CHECK: error: an assignment that reads other coefficients of the matrix it writes
TREELIZE(kernel) void shifted(VectorXd& x) { x.head(2) = x.segment(1, 2); }
// CHECK: error: an assignment that reads other coefficients of the matrix it writes
TREELIZE(kernel) void overlapping(double* x) { Eigen::Map<VectorXd>(x, 3) = Eigen::Map<VectorXd>(x + 1, 3) * 2; }
// CHECK: error: a Map over a pointer that may point into several arrays, or into none
TREELIZE(kernel) double several(const double* x, const double* y, bool first) { return Eigen::Map<const VectorXd>(first ? x : y, 3).sum(); }
// CHECK: error: a Map of several coefficients over a single number is not supported in a kernel yet
TREELIZE(kernel) double single(double x) { return Eigen::Map<const Eigen::Vector3d>(&x).sum(); }
// CHECK: error: a write to 'x', which is const
TREELIZE(kernel) void constant(const VectorXd& x) { const_cast<VectorXd&>(x) *= 2; }
// CHECK: error: Eigen's 'Eigen::Ref<const Eigen::Matrix<double, -1, 1>>' is not supported in a kernel yet
TREELIZE(kernel) double parameter(const Eigen::Ref<const VectorXd>& y) { return y.sum(); }
// CHECK: error: one index into a matrix
// CHECK: give the row and the column
TREELIZE(kernel) double linear(const MatrixXd& a) { return a(3); }
} // namespace matrix
