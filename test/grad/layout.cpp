// Containers of objects in kernels: a container for each member, and gradients as of the objects.
// RUN: %treelize %s -o %T/layout.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/layout.treelize.hpp
// RUN: %allcxx -I%S/../Inputs -I%T -fsyntax-only %s
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o %T/layout.treelize.hpp --disable-pass=layout -- -std=c++20 -I%S/../Inputs
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <array>
#include <utility>

namespace app {

struct Vec {
  double x = 0, y = 0;
};
inline Vec operator+(const Vec& a, const Vec& b) { return {a.x + b.x, a.y + b.y}; }
inline Vec operator*(double s, const Vec& a) { return {s * a.x, s * a.y}; }

struct Body {
  Vec at, speed;
  double mass = 0;
  int hits = 0;
};

// What has a history in each step of time: no tape.
// CHECK-LABEL: struct orbits_kernel
// CHECK: static double sweep(
// CHECK-NOT: tape
// CHECK: bodies_at_x_row[
// CHECK-NOT: tape
// CHECK: tangent_sweep(
TREELIZE(kernel) double orbits(std::span<const double> x, int steps) {
  std::vector<Body> bodies(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    bodies[i] = {{x[i], 0.5 * x[i]}, {0.1, -x[i]}, 1 + x[i] * x[i], 0};
  }
  for (int t = 0; t < steps; ++t) {
    for (auto& a : bodies) {
      Vec force;
      for (const auto& b : bodies)
        force = force + b.mass / (1 + (b.at.x - a.at.x) * (b.at.x - a.at.x)) * b.at;
      a.speed = a.speed + 0.01 * force;
    }
    for (auto& a : bodies) {
      a.at = a.at + 0.1 * a.speed;
      a.hits += 1;
    }
  }
  double sum = 0;
  for (const auto& b : bodies)
    sum += b.at.x * b.at.y * (b.hits + 1);
  return sum;
}

// What each step fills, gathers and divides by is the step's own: no tape.
// CHECK-LABEL: struct grid_kernel
// CHECK: static double sweep(
// CHECK-NOT: tape
// CHECK: nodes_mass
// CHECK-NOT: tape
// CHECK: tangent_sweep(
struct Node {
  double momentum = 0, mass = 0;
};
TREELIZE(kernel) double grid(std::span<const double> x, int steps) {
  std::vector<double> speed(x.begin(), x.end());
  std::vector<Node> nodes(3);
  for (int t = 0; t < steps; ++t) {
    for (Node& node : nodes)
      node = Node{};
    for (std::size_t p = 0; p < x.size(); ++p) {
      Node& node = nodes[p * p % 3];
      node.momentum += (1 + x[p] * x[p]) * speed[p];
      node.mass += 1 + x[p] * x[p];
    }
    for (Node& node : nodes)
      if (node.mass > 0)
        node.momentum = node.momentum / node.mass;
    for (std::size_t p = 0; p < x.size(); ++p)
      speed[p] = speed[p] * nodes[p * p % 3].momentum;
  }
  double sum = 0;
  for (std::size_t p = 0; p < x.size(); ++p)
    sum += speed[p];
  return sum;
}

// Rows of zeros fill a vector of rows where it is made.
// CHECK-LABEL: struct mixed_kernel
// CHECK: static double sweep(
// CHECK: path_x(steps + 1, std::vector<double>(x.size()));
// CHECK: path_y(steps + 1, std::vector<double>(x.size()));
/// Steps beside each other, arrays of objects, buffers that are swapped, and a stack.
TREELIZE(kernel) double mixed(std::span<const double> x, int steps) {
  std::vector<std::vector<Vec>> path(steps + 1, std::vector<Vec>(x.size()));
  for (std::size_t i = 0; i < x.size(); ++i)
    path[0][i] = {x[i], 1};
  for (int t = 0; t < steps; ++t)
    for (std::size_t i = 0; i < x.size(); ++i) {
      const Vec weights[2] = {{x[i], 0.5}, {0.25, x[i] * x[i]}};
      path[t + 1][i] = path[t][i] + 0.1 * weights[t % 2];
    }
  std::vector<Vec> now(x.size()), next(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    now[i] = path[steps][i];
  for (int t = 0; t < steps; ++t) {
    for (std::size_t i = 1; i < x.size(); ++i)
      next[i] = now[i - 1].x * now[i];
    std::swap(now, next);
  }
  std::vector<Vec> stack;
  for (std::size_t i = 0; i < x.size(); ++i) {
    stack.push_back(now[i]);
    if (i % 3 == 2)
      stack.pop_back();
  }
  stack[0] = stack[1];
  stack.push_back(stack.back());
  double sum = 0;
  for (const Vec& v : stack)
    sum += v.x * v.y + static_cast<double>(stack.size());
  return sum;
}

/// Whole numbers change places with the others, and are saved.
struct Cell {
  double value = 0;
  int to = 0;
};
TREELIZE(kernel) double swaps(std::span<const double> x, int steps) {
  const int n = static_cast<int>(x.size());
  std::vector<Cell> now(n), next(n);
  for (int i = 0; i < n; ++i) {
    now[i] = {x[i], (3 * i + 1) % n};
    next[i].to = (i + 2) % n;
  }
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < n; ++i)
      next[i].value = now[(i + now[i].to) % n].value * x[i] + 0.3 * now[i].value * now[i].value;
    next[t % n].to = (next[t % n].to + 1) % n;
    std::swap(now, next);
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += now[i].value * (1 + now[i].to);
  return sum;
}

/// Objects of the caller's, by reference and by value, and objects that do not begin at zero.
struct Unit {
  double length = 1;
};
inline double shrunk(std::vector<Vec> own, int steps) {
  for (int t = 0; t < steps; ++t)
    for (Vec& v : own)
      v = {v.x * v.y, 0.5 * v.y};
  double sum = 0;
  for (const Vec& v : own)
    sum += v.x;
  return sum;
}
TREELIZE(kernel) double copies(std::span<const double> x, int steps) {
  std::vector<Vec> given(x.size());
  std::vector<Unit> units(2), more;
  Unit two[2];
  more.emplace_back();
  more.resize(3);
  for (std::size_t i = 0; i < x.size(); ++i)
    given[i] = {x[i], x[i] * x[0]};
  units[1].length = x[0];
  return shrunk(given, steps) * units[0].length + shrunk(given, 1) * units[1].length +
         x[0] * x[1] * two[1].length * more[0].length * more[2].length;
}

TREELIZE(kernel, wrt = (bodies, others)) double
simulate(std::vector<Body> bodies, const std::vector<Body>& others, int steps) {
  auto all = others;
  for (int t = 0; t < steps; ++t) {
    for (auto& a : bodies)
      a.at.x += 0.1 * a.mass * a.at.x * a.at.y;
    for (auto& b : all)
      b.at.y *= b.at.y;
  }
  double sum = 0;
  for (std::size_t i = 0; i < bodies.size(); ++i)
    sum += bodies[i].at.x * all[i].at.y;
  return sum;
}

} // namespace app

