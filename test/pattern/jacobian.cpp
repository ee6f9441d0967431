// The pattern of a Jacobian is read off a sweep over dependency sets: no entry with affine indices is
// zero for all values, and where an index is data, the data decide.
// RUN: %treelize %s -o %T/jacobian.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/jacobian.treelize.hpp
// RUN: %allcxx -fsyntax-only -I%S/../Inputs -I%T %s
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <PatternCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace app {

// CHECK-LABEL: struct stencil_kernel
// CHECK: template <class Csr = treelize::csr>
// CHECK-NEXT: Csr jacobian_pattern(std::span<const double> x, std::span<double> y) const {
// CHECK: template <class Csr = treelize::csr>
// CHECK-NEXT: Csr jacobian_csr(std::span<const double> x, std::span<double> y) const {
// CHECK: template <class Csr = treelize::csr>
// CHECK-NEXT: void jacobian_csr(
// CHECK: std::type_identity_t<Csr>& matrix) const {
// CHECK: static void pattern_sweep(std::span<const double> x, std::span<double> y) {
// CHECK-NEXT: for (std::size_t i = 0; i < x.size(); ++i) {
// CHECK-NEXT: const double left = i > 0 ? x[i - 1] : 0.0;
// CHECK-NEXT: const double right = i + 1 < x.size() ? x[i + 1] : 0.0;
// CHECK-NEXT: y[i] = treelize::dependence::joined(left, x[i], right);
TREELIZE(kernel, jacobian = sparse) void stencil(std::span<const double> x, std::span<double> y) {
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double left = i > 0 ? x[i - 1] : 0.0, right = i + 1 < x.size() ? x[i + 1] : 0.0;
    y[i] = left - 2 * x[i] + right * x[i];
  }
}

// Each step reads one neighbour more.
TREELIZE(kernel, jacobian = sparse) void cone(const std::vector<double>& x, int steps, std::vector<double>& y) {
  std::vector<double> u = x, v = x;
  for (int s = 0; s < steps; ++s) {
    for (std::size_t i = 1; i + 1 < u.size(); ++i)
      v[i] = u[i] + 0.1 * (u[i - 1] - 2 * u[i] + u[i + 1]);
    std::swap(u, v);
  }
  y = u;
}

struct Edge {
  int from, to;
};

// The index part of the kernel runs as it is.
// CHECK-LABEL: struct edges_kernel
// CHECK: static void pattern_sweep(
// CHECK: f[e[i].from] = treelize::dependence::joined(f[e[i].from], d);
TREELIZE(kernel, jacobian = sparse)
void edges(const std::vector<Edge>& e, std::span<const double> x, std::span<double> f) {
  for (double& v : f)
    v = 0;
  for (const Edge& edge : e) {
    const double d = x[edge.from] - x[edge.to];
    f[edge.from] += d * std::fabs(d);
    f[edge.to] -= d;
  }
}

// A step is none where it has no derivative.
TREELIZE(kernel, jacobian = sparse) std::vector<double> steps(std::span<const double> x) {
  std::vector<double> y(3);
  y[0] = std::floor(x[0]) + x[1] * std::round(x[2]);
  y[1] = std::copysign(x[0], x[1]);
  y[2] = std::fmod(x[1], x[2]) + static_cast<int>(x[0]);
  return y;
}

// What an update reads at entry is a column, what it writes a row.
TREELIZE(kernel, jacobian = sparse) void update(std::span<double> u, double rate) {
  for (std::size_t i = 1; i < u.size(); ++i)
    u[i] += rate * u[i - 1];
}

} // namespace app

#include "jacobian.treelize.hpp"

int main() {
  using namespace app;
  const std::vector<double> x{1, 2, 3, 4, 5, 6};
  std::vector<double> y(6);
  const std::vector<Edge> e{{0, 3}, {3, 5}, {1, 1}};

  check::same("stencil", check::picture(kernels::stencil.jacobian_pattern(x, y)),
              "##....\n###...\n.###..\n..###.\n...###\n....##\n");
  check::same("cone", check::picture(kernels::cone.jacobian_pattern(x, 2, y)),
              "#.....\n####..\n#####.\n.#####\n..####\n.....#\n");
  check::same("cone of no step", check::picture(kernels::cone.jacobian_pattern(x, 0, y)),
              "#.....\n.#....\n..#...\n...#..\n....#.\n.....#\n");
  check::same("edges", check::picture(kernels::edges.jacobian_pattern(e, x, y)),
              "#..#..\n.#....\n......\n#..#.#\n......\n...#.#\n");
  check::same("steps", check::picture(kernels::steps.jacobian_pattern(std::span(x).first(3))), ".#.\n#..\n.##\n");
  check::same("update", check::picture(kernels::update.jacobian_pattern(y, 0.5)),
              "#......" "\n" "##....#\n" "###...#\n" "####..#\n" "#####.#\n" "#######\n");
  if (kernels::stencil.jacobian_pattern(x, y).colors() != 3) {
    std::printf("a band of width three takes three seeds\n");
    ++check::failures();
  }

  check::jacobian("stencil", kernels::stencil, x, y);
  check::jacobian("cone", kernels::cone, x, 2, y);
  check::jacobian("edges", kernels::edges, e, x, y);
  check::jacobian("steps", kernels::steps, std::vector<double>{1, 2, 3});
  check::jacobian("update", kernels::update, y, 0.5);
  return check::failures();
}
