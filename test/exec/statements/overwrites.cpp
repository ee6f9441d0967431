// Whatever a kernel overwrites is put back before its old value is needed, and at the end.
// RUN: %treelize %s -o %T/overwrites.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <array>

namespace app {

TREELIZE(kernel) double scalarOverwritten(std::span<const double> x) {
  double t = x[0];
  t = t * t + x[1];
  t *= t;
  t = std::sin(t) * x[0];
  t -= t * x[2];
  t /= 2 + t * t;
  return t;
}

TREELIZE(kernel) double byValue(std::span<const double> x, int n) {
  double s = 1;
  n = n - 1;
  for (int i = 0; i < n; ++i)
    s = s * x[i] + s;
  return s;
}

TREELIZE(kernel) double argument(double a, double b) {
  a *= b;
  a = a * a + b;
  b = a * b;
  return a * b;
}

TREELIZE(kernel) void swaps(std::span<double> y) {
  const double first = y[0];
  y[0] = y[1] * y[2];
  y[1] = first * first;
  double t = y[2];
  y[2] = y[3];
  y[3] = t * y[0];
}

TREELIZE(kernel) void constants(std::span<double> y) {
  y[0] = 3;
  y[1] = y[0] * y[2];
  y[2] = 0;
}

TREELIZE(kernel) double scratch(std::span<const double> x) {
  std::array<double, 5> h{};
  double total = 0;
  for (int pass = 0; pass < 3; ++pass) {
    for (int i = 0; i < 5; ++i)
      h[i] = std::tanh(x[i] + 0.5 * h[(i + 1) % 5]);
    for (int i = 0; i < 5; ++i)
      total += h[i] * h[4 - i];
  }
  return total;
}

TREELIZE(kernel) double indices(std::span<const double> x) {
  int at[5] = {0, 1, 2, 3, 4};
  double sum = 0;
  for (int i = 0; i < 5; ++i) {
    at[i] = at[(i + 3) % 5];
    sum += x[at[i]] * x[i];
  }
  return sum * sum;
}

TREELIZE(kernel) double maximum(std::span<const double> x) {
  double top = x[0];
  for (double v : x)
    if (v > top)
      top = v * 1.5;
  double sum = 0;
  for (double v : x)
    sum += std::exp(v - top);
  return top + std::log(sum);
}

TREELIZE(kernel) void outputs(const double& a, double& out, double* more, int n) {
  out = a * a;
  for (int i = 0; i < n; ++i) {
    more[i] = more[i] * out;
    out += more[i];
  }
}

} // namespace app

#include "overwrites.treelize.hpp"

int main() {
  const std::vector<double> x = {0.7, -1.2, 1.9, 0.4, -0.8};
  check::scalar("scalarOverwritten", app::kernels::scalarOverwritten, x);
  check::scalar("byValue", app::kernels::byValue, x, 4);
  check::numbers("argument", app::kernels::argument, 0.8, -1.3);
  check::inPlace("swaps", app::kernels::swaps, x);
  check::inPlace("constants", app::kernels::constants, x);
  check::scalar("scratch", app::kernels::scratch, x);
  check::scalar("indices", app::kernels::indices, x);
  check::scalar("maximum", app::kernels::maximum, x);

  // The shadows of outputs hold the seed at entry and the adjoint of the value at entry at exit.
  double a = 1.5, a_b = 0, out = 7, out_b = 1, more[2] = {2, 3}, more_b[2] = {0.5, -1};
  app::kernels::outputs.adjoint(a, out, more, 2, a_b, out_b, more_b);
  check::near("outputs", "out", out, 7, 0, 0);
  check::near("outputs", "more[1]", more[1], 3, 0, 0);
  check::near("outputs", "out_b", out_b, 0, 0, 1);
  double a_t = 1, out_t = 0, more_t[2] = {0, 0};
  app::kernels::outputs.tangent(a, out, more, 2, a_t, out_t, more_t);
  check::near("outputs", "a_b", a_b, out_t + 0.5 * more_t[0] - more_t[1], 1e-10, 0);
  return check::finish();
}
