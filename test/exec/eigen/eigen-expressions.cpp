// What Eigen's users write besides arithmetic: columns and rows, triangles, diagonals, conditions, functions of their own,
// generators, changes in place.
// REQUIRES: libeigen3-dev
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/expressions.treelize.hpp -- -std=c++20 %eigen -I%S/../../Inputs
// RUN: %cxx -I%t %eigen -I%S/../../Inputs %s %link -o %t/run && %t/run
#include <Eigen/Dense>
#include <treelize/annotations.hpp>
#include <vector>
namespace expressions {

using namespace Eigen;

TREELIZE(kernel) double lines(MatrixXd a, VectorXd x, const Vector3d& p, Matrix3d r) {
  const VectorXd means = a.colwise().mean(), norms = a.rowwise().norm();
  a.colwise() += x;
  a.rowwise() -= a.colwise().mean();
  a.array().colwise() *= x.array();
  a.array().rowwise() /= (2 + x.transpose().array().square());
  const MatrixXd centred = (a.rowwise() + x.transpose()).array().square();
  r.colwise().normalize();
  const Matrix3d turned = r.colwise().cross(p) + r.rowwise().normalized();
  return means.dot(norms) + a.rowwise().maxCoeff().sum() + (a.colwise().sum() * x).value() + a.rowwise().prod().dot(x) +
         centred.sum() + turned.squaredNorm();
}

TREELIZE(kernel) double shapes(MatrixXd a, const MatrixXd& b, VectorXd x, VectorXd y) {
  const MatrixXd lower = a.triangularView<Lower>(), unit = a.triangularView<UnitUpper>();
  a.triangularView<StrictlyLower>() = b;
  y = a.selfadjointView<Upper>() * y;
  a.triangularView<Upper>().setZero();
  x = a.triangularView<Lower>() * x;
  MatrixXd scaled = x.asDiagonal() * b;
  scaled = scaled * y.asDiagonal();
  scaled += y.asDiagonal();
  scaled.diagonal(1) *= 2;
  scaled.diagonal() += x;
  return (lower * unit).sum() + scaled.squaredNorm() + scaled.diagonal(-1).prod() + a.norm();
}

TREELIZE(kernel) double conditions(VectorXd x, VectorXd y, const MatrixXd& a, double s) {
  x = (x.array() > 0).select(x, 0.1 * x);
  y = (y.array() <= x.array()).select(y.array().square(), s);
  if ((x.array() > 0).all() || (y.array() < 0).any())
    x *= 2;
  Index i;
  int j, k;
  const double least = x.minCoeff(&i), greatest = a.maxCoeff(&j, &k);
  y(i) *= least;
  if (!x.hasNaN() && a.allFinite())
    y *= static_cast<double>((a.array() > 0.33).count());
  return x.squaredNorm() + y.dot(x) + greatest * a(k, j);
}

TREELIZE(kernel) double functions(VectorXd x, VectorXd y, double s) {
  x = x.unaryExpr([&](double v) { return v * v * s; }) + x.binaryExpr(y, [](double u, double v) { return u * std::sin(v); });
  y = y.array().sign() * y.array().abs2() + (-x.array()).exp().inverse() + x.array().max(y.array()).min(1.0);
  const VectorXf narrow = y.cast<float>();
  const ArrayXd z = 1 / (1 + (-y.array()).exp());
  return x.lpNorm<1>() + y.lpNorm<3>() + x.lpNorm<Infinity>() + y.stableNorm() + z.prod() + 0 * narrow.cast<double>().sum();
}

TREELIZE(kernel) double generators(VectorXd x, VectorXd y, MatrixXd a, double s) {
  x += s * VectorXd::LinSpaced(x.size(), s, 2.0) + VectorXd::Unit(x.size(), 2) * s;
  y.setLinSpaced(x.size(), 0, s);
  y += x.reverse();
  MatrixXd b(2, 2), c(4, 5), d(8, 4);
  b << s, x(0), x(1), y(2);
  c << a, x;
  d << a, x.replicate(1, 4);
  a = MatrixXd::Identity(4, 4) * s + x.replicate<1, 4>() + y.transpose().colwise().replicate(4);
  VectorXd z;
  z.resize(4);
  z << x.head(2), b.row(0).transpose();
  z.resize(z.size());
  z.reverseInPlace();
  return b.determinant() + c.squaredNorm() + d.sum() * d(5, 1) + (a * z).sum();
}

TREELIZE(kernel) double inPlace(MatrixXd a, MatrixXd b, VectorXd x, int i, int j) {
  a.transposeInPlace();
  a.col(i).swap(a.col(j));
  a.row(i).swap(a.row(i));
  a.col(j) = a.col(i) * x(j);
  a.col(i) = a.col(i) * x(i);
  x.head(2).swap(x.tail(2));
  a.swap(b);
  x.applyOnTheLeft(a);
  b.applyOnTheRight(a);
  x.noalias() += a.lazyProduct(x.normalized());
  return (a * x).squaredNorm() + b.norm();
}

TREELIZE(kernel) double named(VectorXd x, MatrixXd a) {
  auto head = x.head(2);
  head *= 2;
  auto column = a.col(1);
  column += x;
  const auto turned = a.transpose();
  auto value = (x + column).eval();
  double sum = 0;
  for (const double v : x)
    sum += v * v;
  const std::vector<double> copy(x.data(), x.data() + x.size());
  return turned(0, 1) * value.sum() + sum + copy[1] * copy[2];
}

} // namespace expressions
#include "expressions.treelize.hpp"

#include <MatrixCheck.h>

int main() {
  using namespace expressions;
  using check::matrices;
  MatrixXd a(4, 4), b(4, 4);
  a << 2.5, -0.2, 0.3, 0.1, 0.8, 1.9, -0.4, 0.6, 0.2, -0.7, 3.1, 0.45, 0.35, 0.15, -0.25, 1.3;
  b << 0.3, 0.9, -0.1, 0.4, -0.6, 0.2, 0.7, 0.5, 0.1, 0.25, 0.65, -0.35, 0.55, 0.95, 0.85, -0.45;
  VectorXd x(4), y(4);
  x << 0.4, -0.3, 0.8, 1.2;
  y << 0.7, 0.6, -0.5, 0.9;
  const Matrix3d r = a.topLeftCorner(3, 3);
  matrices("lines", kernels::lines, a, x, Vector3d(0.3, -0.8, 0.5), r);
  matrices("shapes", kernels::shapes, a, b, x, y);
  matrices("conditions", kernels::conditions, x, y, b, 0.7);
  matrices("functions", kernels::functions, x, y, 0.7);
  matrices("generators", kernels::generators, x, y, a, 0.7);
  matrices("named", kernels::named, x, a);
  for (const int j : {2, 1}) {
    const auto g = kernels::inPlace.grad(a, b, x, 1, j);
    for (Index k = 0; k < 16; ++k) {
      MatrixXd above = a, below = a;
      above(k % 4, k / 4) += check::step;
      below(k % 4, k / 4) -= check::step;
      check::near("inPlace", "against differences", g.a(k % 4, k / 4), (inPlace(above, b, x, 1, j) - inPlace(below, b, x, 1, j)) / (2 * check::step), 1e-6, 1);
    }
  }
  return check::finish();
}
