// What C programs write: memory through a wrapper, tables cleared and read flat, two results of one function, traces,
// texts and error numbers on the way, `?:` without a middle, arrays of run-time length.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/c-idioms.treelize.hpp -- -std=gnu++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%t/c-idioms.treelize.hpp
// RUN: %cxx -std=gnu++20 -Wall -Wextra -Werror -Wno-attributes -I%t -I%S/../../Inputs %s %S/../../Inputs/traces.cpp %link -o %t/run && %t/run
#include <cerrno>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <treelize/annotations.hpp>

namespace lib {

inline void* allocate(std::size_t bytes) {
  void* block = std::malloc(bytes);
  if (!block) {
    std::fprintf(stderr, "no room for %zu bytes\n", bytes);
    std::exit(1);
  }
  return block;
}
inline void* cleared(std::size_t count, std::size_t size) {
  void* block = std::calloc(count, size);
  return block;
}
extern "C" void trace(int level, const char* format, ...);
int level(double x);
struct Log {
  static void number(const std::string& name, double value);
};

} // namespace lib

TREELIZE(nondiff) void remember(const char* text);

namespace app {

TREELIZE(kernel) double blocks(double x, double y) {
  double* p = static_cast<double*>(lib::allocate(3 * sizeof(double)));
  double* q = (double*)lib::cleared(2, sizeof(double));
  p[0] = x;
  p[1] = x * y;
  p[2] = y;
  q[1] += p[1];
  const double sum = p[0] * p[1] + p[2] * q[1] + q[0];
  std::free(p);
  std::free(q);
  return sum;
}

TREELIZE(kernel) double tables(double x, double y) {
  double m[3][2];
  std::memset(m, 0, sizeof m);
  m[1][0] = x;
  m[2][1] += y * x;
  const double* flat = (const double*)m;
  double sum = 0;
  for (int i = 0; i < 6; ++i)
    sum += flat[i] * flat[i] * (i + 1);
  return sum;
}

TREELIZE(kernel) double twoResults(double x, double y) {
  double s, c;
  sincos(x, &s, &c);
  int quotient = 0, sign = 0;
  const double rest = std::remquo(10 * x, y, &quotient), logarithm = lgamma_r(-x * y, &sign);
  return s * y + c * rest + quotient * x + sign * logarithm;
}

// CHECK: lib::trace(2, "x = %g, n = %d", x, n);
// CHECK: static_cast<void>(std::snprintf(text, 40{{.*}}, "%d %.2f", n, x));
// CHECK-NEXT: ::remember(text);
TREELIZE(kernel) double traced(double x, double y) {
  int n = 0;
  for (int i = 0; i < 3; ++i) {
    if (x > i)
      ++n;
    lib::trace(2, "x = %g, n = %d", x, n);
  }
  if (n > 0) {
    char text[40];
    std::snprintf(text, sizeof text, "%d %.2f", n, x);
    remember(text);
  }
  lib::Log::number("n" + std::to_string(n), n * x);
  return n * x * y;
}

TREELIZE(kernel) double guarded(double x, double y) {
  errno = 0;
  if (x < 0) {
    errno = EDOM;
    return 0;
  }
  return errno == 0 ? std::sqrt(x) * y : y;
}

// An integer that changes in steps.
TREELIZE(kernel) double levels(double x, double y) {
  double sum = 0;
  for (int i = 0; i < 4; ++i)
    if (lib::level(x + i) % 2 == 0)
      sum += x * y * i;
  return sum * sum;
}

TREELIZE(kernel) double elvis(double x, double y) {
  const int n = static_cast<int>(10 * x);
  const double first = x ?: y, zero = 0, second = zero ?: x * y;
  return (n ?: 3) * first + second;
}

// What the compiler may expect is no part of the value.
// CHECK-LABEL: struct likely_kernel {
// CHECK: static double sweep(
// CHECK: if (x > y) {
TREELIZE(kernel) double likely(double x, double y) {
  if (__builtin_expect(!!(x > y), 1))
    return x * y;
  if (__builtin_expect_with_probability(x > 0.1 * y, 0, 0.9))
    return x;
  return y * y * x;
}

TREELIZE(kernel) double rows(double x, double y) {
  int n = 2;
  n += x < 10;
  double row[n], other[n + 1];
  other[n] = y;
  for (int i = 0; i < n; ++i) {
    row[i] = x * i;
    other[i] = row[i] * y;
  }
  double sum = other[n];
  for (int i = 0; i < n; ++i)
    sum += row[i] * other[i];
  return sum;
}

} // namespace app

#include "c-idioms.treelize.hpp"

#include <GradientCheck.h>

// Of Inputs/traces.cpp, as are the functions that nobody sees into here.
extern int traces, numbers;
extern std::string remembered;

int main() {
  using namespace app;
  check::numbers("blocks", kernels::blocks, 0.6, 1.3);
  check::numbers("tables", kernels::tables, 0.6, 1.3);
  check::numbers("twoResults", kernels::twoResults, 0.6, 1.3);
  check::numbers("traced", kernels::traced, 0.6, 1.3);
  check::numbers("guarded", kernels::guarded, 0.6, 1.3);
  check::near("guarded", "x", kernels::guarded.grad(-1, 1).x, 0, 0, 0);
  check::near("guarded", "errno", errno, EDOM, 0, 0);
  check::numbers("levels", kernels::levels, 0.61, 1.3);
  check::numbers("elvis", kernels::elvis, 0.61, 1.3);
  check::numbers("rows", kernels::rows, 0.6, 1.3);
  check::numbers("likely", kernels::likely, 0.6, 1.3);
  check::numbers("likely", kernels::likely, 1.6, 1.3);
  // Each ran as often as in the primal.
  traces = numbers = 0;
  remembered.clear();
  (void)kernels::traced.grad(0.6, 1.3);
  check::near("traced", "traces", traces, 3, 0, 0);
  check::near("traced", "numbers", numbers, 1, 0, 0);
  check::near("traced", "remembered", remembered == "1 0.60", 1, 0, 0);
  return check::finish();
}
