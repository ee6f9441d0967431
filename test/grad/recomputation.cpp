// A value is not saved where the reverse sweep has put back what it was computed from; a sign that changes changes back.
// RUN: %treelize %s -o %T/recomputation.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/recomputation.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=recomputation --disable-pass=rooms -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
// RUN: %treelize %s -o - --disable-pass=recurrences --disable-pass=rooms -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=SAVED
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

namespace app {

// `next` changes after the last use of `here`, and is put back before the first one on the way back.
// CHECK-LABEL: struct walk_kernel
// CHECK: static double sweep(
// CHECK-NOT: here_kept
// CHECK-NOT: sign_old
// CHECK: for (int i = n; i-- > 0;) {
// CHECK: sign = -sign;
// CHECK: const double here = x[{{next.*}}];
// OFF-LABEL: struct walk_kernel
// OFF: static double sweep(
// OFF: here_kept
// SAVED-LABEL: struct walk_kernel
// SAVED: static double sweep(
// SAVED: sign_old
TREELIZE(kernel) double walk(std::span<const double> x, int n) {
  double y = 1;
  int sign = 1;
  std::size_t next = 0;
  for (int i = 0; i < n; ++i) {
    const double here = x[next];
    y = sign > 0 ? y * here : y - here * here;
    next = (next * 3 + 1) % x.size();
    sign = -sign;
  }
  return y;
}

// What is read changes before the last use, or nobody puts it back: saved as before.
TREELIZE(kernel) double tooEarly(std::span<const double> x, int n) {
  double y = 1, scale = x[1], twice = 0;
  for (int i = 0; i < n; ++i) {
    const double here = scale * y, there = y + twice;
    y = y * std::sin(here);
    scale = scale * here;
    y += here * there;
    twice = 2 * scale;
  }
  return y;
}

// A local of which another one is computed; a flag that turns over; an unsigned number that is negated.
TREELIZE(kernel) double chained(std::span<const double> x, int n) {
  double y = 0.5;
  bool odd = false;
  unsigned bits = 5;
  std::size_t at = 0;
  for (int i = 0; i < n; ++i) {
    const double a = x[at], b = a + 0.5, c = b - a;
    y = odd ? y * b + c : std::sin(y * a);
    if (bits % 2 == 1)
      y = y * a * b;
    odd = !odd;
    bits = -bits;
    at = (at + bits) % x.size();
  }
  return y;
}

} // namespace app

#include "recomputation.treelize.hpp"

int main() {
  using namespace app::kernels;
  const std::vector<double> x{0.9, -0.3, 0.4};
  check::scalar("walk", walk, x, 5);
  check::scalar("too early", tooEarly, x, 4);
  check::scalar("chained", chained, x, 7);
  return check::finish();
}
