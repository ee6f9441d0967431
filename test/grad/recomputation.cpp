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

// `hold` is made of the element that its own maximum overwrites: it is computed again when that is put back.
// CHECK-LABEL: struct lattice_kernel
// CHECK: static double sweep(
// CHECK-NOT: hold_kept
// CHECK: value[j] = value_old{{.*}};
// CHECK-NEXT: const double hold = p * value[j + 1] + value[j];
// CHECK-NEXT: const double hold_b = hold <
// CHECK-LABEL: struct unit_kernel
// OFF-LABEL: struct lattice_kernel
// OFF: static double sweep(
// OFF: hold_kept
// OFF-LABEL: struct unit_kernel
TREELIZE(kernel, wrt = (x)) double lattice(std::span<const double> x, double strike) {
  const double p = x[1] * x[1];
  std::vector<double> value(x.begin(), x.end());
  const int n = static_cast<int>(x.size());
  for (int i = n - 1; i > 0; --i)
    for (int j = 0; j < i; ++j) {
      const double hold = p * value[j + 1] + value[j];
      value[j] = std::max(hold, strike - x[j] * i);
    }
  return value[0];
}

// The quotients stand where they are set to, until that is undone.
// CHECK: static double sweep(
// CHECK-NOT: tape.push({{.*}}unit
// CHECK: const double unit_y = y;
// CHECK-NEXT: y = y_old
// OFF: static double sweep(
// OFF: unit_y_kept
TREELIZE(kernel, wrt = (x)) double unit(std::span<const double> x, double h) {
  double a = x[0], y = x[1], sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double step = std::sin(h * a * x[i]);
    a += h * std::cos(y * x[i]);
    y += step;
    const double length = std::sqrt(a * a + y * y);
    const double unit_a = a / length, unit_y = y / length;
    a = unit_a;
    y = unit_y;
    sum += a * y * y;
  }
  return sum;
}

} // namespace app

#include "recomputation.treelize.hpp"

int main() {
  using namespace app::kernels;
  const std::vector<double> x{0.9, -0.3, 0.4};
  check::scalar("walk", walk, x, 5);
  check::scalar("too early", tooEarly, x, 4);
  check::scalar("chained", chained, x, 7);
  check::scalar("lattice", lattice, x, 0.7);
  check::scalar("unit", unit, x, 0.3);
  return check::finish();
}
