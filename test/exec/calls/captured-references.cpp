// A lambda's copy of a reference is a copy of what it refers to; what it has captured is what its body knows, and not its arguments.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/captured.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <array>
#include <functional>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

using Function = std::function<double(double)>;

double number(double& v, double k) {
  auto f = [v, k]() mutable { return v *= k; };
  return f() + f() * v;
}
double all(std::vector<double>& v, std::array<double, 2>& a, double k) {
  auto f = [=]() mutable {
    v.push_back(k);
    a[0] *= k;
    return v[0] * a[0] + static_cast<double>(v.size());
  };
  v[0] = 3 * k;
  return f() + f() + static_cast<double>(v.size()) * a[0];
}

TREELIZE(kernel) inline double copies(std::span<const double> x) {
  double y = x[0];
  std::vector<double> v{x[1], x[2]};
  std::array<double, 2> a{x[3], x[0]};
  double s = number(y, x[1]) + y + all(v, a, x[2]) + v[0] * a[0];
  for (double& e : v) {
    auto g = [e](double t) mutable { return e += t; };
    s += g(x[0]) * g(x[1]) + e;
  }
  double& r = v[1];
  auto later = [r] { return r * r; };
  auto same = [&r] { return r * r; };
  r *= 2;
  const std::function<double()> counted = [r]() mutable { return r *= 1.5; };
  return s + later() - 2 * same() + counted() * counted() + r;
}

Function twice(Function f) {
  return [f](double v) { return f(f(v)); };
}
Function difference(Function f, double h) {
  return [f, h](double v) { return (f(v + h) - f(v - h)) / (2 * h); };
}
Function composed(Function f, Function g) {
  return [f, g](double v) { return f(g(v)); };
}

TREELIZE(kernel) inline double nested(std::span<const double> x) {
  const auto plus = twice([k = x[0]](double v) { return v * v + k; });
  const auto four = twice(plus);
  const auto cubic = [k = x[1]](double v) { return k * v * v * v; };
  const auto slope = difference(cubic, 0.5), bend = difference(slope, 0.25);
  const auto both = composed(cubic, plus);
  return four(x[2]) + plus(1) + bend(x[3]) + slope(x[0]) + both(0.3 * x[1]) + composed(both, both)(0.1);
}

} // namespace app
#include "captured.treelize.hpp"

#include <GradientCheck.h>

int main() {
  const std::vector<double> x = {0.61, -0.37, 0.83, 1.21};
  check::scalar("copies", app::kernels::copies, x);
  check::scalar("nested", app::kernels::nested, x);
  return check::finish();
}
