// Types by their names: a number of several words is zero by a conversion, and the arguments of an explicit specialisation
// have all their scopes.
// RUN: %treelize %s -o %T/names-of-types.treelize.hpp -- -std=c++20
// RUN: %FileCheck %s --input-file=%T/names-of-types.treelize.hpp
// RUN: %cxx -I%T %s %link -o %t && %t
// RUN: %allcxx -fsyntax-only -I%T %s
#include <treelize/annotations.hpp>

#include <cmath>
#include <cstdlib>
#include <utility>

namespace lib {

enum class digits { few, many };
struct usual {};
template <class A = usual, digits D = digits::few> struct policy {
  static constexpr int factor = 2;
};
template <> struct policy<usual> {
  static constexpr int factor = 3;
};
template <> struct policy<std::pair<usual, usual>, digits::many> {
  static constexpr int factor = 5;
};
template <class P> double power(double x, int n, const P& p) { return n == 0 ? P::factor : x * power(x, n - 1, p); }

template <class P> struct initialiser {
  struct first {
    double factor = P::factor;
  };
  static double of(double x) {
    const first made;
    return made.factor * x;
  }
};

} // namespace lib

// CHECK: /// The data members of lib::initialiser<lib::policy<std::pair<lib::usual, lib::usual>, lib::digits::many>>::first,

namespace app {

template <class T> inline T chosen(double x) {
  if (x > 0)
    return T(2);
  if (x < -1)
    return T(3);
  std::abort();
}

// CHECK-LABEL: struct scaled_kernel
// CHECK: static_cast<unsigned int>(0)
// CHECK: static_cast<unsigned long long>(0)
// CHECK: static_cast<signed char>(0)
TREELIZE(kernel) inline double scaled(double x) {
  if (x > 0.5)
    return x * chosen<unsigned int>(x) * static_cast<double>(chosen<unsigned long long>(x)) * chosen<signed char>(x);
  return x;
}
TREELIZE(kernel) inline long double longer(long double x, double y) {
  if (y > 0.5)
    return x * chosen<long double>(y) + std::sin(x);
  return x;
}

TREELIZE(kernel) inline double powers(double x) {
  using namespace lib;
  return power(x, 4, policy<>()) + power(x, 2, policy<usual, digits::many>()) + power(x, 3, policy<std::pair<usual, usual>, digits::many>());
}

TREELIZE(kernel) inline double begun(double x) {
  return lib::initialiser<lib::policy<std::pair<lib::usual, lib::usual>, lib::digits::many>>::of(x * x);
}

} // namespace app

#include "names-of-types.treelize.hpp"

#include <cstdio>

static int failures = 0;
static void near(const char* name, double got, double wanted) {
  if (std::fabs(got - wanted) <= 1e-12 * std::fabs(wanted))
    return;
  std::printf("%s: %g (%g)\n", name, got, wanted);
  ++failures;
}

int main() {
  using namespace app;
  near("scaled", kernels::scaled.grad(1.0).x, 8);
  near("scaled", kernels::scaled.grad(0.25).x, 1);
  near("longer", static_cast<double>(kernels::longer.grad(1.0L, 1.0).x), 2 + std::cos(1.0));
  near("powers", kernels::powers.grad(2.0).x, 3 * 4 * 8 + 2 * 2 * 2 + 5 * 3 * 4);
  near("begun", kernels::begun.grad(2.0).x, 5 * 2 * 2);
  return failures;
}
