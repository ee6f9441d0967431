// An object that is used member by member, or copied, is a local for each member; one that goes anywhere whole stays.
// RUN: %treelize %s -o %T/objects.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/objects.treelize.hpp
// RUN: %cxx -fsanitize=address,undefined -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=objects -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>
#include <treelize/check_gradient.hpp>

#include <cmath>
#include <utility>

namespace app {

enum class Mode { linear, square };
struct State {
  double x, y;
  int turns;
};
inline State step(const State& s, double h) { return {s.x + h * s.y, s.y - h * s.x * s.x, s.turns + 1}; }

// CHECK-LABEL: struct orbit_kernel
// CHECK: static double sweep(
// CHECK-NOT: State
// CHECK: tangent_sweep(
// CHECK-NOT: State
// CHECK: }
// OFF-LABEL: struct orbit_kernel
// OFF: static double sweep(
// OFF: State
// OFF: tangent_sweep(
TREELIZE(kernel) double orbit(double x, double y, int steps) {
  State s{x, y, 0};
  double sum = 0;
  for (int i = 0; i < steps; ++i) {
    const State half = step(s, 0.1);
    State next = step(half, 0.2);
    if (next.turns % 4 == 0)
      std::swap(next.x, next.y);
    s = next;
    sum += s.x * s.turns;
  }
  return sum * s.y;
}

// Zeroed, nested, with containers and an enumeration; copied to and from elements and a parameter.
struct Body {
  State at{};
  std::vector<double> masses;
  Mode mode = Mode::square;
  bool isFixed = false;
};
// CHECK-LABEL: struct bodies_kernel
// CHECK: static double sweep(
// CHECK-NOT: Body first
// CHECK: tangent_sweep(
TREELIZE(kernel) double bodies(std::span<const double> x, const State& start) {
  std::vector<State> known(2);
  known[1] = start;
  State zero{};
  zero.x += x[0];
  known[0] = zero;
  Body first;
  first.at = known[1];
  first.masses.push_back(x[1] * x[2]);
  first.masses.push_back(first.at.x);
  Body second = first;
  second.masses[0] *= first.masses[1];
  second.at.y += known[0].x;
  if (second.mode == Mode::square && !second.isFixed)
    second.at.x *= second.masses[0];
  std::pair<double, double> p{x[1], second.at.x};
  p = {p.second, p.first};
  known.push_back(second.at);
  return known[2].x * known[2].y * p.first + p.second * first.masses[0] + known.back().turns;
}

// Whole, as a result and for a function that stays a call.
inline double depth(State s, int n) { return n == 0 ? s.x * s.y : depth({s.y, s.x * s.y, n}, n - 1); }
TREELIZE(kernel) State whole(double x, double y) {
  State s{x * y, y, 1};
  s.x += depth(s, 2);
  return s;
}

} // namespace app

#include "objects.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4};
  for (int steps : {0, 1, 5})
    check::failures() += !treelize::check_gradient(app::kernels::orbit, 0.7, -0.4, steps).passed();
  check::failures() += !treelize::check_gradient(app::kernels::bodies, std::span<const double>(x), app::State{0.3, 1.2, 3}).passed();
  check::failures() += !treelize::check_gradient(app::kernels::whole, 0.7, -0.4).passed();
  return check::finish();
}
