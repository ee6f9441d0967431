// Matrices of Eigen's in programs: by value, in containers and classes, through functions, templates and lambdas.
// REQUIRES: libeigen3-dev
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/programs.treelize.hpp -- -std=c++20 %eigen -I%S/../../Inputs
// RUN: %cxx -I%t %eigen -I%S/../../Inputs %s %link -o %t/run && %t/run
#include <Eigen/Dense>
#include <treelize/annotations.hpp>
#include <vector>
namespace matrix {

using Eigen::Matrix2d;
using Eigen::Matrix3d;
using Eigen::MatrixXd;
using Eigen::RowVectorXd;
using Eigen::Vector2d;
using Eigen::Vector3d;
using Eigen::VectorXd;

inline Matrix3d skew(const Vector3d& w) {
  return (Matrix3d() << 0, -w.z(), w.y(), w.z(), 0, -w.x(), -w.y(), w.x(), 0).finished();
}

/// Rodrigues' formula.
inline Matrix3d rotation(const Vector3d& w) {
  const double angle = w.norm();
  const Matrix3d k = skew(w / angle);
  return Matrix3d::Identity() + std::sin(angle) * k + (1 - std::cos(angle)) * (k * k);
}

/// An arm of three joints: where its hand is, away from the target.
TREELIZE(kernel) double reach(VectorXd angles, const Vector3d& target) {
  Vector3d hand = Vector3d::Zero();
  Matrix3d frame = Matrix3d::Identity();
  for (Eigen::Index i = 0; i < angles.size(); ++i) {
    const Vector3d axis = i % 2 == 0 ? Vector3d::UnitZ() : Vector3d::UnitY();
    frame = frame * rotation(axis * angles[i]);
    hand += frame.col(0) * (1.0 / static_cast<double>(i + 1));
  }
  angles *= 0.1;
  return (hand - target).squaredNorm() + angles.squaredNorm();
}

/// Springs between points.
TREELIZE(kernel) double springs(const std::vector<Vector3d>& points, double rest) {
  double energy = 0;
  std::vector<Vector3d> middles;
  for (std::size_t i = 0; i + 1 < points.size(); ++i) {
    const Vector3d d = points[i + 1] - points[i];
    energy += (d.norm() - rest) * (d.norm() - rest);
    middles.push_back(0.5 * (points[i] + points[i + 1]));
  }
  for (const Vector3d& m : middles)
    energy += m.z() * m.x();
  return energy;
}

struct Layer {
  MatrixXd weights;
  VectorXd bias;
};

template <class D> double roughness(const Eigen::MatrixBase<D>& x) {
  double sum = 0;
  for (Eigen::Index i = 1; i < x.size(); ++i)
    sum += (x(i) - x(i - 1)) * (x(i) - x(i - 1));
  return sum;
}

inline VectorXd activated(VectorXd x) {
  x = x.array().tanh();
  return x;
}

TREELIZE(kernel) double network(const std::vector<Layer>& layers, const VectorXd& x) {
  VectorXd signal = x;
  const auto forward = [&](const Layer& layer) { signal = activated(layer.weights * signal + layer.bias); };
  for (const Layer& layer : layers)
    forward(layer);
  if (signal.size() == 0)
    return 0;
  return signal.squaredNorm() + roughness(signal) + roughness(signal.head(2) * 2);
}

TREELIZE(kernel) double rows(const RowVectorXd& r, const MatrixXd& m) {
  const RowVectorXd s = r * m;
  const VectorXd turned = s.transpose();
  Eigen::ArrayXXd squares = m.array().square();
  squares *= m.array();
  squares += 1.0;
  return s.dot(r) + turned.prod() + squares.sum() / squares.mean() + (m * r.transpose()).maxCoeff();
}

TREELIZE(kernel) float narrow(const Eigen::Vector3f& x, float s) { return (s * x).squaredNorm() / 2; }

class TREELIZE(data_oriented) Filter {
public:
  Vector2d state{0.3, -0.4};
  Matrix2d gain = Matrix2d::Identity();

  TREELIZE(kernel) double innovate(const Vector2d& measured) {
    const Vector2d error = measured - state;
    state += gain * error;
    return error.squaredNorm();
  }
};

} // namespace matrix
#include "programs.treelize.hpp"

#include <MatrixCheck.h>

int main() {
  using namespace matrix;
  using check::matrices;
  MatrixXd a(3, 3);
  a << 0.5, -0.2, 0.3, 0.1, 0.8, -0.4, 0.6, 0.2, -0.7;
  const VectorXd x = a.col(0);
  matrices("reach", kernels::reach, x, Vector3d(0.4, 0.9, -0.3));
  matrices("rows", kernels::rows, RowVectorXd(a.row(1)), a);

  std::vector<Vector3d> points{a.col(0), a.col(1), a.col(2), a.row(0)}, moved = points;
  const auto g = kernels::springs.grad(points, 0.5);
  for (std::size_t i = 0; i < points.size(); ++i)
    for (int j = 0; j < 3; ++j) {
      moved[i][j] += check::step;
      const double above = kernels::springs(moved, 0.5);
      moved[i][j] -= 2 * check::step;
      const double below = kernels::springs(moved, 0.5);
      moved[i] = points[i];
      check::near("springs", "gradient against differences", g.points[i][j], (above - below) / (2 * check::step), 1e-6, 1);
    }

  const std::vector<Layer> layers{{a, x}, {a.transpose(), -x}};
  const auto n = kernels::network.grad(layers, x);
  std::vector<Layer> other = layers;
  other[0].weights(1, 2) += check::step;
  const double above = kernels::network(other, x);
  other[0].weights(1, 2) -= 2 * check::step;
  const double below = kernels::network(other, x);
  check::near("network", "weight", n.layers[0].weights(1, 2), (above - below) / (2 * check::step), 1e-6, 1);

  const auto f = kernels::narrow.grad(Eigen::Vector3f(1, 2, 3), 2);
  check::near("narrow", "x", f.x[2], 12, 1e-6, 0);
  check::near("narrow", "s", f.s, 28, 1e-6, 0);

  treelize::bound<Filter> filter;
  const auto r = filter.innovate.grad(Vector2d(1, 2));
  check::near("filter", "measured", r.measured[1], 2 * 2.4, 1e-12, 0);
  check::near("filter", "state", r.self.state[0], -2 * 0.7, 1e-12, 0);
  check::near("filter", "kept", filter.state[0], 0.3, 0, 0);
  return check::finish();
}
