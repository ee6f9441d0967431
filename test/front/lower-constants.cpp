// Constants keep their names where other code can say them, and literals the user's spelling.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/lower-constants.treelize.hpp --dump-after=lower -- -std=c++20 -I%S/../Inputs | %FileCheck %s
// RUN: %cxx -I%t -I%S/../Inputs %s %link -o %t/run && %t/run
#include <treelize/annotations.hpp>

#include <array>
#include <cmath>
#include <numbers>
#include <span>

#define HALF 0.5

namespace app {

constexpr double gravity = 9.81;
const int count = 3;
constexpr double weights[3] = {1, 2, 3};
constexpr std::array<double, 2> pair = {0.25, 4};
struct Config {
  double rate;
  int steps[2];
};
constexpr Config config = {1.5, {1, 2}};
enum class Mode { slow, fast };
enum { offset = 2 };

class Hidden {
public:
  static constexpr double open = 2.5;
  double get(double x) const { return x * secret; }

private:
  static constexpr double secret = 7.25;
};

template <int N> double scaled(double x) { return x * N; }

// CHECK-LABEL: kernel named
// CHECK: return a * `app::gravity` + `app::Hidden::open` * a + 0.5 * b + 1e-3 + `std::numbers::pi`
TREELIZE(kernel) double named(double a, double b) {
  return a * gravity + Hidden::open * a + HALF * b + 1e-3 + std::numbers::pi + Hidden().get(a) + M_PI * b;
}

// CHECK-LABEL: kernel arrays
// CHECK: `app::weights[$0]`(i) * `app::pair[$0]`(i % 2)
// CHECK: app::config.rate
// CHECK: `app::config.steps[$0]`(1)
TREELIZE(kernel) double arrays(double a, double b) {
  double s = 0;
  for (int i = 0; i < count; ++i)
    s += weights[i] * pair[i % 2] * a;
  for (double w : weights)
    s += w * b;
  static constexpr double local[2] = {0.5, 0.125};
  return s * config.rate + config.steps[1] * local[1] * a;
}

// CHECK-LABEL: kernel integers
// CHECK: m == 1`app::Mode::fast`
TREELIZE(kernel) double integers(std::span<const double> x, Mode m) {
  double s = scaled<4>(x[0]) + int(offset);
  if (m == Mode::fast)
    s *= sizeof(double) * x[1];
  const std::size_t wide = 1;
  return s * (wide - 3 > 5 ? 2 : 1) + 'a' * x[0] + (x[1] > 0) + true;
}

} // namespace app

#include "lower-constants.treelize.hpp"

#include <GradientCheck.h>

int main() {
  check::numbers("named", app::kernels::named, 0.7, 1.3);
  check::numbers("arrays", app::kernels::arrays, 0.7, 1.3);
  for (app::Mode mode : {app::Mode::slow, app::Mode::fast})
    check::scalar("integers", app::kernels::integers, {0.7, 1.3}, mode);
  return check::finish();
}
