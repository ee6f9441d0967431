// Rounding by adding and taking away a number that leaves no room for a fraction: flat like std::nearbyint, as literals, named
// constants, products, parameters of a function, in one expression, in steps, and in an update.
// RUN: %treelize %s -o %T/roundings.treelize.hpp -- -std=c++20 -I%S/../../Inputs 2>&1 | %FileCheck %s --allow-empty
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
// RUN: %clangxx -I%S/../../Inputs -I%T %s -fsyntax-only
// CHECK-NOT: warning
#include <KernelCheck.h>
#include <treelize/annotations.hpp>

#include <cfloat>

namespace app {

constexpr double magic = 6755399441055744.0;
const double to_int = 1 / DBL_EPSILON; // 2^52
constexpr float small_magic = 12582912.0f;
constexpr double two_pi = 6.283185307179586;

TREELIZE(kernel) double literal(double x) { return x - ((x / two_pi + 6755399441055744.0) - 6755399441055744.0) * two_pi; }
TREELIZE(kernel) double hexadecimal(double x) { return x - ((0x1.8p52 + x) - 0x1.8p52) * x; }
TREELIZE(kernel) double named(double x) {
  const double round_to_nearest = magic;
  const double k = (x / two_pi + round_to_nearest) - round_to_nearest;
  return x * x - k * two_pi;
}
TREELIZE(kernel) double powers(double x) { return x * (x < 0 ? x - to_int + to_int : x + to_int - to_int); }
TREELIZE(kernel) double spelt(double x) {
  const double big = 1.5 * (1LL << 52), half = 4'503'599'627'370'496.0;
  return x * ((x + big) - big) + x * ((x + half) - half);
}
TREELIZE(kernel) double stored(double x) {
  double t = x * 3 + magic;
  const double u = x;
  t -= magic;
  return t * u;
}
TREELIZE(kernel) double updated(double x) {
  double t = x * 3;
  t += magic;
  t -= magic;
  double s = magic;
  s += x * 5;
  return (s - magic) * x + t * x;
}
inline double rounded(double x, double by) { return (x + by) - by; }
TREELIZE(kernel) double passed(double x) { return x * rounded(2 * x, magic) + x * rounded(x, to_int); }
TREELIZE(kernel) double scaled(double x) { // to a part of 128, as tables are looked up
  const double big = 0x1.8p45, near = (x + big) - big;
  return (x - near) * x + near;
}
TREELIZE(kernel) float single(float x) {
  const float k = (x + small_magic) - small_magic, m = (x + 8388608.0f) - 8388608.0f;
  return x * k + m * x;
}
// Large, but no rounding is meant: an offset, and one of a float's size in a double.
TREELIZE(kernel) double offset(double x) { return (x + 12582912.0) - 1.6e6 * x + (8388608.0 + x) * x; }

} // namespace app

#include "roundings.treelize.hpp"

int main() {
  using namespace app;
  check::Kernels check;
  for (double x : {0.31, 5.72, -4.23, 12.94}) {
    check("literal", kernels::literal, literal, x);
    check("hexadecimal", kernels::hexadecimal, hexadecimal, x);
    check("named", kernels::named, named, x);
    check("powers", kernels::powers, powers, x);
    check("spelt", kernels::spelt, spelt, x);
    check("stored", kernels::stored, stored, x);
    check("updated", kernels::updated, updated, x);
    check("passed", kernels::passed, passed, x);
    check("scaled", kernels::scaled, scaled, x);
    check("offset", kernels::offset, offset, x);
    if (const float g = kernels::single.grad(static_cast<float>(x)).x, want = std::nearbyint(static_cast<float>(x)) * 2; g != want) {
      std::cout << "single: " << g << ", expected " << want << '\n';
      ++check.failures;
    }
  }
  return check.failures;
}
