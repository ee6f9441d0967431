// Poses: isometries and affine transforms of Eigen's, classes that hold a quaternion, Maps of one, and all of them as
// parameters and results, whose derivatives are objects of the same class.
// REQUIRES: libeigen3-dev
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/poses.treelize.hpp -- -std=c++20 %eigen -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%t/poses.treelize.hpp
// RUN: %cxx -I%t %eigen -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %cxx -DTREELIZE_CHECK -I%t %eigen -I%S/../../Inputs %s %link -o %t/checked && %t/checked
#include <Eigen/Dense>
#include <treelize/annotations.hpp>
#include <vector>
namespace poses {

using Eigen::Affine3d;
using Eigen::AngleAxisd;
using Eigen::Isometry3d;
using Eigen::Map;
using Eigen::Quaterniond;
using Eigen::Vector3d;

TREELIZE(kernel) Vector3d isometries(const Vector3d& w, const Vector3d& t, const Vector3d& p) {
  Isometry3d pose = Isometry3d::Identity();
  pose.rotate(AngleAxisd(w.norm(), w.normalized()));
  pose.translation() = t;
  const Isometry3d both = pose * pose.inverse() * pose;
  return both * p + pose.linear() * p;
}

TREELIZE(kernel) Vector3d affine(const Vector3d& w, const Vector3d& t, const Vector3d& p) {
  Affine3d pose(AngleAxisd(w[0], Vector3d::UnitX()));
  pose.translate(t);
  pose.pretranslate(p);
  pose.prerotate(Quaterniond(1, w[1], w[2], 0.5).normalized());
  pose.scale(1.5);
  const Affine3d other = Eigen::Translation3d(t) * AngleAxisd(w[1], Vector3d::UnitY());
  return (pose * other) * p + pose.inverse() * t;
}

/// A plane and a line.
TREELIZE(kernel) double distances(const Vector3d& n, const Vector3d& p, double s) {
  const Eigen::Hyperplane<double, 3> plane(n.normalized(), s);
  const Eigen::ParametrizedLine<double, 3> line(p, Vector3d::UnitX());
  return plane.signedDistance(p) + line.squaredDistance(Vector3d(s, 1, 2)) + line.intersectionParameter(plane);
}

struct Pose {
  Quaterniond turn;
  Vector3d shift;
  Vector3d operator*(const Vector3d& p) const { return turn * p + shift; }
  Pose operator*(const Pose& other) const { return {turn * other.turn, turn * other.shift + shift}; }
  Pose inverse() const { return {turn.conjugate(), -(turn.conjugate() * shift)}; }
};

TREELIZE(kernel) Vector3d chain(const Vector3d& w, const Vector3d& t, const Vector3d& p) {
  Pose pose{Quaterniond(AngleAxisd(w.norm(), w / w.norm())), t};
  std::vector<Pose> all;
  for (int i = 0; i < 3; ++i) {
    all.push_back(pose);
    pose = pose * pose;
  }
  Vector3d r = p;
  for (const Pose& each : all)
    r = each * r;
  return all[1].inverse() * r;
}

/// As Ceres' users write it: the quaternion, then the shift.
TREELIZE(kernel) void transformed(const double* pose, const double* point, double* out) {
  const Map<const Quaterniond> turn(pose);
  const Map<const Vector3d> shift(pose + 4), p(point);
  Map<Vector3d> r(out);
  r = turn * p + shift;
}

// CHECK-LABEL: `poses::seen(pose, others, q, p)`
// CHECK: treelize::eigen::coefficients(pose_b.turn)
TREELIZE(kernel) double seen(const Pose& pose, const std::vector<Pose>& others, const Quaterniond& q, const Vector3d& p) {
  Vector3d r = pose * p;
  for (const Pose& other : others)
    r = other * r;
  return (q * r).dot(p) + pose.turn.w() * q.x();
}

TREELIZE(kernel) double moved(const Isometry3d& pose, const std::vector<Affine3d>& joints, const Vector3d& p) {
  Isometry3d at = pose;
  Vector3d sum = at * p;
  for (std::size_t i = 0; i < joints.size(); ++i) {
    at.translate(joints[i].translation());
    sum += joints[i] * (at * p);
  }
  return sum.squaredNorm();
}

/// In place, and as a result.
TREELIZE(kernel) Quaterniond step(Pose& pose, const Vector3d& w, double dt) {
  pose.shift += dt * w;
  pose.turn = pose.turn * Quaterniond(AngleAxisd(dt * w.norm(), w.normalized()));
  pose.turn.normalize();
  return pose.turn.conjugate();
}

} // namespace poses
#include "poses.treelize.hpp"

#include <MatrixCheck.h>

using namespace poses;

