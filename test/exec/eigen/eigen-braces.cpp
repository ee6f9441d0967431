// Objects in braces that are made by a call: T{f()} is f(), of a matrix, of a class, as a variable, as a member and as an
// argument; and a vector divided by its last coefficient.
// REQUIRES: libeigen3-dev
// RUN: %treelize %s -o %T/eigen-braces.treelize.hpp -- -std=c++20 %eigen -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs %eigen -I%T %s %link -o %t && %t
#include <Eigen/Dense>
#include <KernelCheck.h>
#include <treelize/annotations.hpp>

namespace app {

using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

inline Vector3d unit(double x) { return Vector3d(x, 2, 3 * x); }
struct Pose {
  Vector3d translation{unit(1)};
  Vector3d scale;
  explicit Pose(double s) : scale{unit(s)} {}
};
struct Pair {
  double a, b;
};
inline Pair paired(double x) { return {x, x * x}; }

TREELIZE(kernel) double variable(double x) {
  Vector3d a{unit(x)};
  const Vector3d b{Vector3d{unit(x * x)}};
  return a[0] * x + a.dot(b);
}
TREELIZE(kernel) double member(double x) {
  const Pose pose{x};
  return pose.translation.dot(pose.scale) * x;
}
TREELIZE(kernel) double plain(double x) {
  const Pair p{paired(x)};
  Pair q{Pair{paired(p.b)}};
  q.a *= x;
  return p.a + q.a * q.b;
}

TREELIZE(kernel) double projected(double a, double b, double c) {
  const Vector3d x(a, b, c);
  const Vector2d q = x.hnormalized(), r = (2 * x + unit(a)).hnormalized();
  return q(0) * r(1) + q(1);
}
TREELIZE(kernel) double flattened(const VectorXd& x) {
  const VectorXd y = x.hnormalized();
  const Eigen::RowVector3d z(x[0], x[1], x[2]);
  return y.squaredNorm() + z.hnormalized().sum();
}

} // namespace app

#include "eigen-braces.treelize.hpp"

int main() {
  check::Kernels check;
  check("variable", app::kernels::variable, app::variable, 1.5);
  check("member", app::kernels::member, app::member, 1.5);
  check("plain", app::kernels::plain, app::plain, 1.5);
  check("projected", app::kernels::projected, app::projected, 1.5, -0.7, 2.5);
  check("flattened", app::kernels::flattened, app::flattened, app::VectorXd(Eigen::Vector4d(1, -2, 3, 4)));
  return check.failures;
}
