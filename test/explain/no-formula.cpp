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

// Each constant is made of the one before it.
#define FOUR(STEP, a, b, c, d, e) STEP(b, a) STEP(c, b) STEP(d, c) STEP(e, d)
#define CHAIN(STEP, n)                                                                                                     \
  FOUR(STEP, n, a1, a2, a3, a4) FOUR(STEP, a4, a5, a6, a7, a8) FOUR(STEP, a8, b1, b2, b3, b4)                               \
  FOUR(STEP, b4, b5, b6, b7, b8) FOUR(STEP, b8, c1, c2, c3, c4) FOUR(STEP, c4, c5, c6, c7, c8)                              \
  FOUR(STEP, c8, d1, d2, d3, d4) FOUR(STEP, d4, d5, d6, d7, d8)
#define DOUBLE(to, from) const int to = from + from;
#define SQUARE(to, from) const int to = from * from + from;

// CHECK: kernel: app::doubled
// CHECK: tape: {{.*}} bytes
TREELIZE(kernel) inline double doubled(double x, int n) {
  CHAIN(DOUBLE, n)
  for (int i = 0; i < d8; ++i)
    x = std::sin(x * x);
  return x;
}

// CHECK: kernel: app::squared
// CHECK: tape:
TREELIZE(kernel) inline double squared(double x, int n) {
  CHAIN(SQUARE, n)
  for (int i = 0; i < d8; ++i)
    x = std::sin(x * x);
  return x;
}

} // namespace app
