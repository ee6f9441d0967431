// What roboticists differentiate: an arm's pose, a swing-up by control, a pose graph, an attitude
// filter.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/robotics.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>
namespace robotics {

struct Transform {
  double m[4][4];
  Transform operator*(const Transform& o) const {
    Transform r{};
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        for (int k = 0; k < 4; ++k)
          r.m[i][j] += m[i][k] * o.m[k][j];
    return r;
  }
};

struct Joint {
  double a, alpha, d;
  Transform at(double q) const {
    const double c = std::cos(q), s = std::sin(q), ca = std::cos(alpha), sa = std::sin(alpha);
    return {
        {{c, -s * ca, s * sa, a * c}, {s, c * ca, -c * sa, a * s}, {0, sa, ca, d}, {0, 0, 0, 1}}};
  }
};

/// An arm of revolute joints (Denavit-Hartenberg): distance of its hand from a goal, joints kept in
/// their range.
TREELIZE(kernel, wrt = q) double arm(std::span<const double> q, std::span<const Joint> joints) {
  Transform hand{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
  double cost = 0;
  for (std::size_t i = 0; i < q.size(); ++i) {
    hand = hand * joints[i].at(q[i]);
    if (std::fabs(q[i]) > 1)
      cost += (std::fabs(q[i]) - 1) * (std::fabs(q[i]) - 1);
  }
  const double goal[3] = {0.4, 0.3, 0.5};
  for (int i = 0; i < 3; ++i)
    cost += (hand.m[i][3] - goal[i]) * (hand.m[i][3] - goal[i]);
  return cost + 0.1 * (1 - hand.m[2][2]);
}

struct Cart {
  double x, v, angle, spin;
};

Cart slope(const Cart& s, double force) {
  const double c = std::cos(s.angle), n = std::sin(s.angle), mass = 1.2 - 0.2 * c * c;
  const double a = (force + 0.2 * n * (0.5 * s.spin * s.spin + 9.81 * c)) / mass;
  return {s.v, a, s.spin, -(a * c + 9.81 * n) / 0.5};
}

Cart moved(const Cart& s, const Cart& by, double dt) {
  return {s.x + dt * by.x, s.v + dt * by.v, s.angle + dt * by.angle, s.spin + dt * by.spin};
}

/// A pendulum on a cart swung up by a sequence of forces, by the midpoint rule.
TREELIZE(kernel, wrt = force) double swing(std::span<const double> force, double dt) {
  Cart state{0, 0, 0.1, 0};
  double cost = 0;
  for (double f : force) {
    const double limited = 10 * std::tanh(f / 10);
    const Cart half = moved(state, slope(state, limited), 0.5 * dt);
    state = moved(state, slope(half, limited), dt);
    cost += dt * (0.01 * limited * limited + 0.1 * state.x * state.x);
  }
  return cost + 10 * (1 + std::cos(state.angle)) + state.spin * state.spin + state.v * state.v;
}

struct Edge {
  int from, to;
  std::array<double, 3> measured;
};

/// A pose graph in the plane: relative poses against odometry and loop closures, robust to false
/// ones.
TREELIZE(kernel, wrt = poses)
double graph(std::span<const double> poses, std::span<const Edge> edges) {
  double sum = poses[0] * poses[0] + poses[1] * poses[1] + poses[2] * poses[2];
  for (const auto& e : edges) {
    const double *a = &poses[3 * e.from], *b = &poses[3 * e.to];
    const double dx = b[0] - a[0], dy = b[1] - a[1], c = std::cos(a[2]), s = std::sin(a[2]);
    const double ex = c * dx + s * dy - e.measured[0], ey = -s * dx + c * dy - e.measured[1];
    double turn = b[2] - a[2] - e.measured[2];
    while (turn > std::numbers::pi)
      turn -= 2 * std::numbers::pi;
    while (turn <= -std::numbers::pi)
      turn += 2 * std::numbers::pi;
    const double error = ex * ex + ey * ey + 4 * turn * turn;
    sum += error / (1 + error);
  }
  return sum;
}

struct Quaternion {
  double w, x, y, z;
};

Quaternion operator*(const Quaternion& a, const Quaternion& b) {
  return {
      a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z, a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
      a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x, a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w};
}

/// Attitude from a gyroscope with an unknown bias and scale: gravity as seen at the end against a
/// measurement.
TREELIZE(kernel, wrt = x)
double attitude(std::span<const double> x, std::span<const double> gyroscope, double dt) {
  Quaternion q{1, 0, 0, 0};
  double error = 0;
  for (std::size_t i = 0; i + 2 < gyroscope.size(); i += 3) {
    double w[3], square = 0;
    for (int k = 0; k < 3; ++k) {
      w[k] = x[3 + k] * gyroscope[i + k] - x[k];
      square += w[k] * w[k];
    }
    const double angle = std::sqrt(square) * dt,
                 s = angle > 1e-9 ? std::sin(0.5 * angle) / angle * dt : 0.5 * dt;
    q = q * Quaternion{std::cos(0.5 * angle), s * w[0], s * w[1], s * w[2]};
    const double norm = std::sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z);
    q = {q.w / norm, q.x / norm, q.y / norm, q.z / norm};
    const Quaternion down = Quaternion{q.w, -q.x, -q.y, -q.z} * Quaternion{0, 0, 0, -1} * q;
    error += (down.x - 0.1) * (down.x - 0.1) + (down.y + 0.2) * (down.y + 0.2);
  }
  return error;
}

} // namespace robotics
#include "robotics.treelize.hpp"

#include <GradientCheck.h>

int main() {
  using namespace robotics;
  const std::vector<Joint> joints{
      {0, 1.57, 0.3}, {0.4, 0, 0}, {0.35, 0.1, 0.05}, {0, -1.57, 0.1}, {0.1, 0.2, 0.1}};
  check::scalar("arm", kernels::arm, {0.3, -0.5, 1.4, 0.2, -1.2}, std::span<const Joint>(joints));
  check::scalar("swing", kernels::swing, {5, 7, 3, -4, -12, 2, 8, 1, -3, 6, 2, 1}, 0.05);
  const std::vector<Edge> edges{{0, 1, {1, 0, 0.1}},
                                {1, 2, {1, 0.1, 1.5}},
                                {2, 3, {0.9, 0, 1.6}},
                                {3, 0, {1, 0.1, 3.0}},
                                {0, 2, {3, 3, 0}}};
  check::scalar("graph", kernels::graph, {0.1, 0, 0.05, 1, 0.1, 0.1, 2, 0.3, 1.7, 1.9, 1.1, -3.0},
                std::span<const Edge>(edges));
  std::vector<double> gyroscope;
  for (int i = 0; i < 30; ++i)
    gyroscope.push_back(0.8 * std::sin(0.7 * i) + 0.2);
  check::scalar("attitude", kernels::attitude, {0.02, -0.01, 0.03, 1.1, 0.95, 1.02},
                std::span<const double>(gyroscope), 0.1);
  return check::finish();
}
