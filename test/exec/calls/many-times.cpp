// A function that would be a large kernel's greatest part, being called again and again, stays a call.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/many-times.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%t/many-times.treelize.hpp
// RUN: %cxx -std=c++20 -Wall -Wextra -Werror -Wno-attributes -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <treelize/annotations.hpp>

namespace app {

struct Policy {};

// Each level calls the next one from four places, and ends where it cannot go on.
template <int N> double level(double x, const Policy& policy, double* slope) {
  if (!(x > -9)) {
    std::ostringstream text;
    text << "level " << N << " at " << x;
    throw std::domain_error(text.str());
  }
  double sum = 0;
  for (int i = 0; i < 2; ++i) {
    double up = level<N - 1>(0.5 * x + i, policy, nullptr), inner = 0;
    if (up > 1)
      up = level<N - 1>(0.3 * x, policy, &inner) * std::sin(x);
    sum += up + 0.1 * inner;
  }
  if (slope)
    *slope = level<N - 1>(x, policy, nullptr) - level<N - 1>(x - 0.1, policy, nullptr);
  return sum / 3;
}
template <> inline double level<0>(double x, const Policy&, double* slope) {
  if (slope)
    *slope = std::cos(x);
  return std::sin(x) + 1.2;
}

// CHECK: struct levels_kernel {
// CHECK: static double level_forward(double x, const app::Policy&, treelize::tape& tape) {
// CHECK: static double level2_forward(double x, const app::Policy&, double* slope, treelize::tape& tape) {
TREELIZE(kernel) double levels(double x, double y) {
  double slope = 0;
  const double value = level<7>(x * y, Policy(), &slope);
  return value + y * slope;
}

} // namespace app

#include "many-times.treelize.hpp"

#include <GradientCheck.h>

int main() {
  using app::kernels::levels;
  check::numbers("levels", levels, 0.6, 1.3);
  const auto text = [](const auto& fn) {
    try {
      fn();
      return std::string("nothing");
    } catch (const std::domain_error& error) {
      return std::string(error.what());
    }
  };
  const std::string primal = text([] { (void)levels(-30, 1); });
  check::near("levels", "text", primal == "level 7 at -30" && primal == text([] { (void)levels.grad(-30, 1); }), 1, 0, 0);
  return check::finish();
}
