// Second derivatives at points where a first one is infinite, chosen, or a limit of its formula.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %allcxx -fsyntax-only -DGENERATED='"%t.treelize.hpp"' -I%S/../Inputs %s
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' -I%S/../Inputs %s %link -o %t && %t
#include <treelize/annotations.hpp>

#include <cmath>
#include <span>

namespace app {

TREELIZE(kernel) inline double power(double a, double b) { return std::pow(a, b); }
TREELIZE(kernel, wrt = (a)) inline double fixed(double a, double b) { return std::pow(a, b); }
TREELIZE(kernel) inline double roots(std::span<const double> x) { return std::sqrt(x[0]) + x[0] * std::sqrt(x[1]); }
TREELIZE(kernel) inline double masked(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += x[i] > 0 ? std::log(x[i]) * x[0] : 0;
  return sum;
}
TREELIZE(kernel) inline double kinks(double a, double b) {
  return std::fabs(a) * b * b + std::max(a * a, b) + std::floor(a) * b;
}

} // namespace app

#ifdef GENERATED
#include GENERATED

#include <GradientCheck.h>

int main() {
  namespace kernels = app::kernels;
  // At an exponent of zero: d2/da db = 1 / a, d2/db2 = log(a)^2.
  auto product = kernels::power.hvp(2, 0, 1, 0);
  check::near("power", "aa", product.a, 0, 1e-14, 1);
  check::near("power", "ab", product.b, 0.5, 1e-14, 1);
  product = kernels::power.hvp(2, 0, 0, 1);
  check::near("power", "ba", product.a, 0.5, 1e-14, 1);
  check::near("power", "bb", product.b, std::log(2) * std::log(2), 1e-14, 1);
  // At a base of zero.
  check::near("fixed", "square", kernels::fixed.hvp(0, 2, 1).a, 2, 1e-14, 1);
  check::near("fixed", "line", kernels::fixed.hvp(0, 1, 1).a, 0, 0, 0);
  check::near("fixed", "constant", kernels::fixed.hvp(0, 0, 1).a, 0, 0, 0);
  check::near("power", "square at zero", kernels::power.hvp(0, 2, 1, 0).a, 2, 1e-14, 1);
  // A root's slope at zero is infinite; along what leaves it alone nothing is.
  const std::vector<double> x{4, 0}, along{1, 0};
  const auto rooted = kernels::roots.hvp(x, along).x;
  check::near("roots", "first", rooted[0], -0.25 * std::pow(4, -1.5), 1e-14, 1);
  check::near("roots", "second", std::isinf(rooted[1]), 1, 0, 0);
  const std::vector<double> y{2, 0, 3}, each{1, 1, 1};
  const auto masked = kernels::masked.hvp(y, each).x;
  check::near("masked", "first", masked[0], 0.5 + 1.0 / 3, 1e-14, 1); // d2/dx0^2 + d2/dx0 dx2
  check::near("masked", "zero", masked[1], 0, 0, 0);
  check::near("masked", "third", masked[2], 1.0 / 3 - 2.0 / 9, 1e-14, 1);
  // Kinks have the second derivatives of the side that the first ones choose.
  const auto kinked = kernels::kinks.hvp(0.5, 0.1, 1, 1);
  check::near("kinks", "a", kinked.a, 2 * 0.1 + 2, 1e-14, 1);
  check::near("kinks", "b", kinked.b, 2 * 0.1 + 2 * 0.5, 1e-14, 1);
  return check::finish();
}
#endif
