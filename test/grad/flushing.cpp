// The adjoint of a system that forgets its beginning is zero below the smallest normal number, and keeps no processor busy with
// what rounding does not let die.
// RUN: %treelize %s -o %T/flushing.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/flushing.treelize.hpp
// RUN: %allcxx -fsyntax-only -I%S/../Inputs -I%T %s
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=flushing -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <array>
#include <cmath>

namespace app {

// OFF-NOT: flush_subnormal

using State = std::array<double, 3>;

// CHECK-LABEL: struct cooled_kernel
// CHECK: static double sweep(
// CHECK: for (int step = steps; step-- > 0;) {
// CHECK-NEXT: if (step % 16 == 0) {
// CHECK-NEXT: treelize::flush_subnormal(state_b);
// CHECK-NEXT: }
// CHECK: tangent_sweep(
// CHECK-NOT: flush_subnormal
// CHECK: hvp_sweep(
// CHECK: treelize::flush_subnormal(state_b);
// CHECK-NEXT: treelize::flush_subnormal(state_t_b);
// CHECK: static void pullback_reverse(
// CHECK: treelize::flush_subnormal(state_b);
TREELIZE(kernel, wrt = (start, rates)) double cooled(const State& start, const State& rates, int steps) {
  State state = start;
  for (int step = 0; step < steps; ++step) {
    State next{};
    for (int i = 0; i < 3; ++i)
      for (int j = 0; j < 3; ++j)
        next[i] += (i == j ? 0.6 : 0.1) * rates[j] * std::sin(state[j]);
    state = next;
    state[0] += 0.3;
  }
  return state[0] * state[1] + state[2];
}

} // namespace app

#include "flushing.treelize.hpp"

int main() {
  const app::State start{0.4, -0.2, 0.7}, rates{0.9, 0.8, 1.1};
  for (const int steps : {3, 20, 4000}) {
    app::State start_b{}, rates_b{};
    app::kernels::cooled.adjoint(start, rates, steps, 1.0, start_b, rates_b);
    const app::State start_t{0.3, 0.5, -0.8}, rates_t{-0.2, 0.6, 0.1};
    const double derivative = app::kernels::cooled.tangent(start, rates, steps, start_t, rates_t).derivative;
    double product = 0;
    for (int i = 0; i < 3; ++i)
      product += start_b[i] * start_t[i] + rates_b[i] * rates_t[i];
    check::near("cooled", "adjoint against tangent", product, derivative, 1e-12, 1);
    for (const double number : start_b)
      check::near("cooled", "the beginning is forgotten", number != 0, steps < 4000, 0, 1);
  }
  return check::finish();
}
