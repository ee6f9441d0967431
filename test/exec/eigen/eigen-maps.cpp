// Matrices of Eigen's over memory of others: Map with and without strides, Ref, blocks that have a name, as variables,
// members, captures and arguments.
// REQUIRES: libeigen3-dev
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/maps.treelize.hpp -- -std=c++20 %eigen -I%S/../../Inputs
// RUN: %cxx -I%t %eigen -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %allcxx -fsyntax-only -I%t %eigen -I%S/../../Inputs %s
#include <Eigen/Dense>
#include <array>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>
namespace maps {

using Eigen::Dynamic;
using Eigen::Index;
using Eigen::Map;
using Eigen::Matrix;
using Eigen::Matrix2d;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::Ref;
using Eigen::Vector3d;
using Eigen::VectorXd;

TREELIZE(kernel) double vectors(std::span<const double> p) {
  Map<const VectorXd> x(p.data(), static_cast<Index>(p.size()));
  double sum = x.squaredNorm() + x.head(2).sum();
  for (Index i = 0; i + 1 < x.size(); ++i)
    sum += x(i) * x[i + 1];
  return sum;
}

TREELIZE(kernel) double chain(std::span<const double> p) {
  double length = 0;
  for (std::size_t i = 0; i + 1 < p.size() / 3; ++i)
    length += (Map<const Vector3d>(p.data() + 3 * i) - Map<const Vector3d>(&p[3 * i + 3])).norm();
  return length;
}

void turn(const double* matrix, const double* vector, double* out) {
  const Map<const Matrix<double, 3, 3, Eigen::RowMajor>> r(matrix);
  const Map<const Vector3d> v(vector);
  Map<Vector3d> turned(out);
  turned = r * v;
  turned += v.cross(r.col(1));
  turned(0) *= v[1];
  Map<Vector3d>(out + 3) = r.transpose() * turned + 2 * v;
  turned.noalias() -= r * v;
}

/// One array: the maps have nothing in common.
TREELIZE(kernel) void turned(std::span<double> y) { turn(y.data(), y.data() + 9, y.data() + 12); }

/// The head of an array by what follows it.
TREELIZE(kernel) void split(std::span<double> y) {
  const Index half = static_cast<Index>(y.size()) / 2;
  Map<VectorXd> head(y.data(), half), tail(y.data() + half, half);
  head = 2 * head + tail.cwiseProduct(head);
  tail -= head;
  head.swap(tail);
}

TREELIZE(kernel) double locals(const VectorXd& a, double s) {
  std::vector<double> v(6);
  for (std::size_t i = 0; i < 6; ++i)
    v[i] = a[static_cast<Index>(i % 3)] * s + static_cast<double>(i);
  double c[4] = {s, s * s, 1, 2};
  std::array<double, 4> d{a[0], a[1], s, 1};
  Map<VectorXd> m(v.data(), 6);
  Map<Matrix2d> mc(c);
  Map<const Matrix2d> md(d.data());
  mc = mc * md;
  mc *= s;
  m += 2 * m;
  m(2) = m.dot(m);
  v[1] *= s;
  m.tail(3) = m.head(3) * m(1);
  for (int i = 0; i < 3; ++i) {
    Map<Eigen::Vector2d> pair(&v[static_cast<std::size_t>(2 * i)]);
    if (pair(0) > 1)
      pair = mc * pair / 10;
  }
  return m.sum() + mc.squaredNorm() + c[3] * v[2];
}

TREELIZE(kernel) double strides(std::span<const double> v, Index step) {
  using AnyStride = Eigen::Stride<Dynamic, Dynamic>;
  Map<const VectorXd, 0, Eigen::InnerStride<2>> even(v.data(), 3);
  Map<const VectorXd, 0, Eigen::InnerStride<>> third(v.data() + 1, 2, Eigen::InnerStride<>(step));
  Map<const MatrixXd, 0, Eigen::OuterStride<>> m(v.data(), 2, 2, Eigen::OuterStride<>(step + 1));
  Map<const Matrix2d, Eigen::Unaligned, AnyStride> q(v.data(), AnyStride(step, 2));
  Map<const Matrix<double, Dynamic, 2, Eigen::RowMajor>> rows(v.data(), 3, 2);
  return even.dot(even) * third.sum() + (m * q).squaredNorm() + m(1, 1) * q(1, 0) + (rows * q).sum() + rows(1, 0) * rows(2, 1);
}

double ofMap(const Map<const VectorXd>& x) { return x.norm(); }
double ofRef(const Ref<const VectorXd>& x) { return x.squaredNorm() * x[1]; }
template <class D> double ofBase(const Eigen::MatrixBase<D>& x) { return x(0) * x.sum(); }
template <class D> void addTo(Eigen::MatrixBase<D>& x, double s) { x.array() += s; }
template <class D> void scale(const Eigen::MatrixBase<D>& x, double s) { const_cast<Eigen::MatrixBase<D>&>(x) *= s; }
void grow(Ref<VectorXd> x, double s) {
  x *= s;
  x(0) = x.sum();
}
auto lower(MatrixXd& m) { return m.bottomRows(1); }

TREELIZE(kernel) double passed(const VectorXd& p, VectorXd y, MatrixXd a) {
  Map<const VectorXd> x(p.data(), p.size());
  double r = ofMap(x) + ofBase(x) + ofRef(x) + ofRef(y) + ofRef(2 * x + y) + ofBase(x.head(2)) + ofRef(y.head(2)) +
             ofRef(a.row(0)) + ofRef(a.col(1));
  grow(y, 1.5);
  grow(y.tail(2), x(0));
  scale(y.head(2), x(1));
  scale(y, 2.0);
  auto last = y.tail(2);
  addTo(last, x[0]);
  auto&& first = y.head<2>();
  first(1) *= x[2];
  Ref<MatrixXd> corner = a.topLeftCorner(2, 2);
  corner = corner * corner;
  auto row = lower(a);
  row *= y[1];
  const auto columns = a.transpose();
  a(0, 0) = x[0];
  return r + y.squaredNorm() + y[0] + columns.col(0).sum() + a.squaredNorm();
}

/// Ref<const VectorXd> refers to a column, and keeps a copy of a row.
TREELIZE(kernel) double copies(MatrixXd a, double s) {
  const Ref<const VectorXd> row(a.row(0)), column(a.col(0)), sum(a.col(0) + a.col(1));
  a *= s;
  return row.dot(column) + sum.squaredNorm();
}

/// A residual as least-squares solvers take it.
struct Reprojection {
  double u, v;
  template <typename T> bool operator()(const T* camera, const T* point, T* residuals) const {
    const Map<const Matrix<T, 3, 1>> w(camera), t(camera + 3), p(point);
    const T angle = w.norm();
    const Matrix<T, 3, 1> k = w / angle;
    const Matrix<T, 3, 1> q =
        p * std::cos(angle) + k.cross(p) * std::sin(angle) + k * (k.dot(p) * (T(1) - std::cos(angle))) + t;
    Map<Matrix<T, 2, 1>> r(residuals);
    r << q.x() / q.z() - T(u), q.y() / q.z() - T(v);
    r *= camera[6];
    return true;
  }
};

TREELIZE(kernel) double reprojected(const double* cameras, const double* points, TREELIZE(nondiff) const double* seen, int n) {
  double cost = 0;
  for (int i = 0; i < n; ++i) {
    double r[2];
    Reprojection residual{seen[2 * i], seen[2 * i + 1]};
    residual(cameras + 7 * (i % 2), points + 3 * i, r);
    cost += r[0] * r[0] + r[1] * r[1];
  }
  return 0.5 * cost;
}

struct Body {
  double position[3];
  std::array<double, 3> velocity;
};

TREELIZE(kernel) double bodies(const VectorXd& x, double dt) {
  std::vector<Body> b(2);
  for (Index i = 0; i < 2; ++i) {
    Map<Vector3d>(b[static_cast<std::size_t>(i)].position) = x.segment<3>(6 * i);
    Map<Vector3d>(b[static_cast<std::size_t>(i)].velocity.data()) = x.segment<3>(6 * i + 3);
  }
  for (Body& body : b) {
    Map<Vector3d> p(body.position);
    p += dt * Map<Vector3d>(body.velocity.data());
    Map<Vector3d>(body.velocity.data()) -= dt * p / p.norm();
  }
  return Map<Vector3d>(b[0].position).dot(Map<Vector3d>(b[1].velocity.data()));
}

struct Holder {
  Map<const Vector3d> x;
  Map<Vector3d> y;
  double energy() const { return x.dot(y); }
};

TREELIZE(kernel) double held(const VectorXd& p, VectorXd q) {
  Holder h{Map<const Vector3d>(p.data()), Map<Vector3d>(q.data())};
  h.y *= 3;
  const auto add = [&](double s) {
    h.y += s * h.x;
    return h.energy();
  };
  const auto times = [y = h.y](double s) { return y.sum() * s; };
  return add(2) + times(h.x(0));
}

TREELIZE(kernel) double data(VectorXd x, Matrix3d m) {
  double* p = x.data();
  p[1] *= x[0];
  const double* q = m.data();
  double s = 0;
  for (int i = 0; i < 9; ++i)
    s += (i + 1) * q[i] * q[i];
  Map<VectorXd>(m.data(), 9) *= 2;
  Map<const Matrix<double, 1, Dynamic>> row(p, x.size());
  return s + x.sum() * m.col(1).sum() + row.norm() + Map<const Vector3d>(m.data() + 3).norm();
}

// One number, where the extents are one.
template <int N> void scaled(const Matrix<double, N, 1>& x, double by, double* value, double* slope) {
  if (value)
    Map<Matrix<double, N, 1>>(value, N) = by * x;
  if (slope)
    Map<Matrix<double, N, 1>>(slope, N) = x.cwiseProduct(x) + x;
}
TREELIZE(kernel) double numbers(const VectorXd& p, double t) {
  double value = 0, slope = 0;
  scaled<1>(Matrix<double, 1, 1>(p[0]), t, &value, &slope);
  scaled<1>(Matrix<double, 1, 1>(p[1] * value), t, &value, nullptr);
  return value * slope;
}

} // namespace maps
#include "maps.treelize.hpp"

