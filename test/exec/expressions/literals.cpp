// Literals keep their types, and numbers of literal operators their values.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/literals.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s < %t/literals.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %allcxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <cmath>
#include <cstdint>
#include <span>
#include <treelize/annotations.hpp>
namespace app {

constexpr double operator""_km(long double v) { return static_cast<double>(v) * 1000; }
constexpr double operator""_percent(unsigned long long v) { return static_cast<double>(v) / 100; }

// CHECK: const long {{(long )?}}b = 1L << 31;
TREELIZE(kernel) double shifted(std::span<const double> x) {
  const long long b = 1LL << 31;
  const std::uint64_t m = std::uint64_t{1} << (30 + x.size());
  return x[0] * static_cast<double>(b) * 1e-9 + x[1] * static_cast<double>(m) * 1e-10;
}

// CHECK: 100000L * 100000
TREELIZE(kernel) double multiplied(std::span<const double> x) {
  const bool first = x[0] > 0;
  return x[0] * x[1] * static_cast<double>(100000LL * 100000LL) * 1e-10 +
         x[1] * static_cast<double>((first ? 1LL : 3LL) << 40) * 1e-12;
}

TREELIZE(kernel) double united(std::span<const double> x) { return x[0] * 1.5_km * x[1] + x[0] * x[0] * 40_percent; }

// A partial derivative that is called with a constant.
TREELIZE(kernel) double constantOperand(std::span<const double> x) { return std::beta(x[0] * x[0] + 1, 2.0) * x[1]; }

// CHECK: double least = static_cast<double>(std::numeric_limits<float>::infinity());
// CHECK: double chosen = static_cast<double>(std::numeric_limits<float>::quiet_NaN());
TREELIZE(kernel) double limits(std::span<const double> x) {
  double least = INFINITY, chosen = NAN;
  for (double v : x)
    least = std::fmin(least, v * v);
  if (least > 0)
    chosen = least * x[0];
  return chosen;
}

// A zero for an unsigned parameter leaves comparisons of which compilers warn.
double binomial(std::size_t k, std::size_t n, double x) {
  if (k > n)
    return 0;
  double p = 1;
  for (std::size_t i = n; i >= k && i > 0; --i)
    p *= x + static_cast<double>(i);
  return p;
}
TREELIZE(kernel) double unsignedZero(double x, double y) { return binomial(0, 3, x) * binomial(1, 2, y); }

} // namespace app

#include "GradientCheck.h"
#include "literals.treelize.hpp"

int main() {
  using namespace app::kernels;
  for (const std::vector<double>& x : {std::vector{1.3, 0.8}, {-1.1, 1.6}}) {
    check::scalar("shifted", shifted, x);
    check::scalar("multiplied", multiplied, x);
    check::scalar("constantOperand", constantOperand, x);
    check::scalar("limits", limits, x);
    check::scalar("united", united, x);
  }
  check::numbers("unsignedZero", unsignedZero, 0.7, 0.4);
  return check::finish();
}
