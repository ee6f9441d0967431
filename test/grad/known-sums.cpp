// A sum that the forward sweep has taken over what it keeps is not taken again: of a maximum that exponentials are shifted by,
// the adjoint is the difference of two numbers that are equal, and of which rounding would be left. The oracle is long double.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
// RUN: %treelize %s -o - --disable-pass=known -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
// RUN: %allcxx -fsyntax-only -DGENERATED='"%t.treelize.hpp"' -I%S/../Inputs %s
// RUN: %cxx -O2 -DGENERATED='"%t.treelize.hpp"' -I%S/../Inputs %s %link -o %t && %t
#include <treelize/annotations.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace app {

// CHECK-LABEL: struct logSumExp_kernel
// CHECK: static double sweep(
// CHECK: top_b -= sum_b * sum;
// CHECK: static treelize::tangent_result
// OFF-LABEL: struct logSumExp_kernel
// OFF: static double sweep(
// OFF-NOT: sum_b * sum
// OFF: static treelize::tangent_result
TREELIZE(kernel) inline double logSumExp(std::span<const double> x) {
  double top = x[0];
  for (std::size_t i = 1; i < x.size(); ++i)
    top = std::max(top, x[i]);
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += std::exp(x[i] - top);
  return top + std::log(sum);
}

// What is kept is scaled, in pieces, and asked for twice.
TREELIZE(kernel) inline double pieces(std::span<const double> x, double scale) {
  double all = 0;
  for (std::size_t first = 0; first + 2 < x.size(); ++first) {
    double sum = 0;
    for (std::size_t i = 0; i < 3; ++i)
      sum += std::exp(x[first + i] * scale);
    all += std::log(sum) * sum;
  }
  return all;
}

// An empty sum has an infinite slope, which nothing is multiplied by.
TREELIZE(kernel) inline double none(std::span<const double> x, double shift) {
  double sum = 0;
  for (std::size_t i = 1; i < x.size(); ++i)
    sum += std::exp(x[i] - shift);
  return x[0] * std::max(std::log(sum), -5.0) + shift;
}

} // namespace app

#ifdef GENERATED
#include GENERATED

#include <GradientCheck.h>

#include <treelize/check_gradient.hpp>

#include <iostream>
#include <random>

void agrees(const char* name, const auto& kernel, const auto&... args) {
  const auto report = treelize::check_gradient(kernel, args...);
  if (!report)
    std::cout << name << ": " << report << '\n';
  check::near(name, "differences", report.passed(), 1, 0, 0);
}

int main() {
  std::mt19937 random(41264);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::vector<double> x(640000);
  std::ranges::generate(x, [&] { return uniform(random); });
  const std::vector<double> slope = app::kernels::logSumExp.grad(x).x;
  const long double top = *std::ranges::max_element(x);
  long double sum = 0;
  for (const double v : x)
    sum += std::exp(v - top);
  double worst = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const long double exact = std::exp(x[i] - top) / sum;
    worst = std::max(worst, static_cast<double>(std::fabs(slope[i] - exact) / exact));
  }
  check::near("logSumExp", "worst element", worst, 0, 1e-10, 1);
  const std::vector<double> few{0.3, 1.1, -0.4, 0.9, 0.2, 0.7};
  agrees("pieces", app::kernels::pieces, few, 0.8);
  check::near("none", "empty", app::kernels::none.grad(std::vector<double>{2}, 1).shift, 1, 0, 0);
  agrees("none", app::kernels::none, few, 0.8);
  return check::finish();
}
#endif
