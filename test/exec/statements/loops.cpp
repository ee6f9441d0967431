// Loops of every kind are reversed: counted both ways, strided, nested, data-dependent, range-for.
// RUN: %treelize %s -o %T/loops.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

TREELIZE(kernel) double ascending(std::span<const double> x) {
  double product = 1;
  for (std::size_t i = 0; i < x.size(); ++i)
    product *= x[i];
  return product;
}

TREELIZE(kernel) double descending(std::span<const double> x) {
  double p = 0;
  for (int i = static_cast<int>(x.size()) - 1; i >= 0; --i)
    p = p * 0.5 + x[i] * x[i];
  return p;
}

TREELIZE(kernel) double unsignedDown(std::span<const double> x) {
  double p = 0;
  for (std::size_t i = x.size(); i-- > 0;)
    p = p * x[i] + 1;
  return p;
}

TREELIZE(kernel) double strided(std::span<const double> x) {
  double p = 1;
  for (int i = 0; i < static_cast<int>(x.size()); i += 2)
    p = p * x[i] + x[i];
  return p;
}

TREELIZE(kernel) double nested(std::span<const double> x, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i) {
    double row = 1;
    for (int j = 0; j <= i; ++j)
      row *= x[j] + x[i];
    sum += row * row;
  }
  return sum;
}

TREELIZE(kernel) double whileLoop(std::span<const double> x) {
  double v = x[0] + 10;
  std::size_t i = 0;
  while (v > 1.5) {
    v = v / (1.1 + x[i] * x[i]);
    i = (i + 1) % x.size();
  }
  return v * x[1];
}

TREELIZE(kernel) double doLoop(std::span<const double> x) {
  double v = 1;
  int i = 0;
  do {
    v = v * x[i] + 2;
    ++i;
  } while (i < 3);
  return v * v;
}

TREELIZE(kernel) double rangeFor(std::span<const double> x) {
  double a = 0;
  for (double v : x)
    a = a * v + v;
  for (const double& v : x)
    a += v * v;
  return a;
}

TREELIZE(kernel) double newton(std::span<const double> x) {
  double root = 1;
  double error = 1;
  for (int i = 0; i < 50 && error > 1e-14; ++i) {
    const double next = 0.5 * (root + x[0] / root);
    error = next > root ? next - root : root - next;
    root = next;
  }
  return root;
}

TREELIZE(kernel) double neighbours(std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i + 2 < x.size(); ++i)
    sum += x[i] * x[i + 1] * x[i + 2];
  for (int i = 1; i + 1 <= static_cast<int>(x.size()) - 1; i += 2)
    sum *= x[i] + x[i + 1];
  for (std::size_t i = 0; i + 9 < x.size(); ++i)
    sum *= x[i];
  return sum;
}

TREELIZE(kernel) void inPlaceScan(std::span<double> y) {
  for (std::size_t i = 1; i < y.size(); ++i)
    y[i] = y[i] * y[i - 1] + y[i - 1];
}

TREELIZE(kernel) void timeLoop(std::span<double> u, int steps) {
  for (int t = 0; t < steps; ++t)
    for (std::size_t i = 1; i + 1 < u.size(); ++i)
      u[i] += 0.1 * (u[i - 1] * u[i + 1] - u[i] * u[i]);
}

} // namespace app

#include "loops.treelize.hpp"

int main() {
  const std::vector<double> x = {0.7, -1.2, 1.9, 0.4, -0.8};
  check::scalar("ascending", app::kernels::ascending, x);
  check::scalar("descending", app::kernels::descending, x);
  check::scalar("unsignedDown", app::kernels::unsignedDown, x);
  check::scalar("strided", app::kernels::strided, x);
  check::scalar("nested", app::kernels::nested, x, 5);
  check::scalar("whileLoop", app::kernels::whileLoop, x);
  check::scalar("doLoop", app::kernels::doLoop, x);
  check::scalar("rangeFor", app::kernels::rangeFor, x);
  check::scalar("newton", app::kernels::newton, x);
  check::scalar("neighbours", app::kernels::neighbours, x);
  check::inPlace("inPlaceScan", app::kernels::inPlaceScan, x);
  check::inPlace("timeLoop", app::kernels::timeLoop, x, 6);
  return check::finish();
}
