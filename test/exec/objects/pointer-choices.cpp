// Pointers and references to one of several: comparisons, buffers that methods swap, pairs of pointers, void*, realloc,
// and the variables that std::min and std::max name.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/pointer-choices.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <algorithm>
#include <cmath>
#include <complex>
#include <cstdlib>
#include <span>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>

namespace app {

TREELIZE(kernel) double compared(std::span<const double> x, int n) {
  const double a[2] = {x[0], x[1]}, b[2] = {x[1] * x[2], x[2]};
  const double* p = n % 2 ? a : b;
  const double* q = p == a ? b : a;
  return p[0] * q[1] * q[1] + (p != b ? x[0] : x[2]) + (p == q ? 1 : 0);
}
struct Buffers {
  double *now, *next;
  void step() {
    for (int i = 1; i < 3; ++i)
      next[i] = 0.5 * (now[i - 1] + now[i + 1]) * now[i];
    next[0] = now[0];
    next[3] = now[3];
    std::swap(now, next);
  }
};
TREELIZE(kernel) double swapped(std::span<const double> x) {
  double a[4] = {x[0], x[1], x[2], 1}, b[4] = {};
  Buffers buffers{a, b};
  for (int t = 0; t < 3; ++t)
    buffers.step();
  return buffers.now[1] * buffers.now[2] + a[1];
}
inline std::pair<const double*, const double*> range(const double* first, std::size_t n) { return {first, first + n}; }
TREELIZE(kernel) double pairs(std::span<const double> x) {
  auto [first, last] = range(x.data(), x.size());
  double s = 0;
  for (; first != last; ++first)
    s += *first * *first * (s + 1);
  return s;
}
struct Context {
  double scale;
};
inline double scaled(double x, void* context) { return static_cast<Context*>(context)->scale * x * x; }
inline double integrated(double (*f)(double, void*), void* context, double a, double b) {
  return (b - a) * (f(a, context) + f(b, context)) / 2;
}
TREELIZE(kernel) double callback(std::span<const double> x) {
  Context context{x[0]};
  return integrated(scaled, &context, x[1], x[2]);
}
TREELIZE(kernel) double reallocated(std::span<const double> x) {
  double* p = static_cast<double*>(std::malloc(2 * sizeof(double)));
  p[0] = x[0];
  p[1] = x[1] * x[0];
  p = static_cast<double*>(std::realloc(p, 4 * sizeof(double)));
  p[2] = p[0] * p[1];
  p[3] = x[2];
  p = static_cast<double*>(std::realloc(p, 3 * sizeof(double)));
  const double s = p[0] * p[1] + p[2] * x[2];
  std::free(p);
  return s;
}
TREELIZE(kernel) double extremes(std::span<const double> x) {
  double a = x[0], b = x[1] * x[2];
  const double& largest = std::max(a, b);
  auto [low, high] = std::minmax(a, b);
  b *= 2;
  return largest * x[1] + low * high * a;
}
inline void forward(const double* in, double* out, int n) {
  for (int i = 0; i < n; ++i)
    out[i] = std::sin(in[i]);
}
TREELIZE(kernel) double single(std::span<const double> x) {
  double y = x[0], z = 0;
  forward(&y, &z, 1);
  return z * x[1];
}
inline std::complex<double> power(std::complex<double> z, int n) { return n == 0 ? std::complex<double>(1, 0) : z * power(z, n - 1); }
TREELIZE(kernel) double complexRecursion(std::span<const double> x) {
  const std::complex<double> w = power({x[0], x[1]}, 4);
  return w.real() * x[2] + w.imag();
}

} // namespace app

#include "GradientCheck.h"
#include "pointer-choices.treelize.hpp"

int main() {
  const std::vector<double> x = {0.61, -0.37, 0.83}, y = {-0.61, 0.67, -0.83};
  for (const std::vector<double>& v : {x, y}) {
    check::scalar("compared", app::kernels::compared, v, 1);
    check::scalar("compared", app::kernels::compared, v, 2);
    check::scalar("swapped", app::kernels::swapped, v);
    check::scalar("pairs", app::kernels::pairs, v);
    check::scalar("callback", app::kernels::callback, v);
    check::scalar("reallocated", app::kernels::reallocated, v);
    check::scalar("extremes", app::kernels::extremes, v);
    check::scalar("single", app::kernels::single, v);
    check::scalar("complexRecursion", app::kernels::complexRecursion, v);
  }
  return check::finish();
}
