// Vectors of a class that has no default constructor.
// RUN: %treelize %s -o %T/unmade-objects.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
// RUN: %clangxx -I%S/../../Inputs -I%T %s -fsyntax-only
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <array>

namespace app {

struct Gain {
  explicit Gain(double k) : k(k) {}
  double operator()(double v) const { return k * v; }
  double k;
};

double through(const std::vector<Gain>& gains, double v) {
  for (const Gain& gain : gains)
    v = gain(v);
  return v;
}

TREELIZE(kernel) double filled(double x, double y, int n) {
  const std::vector<Gain> gains(static_cast<std::size_t>(2 + n), Gain(x));
  return through(gains, y);
}

TREELIZE(kernel) double grown(double x, double y, int n) {
  std::vector<Gain> gains;
  gains.push_back(Gain(x));
  gains.emplace_back(y);
  for (int i = 0; i < n; ++i)
    gains.push_back(gains[0]);
  gains.insert(gains.end(), Gain(x * n));
  return through(gains, y);
}

TREELIZE(kernel) double resized(double x, double y, int n) {
  std::vector<Gain> gains{Gain(y)};
  gains.resize(static_cast<std::size_t>(2 + n), Gain(x));
  return through(gains, y);
}

TREELIZE(kernel) double assigned(double x, double y, int n) {
  std::vector<Gain> gains{Gain(y)};
  for (int i = 0; i < n; ++i) {
    y = through(gains, y);
    gains.assign(static_cast<std::size_t>(1 + i), Gain(x));
  }
  return through(gains, y);
}

TREELIZE(kernel) double nested(double x, double y, int n) {
  std::vector<std::vector<Gain>> rows(2, std::vector<Gain>(static_cast<std::size_t>(1 + n), Gain(x)));
  rows[1][0] = Gain(y);
  for (const std::vector<Gain>& row : rows)
    y = through(row, y);
  return y;
}

TREELIZE(kernel) double fixed(double x, double y, int n) {
  std::array<Gain, 2> gains{Gain(x), Gain(y * n)};
  for (const Gain& gain : gains)
    y = gain(y);
  return y;
}

} // namespace app

#include "unmade-objects.treelize.hpp"

int main() {
  using namespace app;
  check::same("filled", filled, kernels::filled);
  check::same("grown", grown, kernels::grown);
  check::same("resized", resized, kernels::resized);
  check::same("assigned", assigned, kernels::assigned);
  check::same("nested", nested, kernels::nested);
  check::same("fixed", fixed, kernels::fixed);
  return check::finish();
}