#include <MatrixCheck.h>

int main() {
  using namespace maps;
  using check::matrices;
  const std::vector<double> x{0.4, -0.3, 0.8, 1.2, 0.7, -0.6, 0.5, 0.9, -1.1, 0.35, 0.15, -0.25, 1.3, -0.45, 0.65, 0.55, 0.95, 0.85};
  const VectorXd v = Map<const VectorXd>(x.data(), 12), p = v.head(3), q = v.segment(4, 3);
  MatrixXd a(3, 3);
  a << 0.5, -0.2, 0.3, 0.1, 0.8, -0.4, 0.6, 0.2, -0.7;
  check::scalar("vectors", kernels::vectors, x);
  check::scalar("chain", kernels::chain, x);
  check::inPlace("turned", kernels::turned, x);
  check::inPlace("split", kernels::split, x);
  matrices("locals", kernels::locals, p, 0.7);
  check::scalar("strides", kernels::strides, x, Index(3));
  matrices("passed", kernels::passed, p, q, a);
  matrices("copies", kernels::copies, a, 0.6);
  matrices("bodies", kernels::bodies, v, 0.1);
  matrices("held", kernels::held, p, q);
  matrices("numbers", kernels::numbers, p, 0.7);
  matrices("data", kernels::data, p, Matrix3d(a));

  const std::vector<double> cameras{0.1, -0.2, 0.3, 0.4, 0.1, 2, 1.1, 0.3, 0.2, -0.1, -0.2, 0.3, 1.5, 0.9}, seen{0.2, 0.1, -0.3, 0.4, 0.5, 0.2};
  std::vector<double> cameras_b(14), points_b(9), points(x.begin(), x.begin() + 9), none(6);
  kernels::reprojected.adjoint(cameras.data(), points.data(), seen.data(), 3, 1.0, cameras_b.data(), points_b.data());
  check::differences("cameras", cameras, cameras_b, [&](const auto& c) { return reprojected(c.data(), points.data(), seen.data(), 3); });
  check::differences("points", points, points_b, [&](const auto& c) { return reprojected(cameras.data(), c.data(), seen.data(), 3); });
  return check::finish();
}
