// A matrix that is given a rotation, a product of them, angles of a rotation, a vector with a one behind it, and a matrix that
// gets the extents of another.
// REQUIRES: libeigen3-dev
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/turns.treelize.hpp -- -std=c++20 %eigen -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%t/turns.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %eigen %s %link -o %t/run && %t/run
#include <Eigen/Dense>
#include <treelize/annotations.hpp>

namespace app {

using Eigen::AngleAxisd;
using Eigen::Matrix3d;
using Eigen::Vector3d;

// CHECK-LABEL: struct assigned_kernel
TREELIZE(kernel) inline double assigned(double x, double y) {
  Matrix3d m;
  m = AngleAxisd(x, Vector3d::UnitX()) * AngleAxisd(y, Vector3d::UnitY());
  return m(0, 2) + 2 * m(1, 2) + m(2, 2);
}

TREELIZE(kernel) inline double constructed(double x, double y) {
  const Matrix3d m(Eigen::Quaterniond(x, y, 0.3, 0.2).normalized());
  Matrix3d turn;
  turn = AngleAxisd(y, Vector3d(x, 0.3, 0.4).normalized());
  return (m * turn)(0, 1) + m(2, 1);
}

TREELIZE(kernel) inline double angles(double x, double y) {
  const Matrix3d m = (AngleAxisd(x, Vector3d::UnitZ()) * AngleAxisd(y, Vector3d::UnitY())).toRotationMatrix();
  const Vector3d found = m.eulerAngles(2, 1, 0);
  return found[0] + 2 * found[1] * found[1] + found[2];
}

// CHECK-LABEL: struct longer_kernel
// CHECK: Eigen::Vector4d homogeneous
TREELIZE(kernel) inline double longer(double x, double y) {
  const Vector3d v(x, y, x * y);
  Eigen::Matrix4d m = Eigen::Matrix4d::Identity() * x;
  m(0, 3) = y;
  const Eigen::VectorXd w = Eigen::VectorXd::LinSpaced(3, x, y);
  return (m * v.homogeneous()).hnormalized().squaredNorm() + w.homogeneous().prod() + (v * 2).transpose().homogeneous()[3];
}

TREELIZE(kernel) inline double likened(double x, double y) {
  const Eigen::VectorXd from = Eigen::VectorXd::LinSpaced(4, x, y);
  Eigen::VectorXd to;
  to.resizeLike(from);
  for (int i = 0; i < to.size(); ++i)
    to[i] = from[i] * from[i];
  return to.sum();
}

} // namespace app

#include "turns.treelize.hpp"

#include "KernelCheck.h"

int main() {
  check::Kernels check;
  check("assigned", app::kernels::assigned, app::assigned, 0.7, 0.4);
  check("constructed", app::kernels::constructed, app::constructed, 0.7, 0.4);
  check("angles", app::kernels::angles, app::angles, 0.7, 0.4);
  check("longer", app::kernels::longer, app::longer, 0.7, 0.4);
  check("likened", app::kernels::likened, app::likened, 0.7, 0.4);
  return check.failures;
}
