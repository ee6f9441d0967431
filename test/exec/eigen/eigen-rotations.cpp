// Rotations as robots need them: Eigen's quaternions and angles with axes, whose functions become part of the kernel.
// REQUIRES: libeigen3-dev
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/rotations.treelize.hpp -- -std=c++20 %eigen -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%t/rotations.treelize.hpp
// RUN: %cxx -I%t %eigen -I%S/../../Inputs %s %link -o %t/run && %t/run
#include <Eigen/Dense>
#include <treelize/annotations.hpp>
#include <span>
namespace rotations {

using Eigen::AngleAxisd;
using Eigen::Matrix3d;
using Eigen::Quaterniond;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::Vector4d;

TREELIZE(kernel) Vector3d axis(double angle, const Vector3d& w, const Vector3d& p) {
  const AngleAxisd turn(angle, w.normalized());
  const Matrix3d r = turn.toRotationMatrix() * AngleAxisd(2 * angle, Vector3d::UnitZ()).toRotationMatrix();
  return r * p + turn * p;
}

// CHECK-LABEL: `rotations::twice(angle, p)`
// CHECK: double scalar = std::sin(ha);
// CHECK: quaternion[0] = turn_coeffs[3] * turn_coeffs[0] + turn_coeffs[0] * turn_coeffs[3]
TREELIZE(kernel) Vector3d twice(double angle, const Vector3d& p) {
  const Quaterniond turn(AngleAxisd(angle, Vector3d::UnitX()));
  return turn * turn * p;
}

TREELIZE(kernel) Vector3d quaternions(const Vector4d& c, const Vector3d& p, double s) {
  Quaterniond q(c(0), c(1), c(2), c(3));
  q.normalize();
  const Quaterniond turn(AngleAxisd(s, Vector3d::UnitX()));
  Quaterniond both = q * turn;
  both = both * q.conjugate();
  const Matrix3d r = both.toRotationMatrix();
  return r * p + q.inverse() * p + both.w() * q.vec() + turn.normalized() * (q * p) +
         Vector3d(q.x(), turn.coeffs()(3), both.norm());
}

/// From a matrix and back, by angles.
TREELIZE(kernel) Vector3d matrices(const Vector3d& w, const Vector3d& p) {
  const Matrix3d m = (AngleAxisd(w[0], Vector3d::UnitZ()) * AngleAxisd(w[1], Vector3d::UnitY()) *
                      AngleAxisd(w[2], Vector3d::UnitX()))
                         .toRotationMatrix();
  const Quaterniond q(m);
  const AngleAxisd turn(q);
  return q * p + q.vec() + turn.axis() * turn.angle();
}

TREELIZE(kernel) Vector3d between(const Vector3d& w, const Vector3d& t, const Vector3d& p) {
  const Quaterniond a = Quaterniond(1, w[0], w[1], w[2]).normalized(), b = Quaterniond(0.8, t[0], t[1], t[2]).normalized();
  return a.slerp(0.3, b) * p + Vector3d(a.angularDistance(b), a.dot(b), 0);
}

/// Several, one of which is chosen, copied and changed.
TREELIZE(kernel) double chosen(double s, const Vector3d& p) {
  Quaterniond turns[3];
  turns[0] = AngleAxisd(s, p.normalized());
  turns[1] = turns[0].toRotationMatrix();
  turns[2] = turns[1] * turns[0];
  const Quaterniond& last = s > 0 ? turns[2] : turns[1];
  Quaterniond copy = last;
  copy.coeffs() += turns[0].coeffs();
  copy.x() *= 2;
  std::swap(turns[0], copy);
  const auto turned = [&](const Quaterniond& q) { return q * p; };
  return 2 + turned(copy).sum() + (turns[2].coeffs() - turns[0].coeffs()).norm() + turned(turns[0])[1];
}

TREELIZE(kernel) Vector2d plane(double w, const Vector2d& p) {
  Eigen::Rotation2Dd r(w);
  return r * p + r.inverse() * p + (r * Eigen::Rotation2Dd(0.3)).toRotationMatrix() * p + Vector2d(r.angle(), 0);
}

/// The place of a hand by the angles of its joints.
TREELIZE(kernel) double arm(const Vector4d& angles, const Vector3d& target) {
  Quaterniond frame = Quaterniond::Identity();
  Vector3d hand = Vector3d::Zero();
  for (int i = 0; i < 4; ++i) {
    frame = frame * Quaterniond(AngleAxisd(angles[i], i % 2 == 0 ? Vector3d(0, 0, 1) : Vector3d(0, 1, 0)));
    hand += frame * Vector3d(1.0 / (i + 1), 0, 0);
  }
  return (hand - target).squaredNorm();
}

/// What a robot has measured: the step of a filter for its attitude.
TREELIZE(kernel) double attitude(std::span<const double> rates) {
  const Vector3d seen(0.2, -0.4, 0.8);
  Quaterniond q = Quaterniond::Identity();
  double error = 0;
  for (std::size_t i = 0; i + 2 < rates.size(); i += 3) {
    const Vector3d w(rates[i], rates[i + 1], rates[i + 2]);
    const double angle = w.norm() * 0.1;
    if (angle > 1e-9)
      q = (q * Quaterniond(AngleAxisd(angle, w.normalized()))).normalized();
    error += (q * Vector3d::UnitZ() - seen).squaredNorm();
  }
  return error;
}

} // namespace rotations
#include "rotations.treelize.hpp"

#include <MatrixCheck.h>

int main() {
  using namespace rotations;
  const Vector3d p(0.3, -0.8, 0.5), w(0.9, 0.4, -0.2), t(0.2, 0.5, -0.7);
  const Vector4d c(0.9, 0.3, -0.2, 0.4);
  check::matrices("axis", kernels::axis, 0.7, w, p);
  check::matrices("twice", kernels::twice, 0.7, p);
  check::matrices("quaternions", kernels::quaternions, c, p, 0.6);
  check::matrices("matrices", kernels::matrices, w, p);
  check::matrices("between", kernels::between, w, t, p);
  check::matrices("chosen", kernels::chosen, 0.4, p);
  check::matrices("chosen", kernels::chosen, -0.4, p);
  check::matrices("plane", kernels::plane, 0.7, Vector2d(0.3, -0.8));
  check::matrices("arm", kernels::arm, c, p);
  check::scalar("attitude", kernels::attitude, {0.1, 0.2, 0.3, -0.4, 0.2, 0.1, 0.5, -0.6, 0.7});
  return check::finish();
}
