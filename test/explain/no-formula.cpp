// Sizes that no formula of 64 bits can say, and those that are made of each other many times over: the report says so,
// and without a report nobody asks.
// RUN: %treelize %s -o %t.hpp --report=text -- -std=c++20 | %FileCheck %s
// RUN: %treelize %s -o %t.hpp -- -std=c++20
#include <treelize/annotations.hpp>
#include <cmath>

namespace app {

// CHECK: kernel: app::endless
// CHECK: tape: no formula, {{.*}} does not fit 64 bits
TREELIZE(kernel) inline double endless(double x) {
  for (long i = 0; i < 4'000'000'000'000'000'000L; ++i)
    x = std::sin(x * x);
  return x;
}

// CHECK: kernel: app::doubled
// CHECK: tape: {{.*}} bytes
TREELIZE(kernel) inline double doubled(double x, int n) {
#define DOUBLE(to, from) const int to = from + from;
#define FOUR(a, b, c, d, e) DOUBLE(b, a) DOUBLE(c, b) DOUBLE(d, c) DOUBLE(e, d)
  FOUR(n, a1, a2, a3, a4) FOUR(a4, a5, a6, a7, a8) FOUR(a8, b1, b2, b3, b4) FOUR(b4, b5, b6, b7, b8)
  FOUR(b8, c1, c2, c3, c4) FOUR(c4, c5, c6, c7, c8) FOUR(c8, d1, d2, d3, d4) FOUR(d4, d5, d6, d7, d8)
  for (int i = 0; i < d8; ++i)
    x = std::sin(x * x);
  return x;
}

// CHECK: kernel: app::squared
// CHECK: tape:
TREELIZE(kernel) inline double squared(double x, int n) {
#define SQUARE(to, from) const int to = from * from + from;
#define SQUARES(a, b, c, d, e) SQUARE(b, a) SQUARE(c, b) SQUARE(d, c) SQUARE(e, d)
  SQUARES(n, a1, a2, a3, a4) SQUARES(a4, a5, a6, a7, a8) SQUARES(a8, b1, b2, b3, b4) SQUARES(b4, b5, b6, b7, b8)
  SQUARES(b8, c1, c2, c3, c4) SQUARES(c4, c5, c6, c7, c8) SQUARES(c8, d1, d2, d3, d4) SQUARES(d4, d5, d6, d7, d8)
  for (int i = 0; i < d8; ++i)
    x = std::sin(x * x);
  return x;
}

} // namespace app
