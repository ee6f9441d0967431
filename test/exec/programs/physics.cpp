// What physicists differentiate: bodies under gravity, heat in a plate, a truss of springs, a wave
// and its echo.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/physics.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
#include <array>
#include <cmath>
#include <span>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>
namespace physics {

struct Vec {
  double x = 0, y = 0, z = 0;
  Vec& operator+=(const Vec& o) {
    x += o.x;
    y += o.y;
    z += o.z;
    return *this;
  }
};
inline Vec operator-(const Vec& a, const Vec& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
inline Vec operator*(double k, const Vec& a) {
  return {k * a.x, k * a.y, k * a.z};
}
inline double dot(const Vec& a, const Vec& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

struct Body {
  Vec position, velocity;
  double mass = 1;
};

/// Energy drift after some leapfrog steps; x holds seven numbers for each body.
TREELIZE(kernel, wrt = x) double orbit(std::span<const double> x, int steps, double dt) {
  const std::size_t n = x.size() / 7;
  std::vector<Body> bodies(n);
  for (std::size_t i = 0; i < n; ++i) {
    const double* p = &x[7 * i];
    bodies[i].position = {p[0], p[1], p[2]};
    bodies[i].velocity = {p[3], p[4], p[5]};
    bodies[i].mass = p[6];
  }
  std::vector<Vec> force(n);
  for (int step = 0; step < steps; ++step) {
    for (Vec& f : force)
      f = Vec{};
    for (std::size_t i = 0; i < n; ++i)
      for (std::size_t j = i + 1; j < n; ++j) {
        const Vec d = bodies[j].position - bodies[i].position;
        const double r2 = dot(d, d) + 0.01;
        const double k = bodies[i].mass * bodies[j].mass / (r2 * std::sqrt(r2));
        force[i] += k * d;
        force[j] += -k * d;
      }
    for (std::size_t i = 0; i < n; ++i) {
      bodies[i].velocity += (dt / bodies[i].mass) * force[i];
      bodies[i].position += dt * bodies[i].velocity;
    }
  }
  double energy = 0;
  for (std::size_t i = 0; i < n; ++i) {
    energy += 0.5 * bodies[i].mass * dot(bodies[i].velocity, bodies[i].velocity);
    for (std::size_t j = 0; j < i; ++j) {
      const Vec d = bodies[i].position - bodies[j].position;
      energy -= bodies[i].mass * bodies[j].mass / std::sqrt(dot(d, d) + 0.01);
    }
  }
  return energy;
}

/// Heat in a square plate after explicit steps, the conductivity of each cell unknown: misfit to a
/// target.
TREELIZE(kernel, wrt = conductivity)
double heat(std::span<const double> conductivity, int side, int steps) {
  std::vector<double> now(side * side, 0.0), next(side * side, 0.0);
  for (int i = 0; i < side; ++i)
    now[i] = next[i] = 1.0 + 0.1 * i;
  for (int step = 0; step < steps; ++step) {
    for (int i = 1; i + 1 < side; ++i)
      for (int j = 1; j + 1 < side; ++j) {
        const int at = i * side + j;
        const double flow =
            now[at - 1] + now[at + 1] + now[at - side] + now[at + side] - 4 * now[at];
        next[at] = now[at] + 0.1 * conductivity[at] * flow;
      }
    std::swap(now, next);
  }
  double misfit = 0;
  for (double t : now)
    misfit += (t - 0.3) * (t - 0.3);
  return misfit;
}

struct Spring {
  int a, b;
  double length, stiffness;
};

/// Potential energy of a plane truss; a slack spring carries nothing.
TREELIZE(kernel, wrt = nodes)
double truss(std::span<const double> nodes, std::span<const Spring> springs) {
  double energy = 0;
  for (const Spring& s : springs) {
    const double dx = nodes[2 * s.a] - nodes[2 * s.b], dy = nodes[2 * s.a + 1] - nodes[2 * s.b + 1];
    const double stretch = std::hypot(dx, dy) - s.length;
    if (stretch < 0)
      continue;
    energy += 0.5 * s.stiffness * stretch * stretch;
  }
  for (std::size_t i = 1; i < nodes.size(); i += 2)
    energy += 9.81 * 0.05 * nodes[i];
  return energy;
}

/// Full-waveform inversion in one dimension: the echo of a pulse at the surface against what was
/// recorded.
TREELIZE(kernel, wrt = speed)
double echo(std::span<const double> speed, std::span<const double> recorded) {
  const std::size_t n = speed.size();
  std::vector<double> before(n), now(n), after(n);
  double misfit = 0;
  for (std::size_t t = 0; t < recorded.size(); ++t) {
    for (std::size_t i = 1; i + 1 < n; ++i)
      after[i] = 2 * now[i] - before[i] +
                 0.25 * speed[i] * speed[i] * (now[i - 1] - 2 * now[i] + now[i + 1]);
    const double phase = 0.8 * (static_cast<double>(t) - 4);
    after[1] += (1 - 2 * phase * phase) * std::exp(-phase * phase);
    after[n - 1] = now[n - 2];
    before = now;
    now = after;
    const double difference = now[2] - recorded[t];
    misfit += 0.5 * difference * difference;
  }
  return misfit;
}

} // namespace physics
#include "physics.treelize.hpp"

#include <GradientCheck.h>

int main() {
  using namespace physics;
  std::vector<double> bodies;
  for (int i = 0; i < 5; ++i)
    for (double v : {1.5 * i, std::sin(2.0 * i), 0.3 * i * i, 0.1 * i, -0.2, 0.1, 1 + 0.2 * i})
      bodies.push_back(v);
  check::scalar("orbit", kernels::orbit, bodies, 12, 0.02);
  check::scalar("heat", kernels::heat, std::vector<double>(64, 0.8), 8, 15);
  const std::vector<Spring> springs{{0, 1, 0.5, 10}, {1, 2, 2, 10}, {0, 2, 0.4, 5}, {2, 3, 0.2, 8}};
  check::scalar("truss", kernels::truss, {0, 0, 1, 0.2, 0.4, 1, -0.5, 0.7},
                std::span<const Spring>(springs));
  const std::vector<double> recorded(25, 0.1);
  check::scalar("echo", kernels::echo, {1, 1.1, 0.9, 1.2, 1.3, 0.8, 1, 1, 0.7, 1},
                std::span<const double>(recorded));
  return check::finish();
}
