// Matrices of Eigen's: coefficients, arithmetic, products, norms, blocks, what is overwritten.
// REQUIRES: libeigen3-dev
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/eigen.treelize.hpp -- -std=c++20 %eigen -I%S/../../Inputs
// RUN: %cxx -I%t %eigen -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %allcxx -fsyntax-only -I%t %eigen -I%S/../../Inputs %s
#include <Eigen/Dense>
#include <treelize/annotations.hpp>
namespace matrix {

using Eigen::Index;
using Eigen::Matrix2d;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::RowVectorXd;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

TREELIZE(kernel) double coefficients(const MatrixXd& m, const VectorXd& v, const Vector3d& p) {
  double sum = p.x() * p.y() - p[2] * v(1);
  for (Index i = 0; i < m.rows(); ++i)
    for (Index j = 0; j < m.cols(); ++j)
      sum += m(i, j) * v[j] * v(j);
  return sum / static_cast<double>(m.size());
}

TREELIZE(kernel) double quadratic(const MatrixXd& a, const VectorXd& b, const VectorXd& x) {
  return 0.5 * x.dot(a * x) - b.dot(x) + (a * x - b).squaredNorm();
}

TREELIZE(kernel) double inner(const MatrixXd& a, const VectorXd& x, const VectorXd& y) {
  return x.transpose() * a * y;
}

TREELIZE(kernel) double chain(const MatrixXd& a, const MatrixXd& b, const VectorXd& x) {
  const MatrixXd c = a.transpose() * b;
  const VectorXd y = a * b.transpose() * x + 2 * x;
  return (c * c).trace() + y.norm() + (b * (x - y)).sum();
}

TREELIZE(kernel) double fixed(const Matrix3d& r, const Vector3d& p, const Vector3d& q, double s) {
  const Vector3d moved = r * (p - q) + s * q;
  const Matrix3d square = r * r - Matrix3d::Identity() * s;
  return moved.cross(p).norm() + square.squaredNorm() + (r.transpose() * q).dot(p) / s;
}

TREELIZE(kernel) VectorXd linear(const MatrixXd& a, const VectorXd& x, double s) { return s * (a * x) - x / s; }

TREELIZE(kernel) Matrix2d outer(const Vector2d& x, const Vector2d& y) {
  Matrix2d m = x * y.transpose();
  m(0, 1) *= x[1];
  return -m;
}

/// The adjoint sees each value that is overwritten.
TREELIZE(kernel) void updates(VectorXd& x, const MatrixXd& a, double s) {
  x = a * x;
  x += s * x.cwiseProduct(x);
  x -= a * x;
  x *= s;
  x /= 1 + s * s;
  x = x + x.cwiseAbs2() * x[0];
  x[1] = x.sum();
}

/// The output takes the shape of its value.
TREELIZE(kernel) double resized(const MatrixXd& a, const VectorXd& x) {
  VectorXd y;
  y = a * x;
  const double first = y.squaredNorm();
  y = x + x;
  y = (3 * y.head(2)).eval();
  return first * y.sum();
}

TREELIZE(kernel) double steps(const MatrixXd& a, const VectorXd& start, double dt) {
  VectorXd x = start, last = VectorXd::Zero(start.size());
  for (int k = 0; k < 5; ++k) {
    const VectorXd rate = a * x - x.array().sin().matrix();
    last = x;
    x += dt * rate;
    if (x[0] > 1)
      x *= 0.5;
  }
  return x.dot(last) + x.squaredNorm();
}

TREELIZE(kernel) double elementwise(const VectorXd& x, const VectorXd& y) {
  const VectorXd a = x.array().exp() * y.array().sin() + 1.0;
  const VectorXd b = (1 + x.array().square()).sqrt() / (2.0 + y.array().cos());
  const VectorXd c = x.cwiseProduct(y).cwiseAbs().cwiseQuotient(b) + x.array().tanh().inverse().matrix();
  return a.dot(b) + c.sum() + x.array().abs().pow(1.5).sum() + (x - y).array().cube().mean() + a.minCoeff() + b.maxCoeff();
}

struct State {
  Vector3d position, velocity;
  Matrix3d frame;
};

inline Matrix3d skew(const Vector3d& w) {
  Matrix3d m;
  m << 0, -w.z(), w.y(), w.z(), 0, -w.x(), -w.y(), w.x(), 0;
  return m;
}

inline State advanced(const State& s, const Vector3d& force, double dt) {
  State next = s;
  next.velocity += dt * (s.frame * force);
  next.position = s.position + dt * next.velocity;
  next.frame = s.frame + dt * s.frame * skew(s.velocity);
  return next;
}

TREELIZE(kernel) double rigid(const Vector3d& position, const Vector3d& velocity, const Vector3d& force) {
  State s{position, velocity, Matrix3d::Identity()};
  for (int k = 0; k < 3; ++k)
    s = advanced(s, force, 0.1);
  return s.position.normalized().dot(s.velocity) + s.frame.col(1).sum();
}

TREELIZE(kernel) void blocks(VectorXd& state, MatrixXd& m, double dt) {
  state.head<2>() += dt * state.segment<2>(2);
  state.segment(2, 2) = m.topLeftCorner(2, 2) * state.head(2);
  m.row(0) = state.head(3).transpose() * state[1];
  m.col(1) *= dt;
  m.block(1, 0, 2, 2).noalias() += state.head(2) * state.head(2).transpose();
  m.diagonal() = state.head(3);
}

TREELIZE(kernel) double filled(double a, const Vector2d& p) {
  VectorXd v(5);
  v << p, a, p[0] * p[1], a * a;
  Matrix2d m;
  m << p, v.head<2>() * a;
  Eigen::Array3d w = Eigen::Array3d::Constant(a);
  w(1) = p[0];
  v.normalize();
  return v.dot(VectorXd::Ones(5)) + m.trace() + (w * w).prod();
}

} // namespace matrix
#include "eigen.treelize.hpp"

#include <MatrixCheck.h>

int main() {
  using namespace matrix;
  using check::matrices;
  MatrixXd a(3, 3), b(3, 3);
  a << 0.5, -0.2, 0.3, 0.1, 0.8, -0.4, 0.6, 0.2, -0.7;
  b << 0.3, 0.9, -0.1, 0.4, -0.6, 0.2, 0.7, 0.5, 0.1;
  const Matrix3d r = a;
  const Vector3d p(0.3, -0.8, 0.5), q(0.9, 0.4, -0.2);
  const VectorXd x = p, y = q;
  matrices("coefficients", kernels::coefficients, a, x, q);
  matrices("quadratic", kernels::quadratic, a, x, y);
  matrices("inner", kernels::inner, a, x, y);
  matrices("chain", kernels::chain, a, b, x);
  matrices("fixed", kernels::fixed, r, p, q, 0.7);
  matrices("linear", kernels::linear, a, x, 1.3);
  matrices("outer", kernels::outer, Vector2d(0.4, -0.9), Vector2d(1.1, 0.6));
  check::matricesInPlace("updates", kernels::updates, x, a, 0.6);
  matrices("resized", kernels::resized, a, x);
  matrices("steps", kernels::steps, a, x, 0.1);
  matrices("elementwise", kernels::elementwise, x, y);
  matrices("rigid", kernels::rigid, p, q, Vector3d(0.2, 0.1, -0.6));
  VectorXd state(4);
  state << 0.4, -0.3, 0.8, 1.2;
  check::matricesInPlace("blocks", kernels::blocks, state, b, 0.3);
  matrices("filled", kernels::filled, 0.6, Vector2d(0.4, -0.9));
  return check::finish();
}
