// Objects of which some parts are constants are copied and handed over as a whole: so are their shadows, with the lengths of
// all containers.
// RUN: %treelize %s -o %T/constant-parts.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/constant-parts.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>
#include <vector>

namespace app {

struct Body {
  double at[2];
  std::vector<double> parts;
};

// CHECK-LABEL: struct replaced_kernel
// CHECK: static treelize::tangent_result<double> tangent_sweep(
// CHECK: object.parts = std::vector<double>(1);
// CHECK-NEXT: treelize::set_zeros_like(object_t.parts, object.parts);
TREELIZE(kernel) double replaced(std::span<const double> x) {
  Body a{{x[0], x[1]}, {x[0] * x[1]}};
  a = Body{{std::sin(x[0]), 1}, {0.5}};
  return a.at[0] * a.at[1] * a.parts[0];
}

double deep(const Body& body, int n) { return n == 0 ? body.at[0] * body.parts[0] : 0.5 * deep(body, n - 1) + body.at[1]; }
TREELIZE(kernel) double called(std::span<const double> x) {
  Body a{{x[0], x[1]}, {}};
  a.parts.push_back(2);
  a.parts.push_back(3);
  return deep(a, 2) * x[1];
}

TREELIZE(kernel) double elements(std::span<const double> x) {
  std::vector<Body> bodies(2);
  bodies[0].at[0] = x[0];
  bodies[0].parts.push_back(2);
  bodies[1].parts.resize(2, 3.0);
  bodies[1].at[1] = x[1];
  auto others = bodies;
  others[0].parts[0] *= x[1];
  bodies[1] = others[0];
  bodies.push_back(others[1]);
  return bodies[0].at[0] * bodies[1].parts[0] + bodies[2].parts[1] * bodies[2].at[1] * others[0].at[0];
}

} // namespace app

#include "constant-parts.treelize.hpp"

int main() {
  using namespace app::kernels;
  const std::vector<double> x{1.3, 0.7};
  check::scalar("replaced", replaced, x);
  check::scalar("called", called, x);
  check::scalar("elements", elements, x);
  return check::finish();
}
