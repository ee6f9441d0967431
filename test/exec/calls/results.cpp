// What a kernel returns: a struct whose members are mentioned nowhere else, a constant, a root that
// is not used.
// RUN: %treelize %s -o %T/results.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

struct Pair {
  double a, b;
};

TREELIZE(kernel) Pair both(double x, double y) { return {x * y, x + y * y}; }

TREELIZE(kernel) double constant(std::span<const double>) { return 3.0; }

// At zero the root's derivative is infinite, and nobody asked for it.
TREELIZE(kernel) double unusedRoot(double x, double y) {
  const double root = std::sqrt(x);
  const double twice = 2 * root;
  return x > 0.5 ? twice : y * y;
}

} // namespace app

#include "results.treelize.hpp"

int main() {
  double x_b = 0, y_b = 0;
  app::kernels::both.adjoint(1.5, 2.0, app::Pair{1, 10}, x_b, y_b);
  check::near("both", "x", x_b, 12, 1e-15, 0);
  check::near("both", "y", y_b, 41.5, 1e-15, 0);
  check::near("both", "tangent", app::kernels::both.tangent(1.5, 2.0, 1.0, 0.0).derivative.a, 2, 1e-15, 0);
  check::scalar("constant", app::kernels::constant, {0.5, 0.25});
  const auto g = app::kernels::unusedRoot.grad(0.0, 2.0);
  check::near("unusedRoot", "x", g.x, 0, 0, 0);
  check::near("unusedRoot", "y", g.y, 4, 1e-15, 0);
  return check::finish();
}
