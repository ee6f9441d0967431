// Sorts by a comparison of the user's: what is compared decides, what moves carries the derivative.
// RUN: %treelize %s -o %T/sorting.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <array>
#include <numeric>
#include <optional>
#include <vector>

namespace app {

struct Particle {
  double mass = 0, position = 0;
  int id = 0;
};

TREELIZE(kernel) double byPosition(std::span<const double> x) {
  std::vector<Particle> particles(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    particles[i].mass = x[i] * x[0];
    particles[i].position = std::sin(3 * x[i]);
    particles[i].id = static_cast<int>(i);
  }
  std::sort(particles.begin(), particles.end(), [](const Particle& a, const Particle& b) { return a.position < b.position; });
  double sum = 0;
  for (std::size_t i = 0; i < particles.size(); ++i)
    sum += particles[i].mass * particles[i].position / static_cast<double>(i + 1) + particles[i].id * particles[i].mass;
  return sum;
}

TREELIZE(kernel) double byIndex(std::span<const double> x) {
  std::vector<std::size_t> order(x.size());
  for (std::size_t i = 0; i < order.size(); ++i)
    order[i] = i;
  std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return x[a] * x[a] > x[b] * x[b]; });
  double sum = 0, weight = 1;
  for (std::size_t i : order) {
    sum += weight * std::exp(x[i]);
    weight *= 0.5;
  }
  return sum;
}

// In a loop, a part of an array.
TREELIZE(kernel) double repeated(std::span<const double> x) {
  std::array<double, 5> v{};
  double sum = 0;
  for (std::size_t k = 0; k + 5 <= x.size(); ++k) {
    for (std::size_t i = 0; i < 5; ++i)
      v[i] = x[k + i] * (v[i] + 1);
    std::sort(v.begin() + 1, v.end(), [](double a, double b) { return std::abs(a) < std::abs(b); });
    sum += v[1] * v[2] - v[4] * v[0];
  }
  return sum;
}

struct Body {
  double mass;
  std::optional<double> charge;
};
TREELIZE(kernel) double ofCaller(std::vector<Body>& bodies) {
  std::sort(bodies.begin(), bodies.end(), [](const Body& a, const Body& b) { return a.mass > b.mass; });
  return bodies[0].mass * bodies[0].mass * bodies[1].mass;
}

} // namespace app

#include "sorting.treelize.hpp"

int main() {
  const std::vector<double> x{0.7, 1.3, -0.4, 1.9, 0.2, -1.1, 0.55};
  check::scalar("byPosition", app::kernels::byPosition, x);
  check::scalar("byIndex", app::kernels::byIndex, x);
  check::scalar("repeated", app::kernels::repeated, x);

  std::vector<app::Body> bodies = {{2, {}}, {5, 0.5}, {3, {}}}, bodies_b = {{0, {}}, {0, 0.0}, {0, {}}};
  app::kernels::ofCaller.adjoint(bodies, 1.0, bodies_b); // 5 * 5 * 3
  check::near("ofCaller", "bodies[0]", bodies[0].mass, 2, 0, 0);
  check::near("ofCaller", "bodies_b[0]", bodies_b[0].mass, 0, 0, 0);
  check::near("ofCaller", "bodies_b[1]", bodies_b[1].mass, 30, 0, 0);
  check::near("ofCaller", "bodies_b[2]", bodies_b[2].mass, 25, 0, 0);
  return check::finish();
}
