// What is refused of Eigen, with the way out: names for expressions, aliases, solvers.
// REQUIRES: eigen
// RUN: not %treelize %s -o - -- -std=c++20 %eigen 2>&1 | FileCheck %s
#include <Eigen/Dense>
#include <treelize/annotations.hpp>
namespace matrix {
using Eigen::MatrixXd;
using Eigen::VectorXd;
// CHECK: error: a variable of Eigen's type 'Product' is not supported in a kernel yet
// CHECK: declare it as a matrix or a vector, not by 'auto'
TREELIZE(kernel) double lazy(const MatrixXd& a, const VectorXd& x) { auto y = a * x; return y.sum(); }
// CHECK: error: 'solve' of Eigen is not supported
TREELIZE(kernel) double solved(const MatrixXd& a, const VectorXd& x) { return a.llt().solve(x).sum(); }
// CHECK: error: 'inverse' of a matrix that is not known to have one to three rows
TREELIZE(kernel) double large(const MatrixXd& a) { return a.inverse().sum(); }
// CHECK: error: an assignment that reads other coefficients of the matrix it writes
// CHECK: evaluate the right side first: '.eval()'
TREELIZE(kernel) void turned(MatrixXd& a) { a = a.transpose(); }
// CHECK: error: an assignment that reads other coefficients of the matrix it writes
TREELIZE(kernel) void aliased(MatrixXd& a) { a.noalias() = a * a; }
// CHECK: error: an assignment that reads other coefficients of the matrix it writes
TREELIZE(kernel) void shifted(VectorXd& x) { x.head(2) = x.segment(1, 2); }
// CHECK: error: a variable of Eigen's type 'Map'
TREELIZE(kernel) double mapped(const double* x) { Eigen::Map<const VectorXd> v(x, 3); return v.sum(); }
// CHECK: error: one index into a matrix
// CHECK: give the row and the column
TREELIZE(kernel) double linear(const MatrixXd& a) { return a(3); }
} // namespace matrix
