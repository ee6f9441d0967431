// Classes, vectors of them, constants, floats and members of the runtime's own types: a set's number stands
// where the real number stood.
// RUN: %treelize %s -o %T/classes.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/classes.treelize.hpp
// RUN: %allcxx -fsyntax-only -I%S/../Inputs -I%T %s
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <PatternCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <array>
#include <complex>
#include <cstdlib>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace app {

struct Body {
  std::array<double, 2> x;
  [[treelize::nondiff]] double mass;
  int group;
  double charge = 7.5;
};

struct Forces {
  std::vector<double> pull;
  double total;
};

// The masses have no column. Elements that begin with a number of their class's begin with no dependence.
// CHECK-LABEL: struct forces_kernel
// CHECK: static app::Forces pattern_sweep(
// CHECK: treelize::dependence::independent(std::vector<app::Body>(
TREELIZE(kernel, jacobian = sparse) Forces forces(const std::vector<Body>& bodies, double drag) {
  std::vector<Body> spare(2);
  spare[0].charge = bodies[0].charge;
  Forces f{std::vector<double>(bodies.size()), 0};
  for (std::size_t i = 0; i < bodies.size(); ++i)
    for (std::size_t j = 0; j < bodies.size(); ++j)
      if (i != j && bodies[i].group == bodies[j].group)
        f.pull[i] += bodies[i].mass * bodies[j].charge * (bodies[j].x[0] - bodies[i].x[0]);
  f.total = drag * f.pull[0] + spare[0].charge * spare[1].charge;
  return f;
}

// What sorting real numbers gives may stand anywhere; the rest of the object goes with it.
TREELIZE(kernel, jacobian = sparse) std::vector<double> sorted(std::vector<double> x, double y) {
  std::sort(x.begin(), x.end());
  x.push_back(y);
  return x;
}

TREELIZE(kernel, jacobian = sparse) void single(std::span<const float> x, double scale, std::vector<float>& y) {
  y.resize(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = static_cast<float>(scale * static_cast<double>(x[x.size() - 1 - i]));
}

TREELIZE(kernel, jacobian = sparse)
void complex(const std::complex<double>& z, std::optional<double> shift, std::pair<double, double>& out) {
  const std::complex<double> w = 2.0 * std::conj(z);
  out.first = w.real();
  out.second = w.imag() + (shift ? *shift : 0.0);
}

// A function that stays a call, because it calls itself, depends on all that it is given.
double power(double x, int n) { return n == 0 ? 1.0 : x * power(x, n - 1); }
TREELIZE(kernel, jacobian = sparse) void powers(std::span<const double> x, std::span<double> y) {
  for (std::size_t i = 0; i < x.size(); ++i)
    y[i] = power(x[i], 3);
}

// What is left out of `wrt` has no column.
TREELIZE(kernel, jacobian = sparse, wrt = (b)) std::array<double, 2> chosen(double a, double b, const Body& c) {
  return {a * c.charge, b * c.charge};
}

} // namespace app

#include "classes.treelize.hpp"

int main() {
  using namespace app;
  const std::vector<Body> bodies{{{1, 2}, 3, 0, 1}, {{4, 5}, 6, 1, 2}, {{7, 8}, 9, 0, 3}};
  const std::vector<double> x{3, 1, 2};
  // A body has the columns x[0], x[1], charge; the last column is the drag.
  check::same("forces", check::picture(kernels::forces.jacobian_pattern(bodies, 0.5)),
              "#.....#.#.\n..........\n#.#...#...\n#.#...#.##\n");
  check::same("sorted", check::picture(kernels::sorted.jacobian_pattern(x, 1.0)), "###.\n###.\n###.\n...#\n");
  std::vector<float> y;
  const std::vector<float> single{1, 2};
  check::same("single", check::picture(kernels::single.jacobian_pattern(single, 2.0, y)), ".##\n#.#\n");
  std::pair<double, double> out;
  check::same("complex", check::picture(kernels::complex.jacobian_pattern({1, 2}, 3.0, out)), "#..\n.##\n");
  check::same("complex", check::picture(kernels::complex.jacobian_pattern({1, 2}, std::nullopt, out)), "#.\n.#\n");
  std::vector<double> p(2);
  check::same("powers", check::picture(kernels::powers.jacobian_pattern(std::span(x).first(2), p)), "#.\n.#\n");
  check::same("chosen", check::picture(kernels::chosen.jacobian_pattern(1, 2, bodies[0])), ".\n#\n");

  check::jacobian("forces", kernels::forces, bodies, 0.5);
  check::jacobian("sorted", kernels::sorted, x, 1.0);
  check::jacobian("single", kernels::single, single, 2.0, std::vector<float>(2));
  check::jacobian("complex", kernels::complex, std::complex<double>(1, 2), std::optional(3.0), out);
  check::jacobian("powers", kernels::powers, x, std::vector<double>(3));
  check::jacobian("chosen", kernels::chosen, 1.0, 2.0, bodies[0]);
  return check::failures();
}