#include "layout.treelize.hpp"

/// The gradient by objects of the caller's, against differences.
static void checkSimulate() {
  std::vector<app::Body> bodies(2), others(2), bodies_b(2), others_b(2);
  bodies[0] = {{0.5, 1.5}, {}, 2, 0};
  bodies[1] = {{-0.7, 0.3}, {}, 1, 0};
  others[0] = {{0, 0.9}, {}, 0, 0};
  others[1] = {{0, 1.1}, {}, 0, 0};
  app::kernels::simulate.adjoint(bodies, others, 3, 1.0, bodies_b, others_b);
  const auto value = [&] { return app::simulate(bodies, others, 3); };
  const auto compare = [&](const char* what, double got, double& number) {
    check::near("simulate", what, got, check::slope(number, value), 1e-6, 1);
  };
  for (std::size_t i = 0; i < 2; ++i) {
    compare("x", bodies_b[i].at.x, bodies[i].at.x);
    compare("y", bodies_b[i].at.y, bodies[i].at.y);
    compare("mass", bodies_b[i].mass, bodies[i].mass);
    compare("speed", bodies_b[i].speed.x, bodies[i].speed.x);
    compare("other y", others_b[i].at.y, others[i].at.y);
  }
}

int main() {
  for (int steps : {0, 1, 2, 5}) {
    const std::vector x{0.9, -0.3, 0.4, 0.7, 1.1};
    check::scalar("orbits", app::kernels::orbits, x, steps);
    check::scalar("grid", app::kernels::grid, x, steps);
    check::scalar("mixed", app::kernels::mixed, x, steps);
    check::scalar("swaps", app::kernels::swaps, x, steps);
    check::scalar("copies", app::kernels::copies, x, steps);
  }
  checkSimulate();
  return check::finish();
}