namespace {

/// Objects as the numbers they hold, and back.
struct Numbers {
  std::vector<double> all;
  std::size_t next = 0;
  template <class M> void coefficients(M& m, bool isTaken) {
    for (Eigen::Index i = 0; i < m.size(); ++i)
      if (isTaken)
        all.push_back(m.data()[i]);
      else
        m.data()[i] = all[next++];
  }
  void visit(Vector3d& x, bool isTaken) { coefficients(x, isTaken); }
  void visit(Quaterniond& x, bool isTaken) { coefficients(x.coeffs(), isTaken); }
  void visit(Isometry3d& x, bool isTaken) { coefficients(x.matrix(), isTaken); }
  void visit(Affine3d& x, bool isTaken) { coefficients(x.matrix(), isTaken); }
  void visit(Pose& x, bool isTaken) { visit(x.turn, isTaken), visit(x.shift, isTaken); }
  template <class T> void visit(std::vector<T>& x, bool isTaken) {
    for (T& each : x)
      visit(each, isTaken);
  }
};

template <class... T> std::vector<double> numbersOf(T... objects) {
  Numbers numbers;
  (numbers.visit(objects, true), ...);
  return numbers.all;
}

template <class... T> void fill(const std::vector<double>& from, T&... objects) {
  Numbers numbers{from};
  (numbers.visit(objects, false), ...);
}

/// A kernel of such objects and of one number as its result.
template <class Kernel, class... T> void objects(const char* name, const Kernel& kernel, T... x) {
  auto gradient = kernel.grad(x...);
  std::tuple<T...> x_b = [&] {
    if constexpr (sizeof...(T) == 3) {
      auto& [a, b, c] = gradient;
      return std::tuple<T...>(a, b, c);
    } else {
      auto& [a, b, c, d] = gradient;
      return std::tuple<T...>(a, b, c, d);
    }
  }();
  const std::vector<double> flat_b = std::apply([](const T&... each) { return numbersOf(each...); }, x_b);
  check::differences(name, numbersOf(x...), flat_b, [&](const std::vector<double>& at) {
    std::tuple<T...> moved(x...);
    return std::apply([&](T&... each) { fill(at, each...); return kernel(each...); }, moved);
  });
  const std::vector<double> flat_t = check::direction(flat_b.size());
  std::tuple<T...> x_t(x...);
  std::apply([&](T&... each) { fill(flat_t, each...); }, x_t);
  const auto [value, derivative] = std::apply([&](const T&... each) { return kernel.tangent(x..., each...); }, x_t);
  check::near(name, "value", value, kernel(x...), 1e-14, 1);
  check::near(name, "adjoint against tangent", check::dot(flat_b, flat_t), derivative, 1e-12, check::norm1(flat_b, flat_t));
}

void inPlace(const Pose& pose, const Vector3d& w) {
  const Vector3d e(0.3, 0.4, -0.5);
  const auto value = [&](const std::vector<double>& at) {
    Pose x = pose;
    Vector3d rate = w;
    fill(at, x, rate);
    const Quaterniond q = kernels::step(x, rate, 0.3);
    return x.shift.dot(e) + x.turn.w() * 2 + q.y() * 3;
  };
  Pose x = pose, x_b{Quaterniond(2, 0, 0, 0), e};
  Vector3d w_b = Vector3d::Zero();
  double dt_b = 0;
  kernels::step.adjoint(x, w, 0.3, Quaterniond(0, 0, 3, 0), x_b, w_b, dt_b);
  check::differences("step", numbersOf(pose, w), numbersOf(x_b, w_b), value);
}

} // namespace

int main() {
  const Vector3d p(0.3, -0.8, 0.5), w(0.9, 0.4, -0.2), t(0.2, 0.5, -0.7);
  check::matrices("isometries", kernels::isometries, w, t, p);
  check::matrices("affine", kernels::affine, w, t, p);
  check::matrices("distances", kernels::distances, w, p, 0.4);
  check::matrices("chain", kernels::chain, w, t, p);

  const Quaterniond q(0.7, 0.2, -0.3, 0.5), r(0.4, -0.6, 0.1, 0.3);
  const Pose pose{q, t}, other{r, w};
  objects("seen", kernels::seen, pose, std::vector<Pose>{other, pose}, r, p);
  const Isometry3d placed = Isometry3d(q.normalized()) * Eigen::Translation3d(t);
  const Affine3d scaled = Affine3d(r) * Eigen::Scaling(1.2);
  objects("moved", kernels::moved, placed, std::vector<Affine3d>{scaled, Affine3d(placed)}, p);
  inPlace(pose, w);

  const std::vector<double> numbers = numbersOf(pose, p), seed{0.5, -0.7, 0.9};
  std::vector<double> x_b(10), out(3), out_b = seed;
  kernels::transformed.adjoint(numbers.data(), numbers.data() + 7, out.data(), x_b.data(), x_b.data() + 7, out_b.data());
  check::differences("transformed", numbers, x_b, [&](const std::vector<double>& x) {
    std::vector<double> y(3);
    kernels::transformed(x.data(), x.data() + 7, y.data());
    return check::dot(y, seed);
  });
  return check::finish();
}
