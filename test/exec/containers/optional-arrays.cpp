// Arrays and lists of optionals: from optional variables, from values, assigned, copied, swapped, as arguments and members.
// RUN: %treelize %s -o %T/optional-arrays.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
// RUN: %clangxx -I%S/../../Inputs -I%T %s -fsyntax-only
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <array>
#include <optional>
#include <utility>

namespace app {

using Maybe = std::optional<double>;

TREELIZE(kernel) double variables(double x, double y, int n) {
  Maybe v{x}, u;
  if (n > 1)
    u = y;
  Maybe a[2] = {v, u};
  std::array<Maybe, 2> z{v, Maybe(y * n)};
  double s = (a[0] ? *a[0] : 1) * (a[1] ? *a[1] : x) + *z[0] * *z[1];
  for (const Maybe& c : {v, u})
    s += c ? *c * x : y;
  return s;
}
TREELIZE(kernel) double assigned(double x, double y, int n) {
  Maybe a[2] = {x, y};
  if (n > 1)
    a[1].reset();
  std::array<Maybe, 2> z;
  z[0] = a[1];
  z[1] = x * y;
  for (Maybe& e : z)
    if (e)
      *e *= x;
  std::array<Maybe, 2> copy = z;
  copy[1] = y;
  std::swap(copy[0], copy[1]);
  return a[0].value_or(y) * a[1].value_or(x) + z[0].value_or(2) * *z[1] + *copy[0] * copy[1].value_or(3);
}
inline double total(const std::array<Maybe, 2>& z) {
  double s = 0;
  for (const Maybe& e : z)
    s += e ? *e * *e : 1;
  return s;
}
inline double squares(const Maybe* z, int n) {
  double s = 0;
  for (int i = 0; i < n; ++i)
    s += z[i] ? *z[i] * *z[i] : 1;
  return s;
}
struct Holder {
  Maybe values[2];
  double factor;
};
TREELIZE(kernel) double handed(double x, double y, int n) {
  std::array<Maybe, 2> z;
  z[n % 2] = x;
  Maybe a[3] = {x, {}, y};
  if (n > 1)
    a[1] = x * y;
  Holder h{{x, {}}, y};
  if (n > 2)
    h.values[1] = y;
  return total(z) * squares(a, 3) + h.values[0].value_or(1) * h.values[1].value_or(x) * h.factor;
}
// Whether an element is there is a bit, which the tape keeps.
TREELIZE(kernel) double emptied(double x, double y, int n) {
  std::array<Maybe, 3> z{x, y, {}};
  std::swap(z[0], z[2]);
  double s = z[n % 3].value_or(y) + z[2].value_or(1) * x;
  z[(n + 2) % 3].reset();
  for (const Maybe& e : z)
    s += e ? *e * s : y;
  return s;
}
inline double changed(std::array<Maybe, 2> z, double y) {
  z[1] = y;
  return z[0].value_or(y) * *z[1];
}
TREELIZE(kernel) double callers(const std::array<Maybe, 2>& z, double y) {
  std::array<Maybe, 2> copy = z;
  copy[1] = y;
  return total(z) * total(copy) + changed(z, y);
}

} // namespace app

#include "optional-arrays.treelize.hpp"

int main() {
  using namespace app;
  check::same("variables", variables, kernels::variables);
  check::same("assigned", assigned, kernels::assigned);
  check::same("handed", handed, kernels::handed);
  check::same("emptied", emptied, kernels::emptied);
  const std::array<app::Maybe, 2> z{0.7, std::nullopt};
  std::array<app::Maybe, 2> z_b{0.0, std::nullopt};
  double y_b = 0;
  check::near("callers", "value", kernels::callers(z, 0.3), callers(z, 0.3), 1e-12, 1);
  kernels::callers.adjoint(z, 0.3, 1.0, z_b, y_b);
  check::differences("callers", {0.7, 0.3}, {*z_b[0], y_b}, [](const std::vector<double>& x) {
    return callers({x[0], std::nullopt}, x[1]);
  });
  return check::finish();
}
