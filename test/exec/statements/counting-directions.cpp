// A loop counts only where its counter comes to its bound without wrapping, or where the trips are counted as they are.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/directions.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s < %t/directions.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <treelize/annotations.hpp>

namespace app {

// --- unsigned loops that run downwards ---

TREELIZE(kernel) inline double until_wrapped(std::span<const double> x, std::size_t n) {
  double s = 0;
  for (std::size_t i = n - 1; i < n; --i)
    s = s * 0.5 + x[i] * x[i];
  for (std::size_t i = n - 1; i != std::size_t(-1); --i)
    s = s * 0.5 + x[i] * x[i];
  for (std::size_t i = n - 1; i + 1 > 0; --i)
    s = s * 0.5 + x[i] * x[i];
  return s;
}

// The trips of a step that is not known are counted, and the reverse sweep needs no tape.
// CHECK-LABEL: struct by_variable_kernel
// CHECK: static double sweep(
// CHECK: treelize::trip_count<std::size_t>(n - 1, n, step)
// CHECK-NOT: while
// CHECK: tangent_sweep(
TREELIZE(kernel) inline double by_variable(std::span<const double> x, std::size_t n, std::size_t step) {
  double s = 0;
  for (std::size_t i = n - 1; i < n; i += step)
    s = s * 0.5 + x[i] * x[i];
  return s;
}

TREELIZE(kernel) inline double by_constant(std::span<const double> x, std::size_t n) {
  double s = 0;
  for (std::size_t i = n - 1; i < n; i += std::size_t(-1))
    s = s * 0.5 + x[i] * x[i];
  const auto m = static_cast<unsigned>(n);
  for (unsigned i = m - 1; i < m; i += 4294967295u)
    s = s * 0.5 + x[i] * x[i];
  for (unsigned i = m - 1; i < m; i -= 2)
    s = s * 0.5 + x[i] * x[i];
  return s;
}

TREELIZE(kernel) inline double in_the_condition(std::span<const double> x, std::size_t n) {
  double s = 0;
  for (std::size_t i = n; i-- > 0;)
    s = s * 0.5 + x[i] * x[i];
  for (std::size_t i = n; i > 0; --i)
    s = s * 0.5 + x[i - 1] * x[i - 1];
  std::size_t i = n;
  while (i--)
    s = s * 0.5 + x[i] * x[i];
  i = n - 1;
  do
    s = s * 0.5 + x[i] * x[i];
  while (i-- > 0);
  for (i = n - 1; i >= n - 3; --i) {
    s = s * 0.5 + x[i] * x[i];
    if (i == 0)
      break;
  }
  return s;
}

// --- the largest number of a type as a bound ---

TREELIZE(kernel) inline double to_largest(std::span<const double> x, std::size_t n) {
  double s = 0;
  const int all = static_cast<int>(n) + 252;
  for (unsigned char i = 0; i <= all; ++i) {
    s = s * 0.5 + x[i % n] * x[i % n];
    if (i == 7)
      break;
  }
  const std::size_t limit = std::numeric_limits<std::size_t>::max() - (3 - n);
  for (std::size_t i = 0; i <= limit; ++i) {
    s = s * 0.5 + x[i % n] * x[i % n];
    if (s > 0.8)
      break;
  }
  const int most = std::numeric_limits<int>::max() - static_cast<int>(3 - n);
  for (int i = 0; i <= most; ++i) {
    s = s * 0.5 + x[i % n] * x[i % n];
    if (i > 5)
      break;
  }
  for (int i = most, left = 5; i > 0; --i) {
    s = s * 0.5 + x[i % n] * x[i % n];
    if (--left == 0)
      break;
  }
  return s;
}

TREELIZE(kernel) inline double narrow(std::span<const double> x, std::size_t n) {
  double s = 0;
  const auto most = static_cast<unsigned char>(n + 252);
  for (unsigned char i = most; i > 250; --i)
    s = s * 0.5 + x[i % n] * x[i % n];
  for (unsigned char i = 0; i < 250; i += 100)
    s = s * 0.5 + x[i % n] * x[i % n];
  for (unsigned char i = 0, runs = 0; i < most; i += 100) {
    s = s * 0.5 + x[i % n] * x[i % n];
    if (++runs > 9)
      break;
  }
  for (short i = 32760; i > 0; ++i)
    s = s * 0.5 + x[static_cast<std::size_t>(i) % n];
  return s;
}

// A step over the end, and once around.
TREELIZE(kernel) inline double around(std::span<const double> x, std::size_t n) {
  double s = 0;
  for (unsigned i = 0; i < 4294967292u + static_cast<unsigned>(n); i += 1431655765u)
    s = s * 0.5 + x[i % n] * x[i % n];
  const auto high = 0x80000003u * static_cast<unsigned>(n / 3);
  for (unsigned i = 5; i < high; i += 0x7fffffffu)
    s = s * 0.5 + x[i % n] * x[i % n];
  return s;
}

// A signed step that counts downwards ends by the return alone.
TREELIZE(kernel) inline double backwards(std::span<const double> x, std::size_t n) {
  double s = 0;
  const int step = 2 - static_cast<int>(n);
  std::size_t runs = 0;
  for (int i = 2; i < 5; i += step) {
    s = s * 0.5 + x[runs % n] * x[runs % n];
    if (++runs > 6)
      return s;
  }
  return s;
}

} // namespace app

#include "directions.treelize.hpp"

#include <GradientCheck.h>

int main() {
  const std::vector<double> x{0.3, 0.7, 1.1};
  namespace k = app::kernels;
  const std::size_t n = 3;
  check::scalar("until_wrapped", k::until_wrapped, x, n);
  for (std::size_t step : {std::size_t(1), std::size_t(2), std::size_t(-1), std::size_t(-2), std::size_t(1) << 63})
    check::scalar("by_variable", k::by_variable, x, n, step);
  check::scalar("by_constant", k::by_constant, x, n);
  check::scalar("in_the_condition", k::in_the_condition, x, n);
  check::scalar("to_largest", k::to_largest, x, n);
  check::scalar("narrow", k::narrow, x, n);
  check::scalar("around", k::around, x, n);
  check::scalar("backwards", k::backwards, x, n);
  return check::failures();
}
