// Pointers, iterators and spans that a function changes for its caller.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/pointer-references.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s < %t/pointer-references.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %allcxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <treelize/annotations.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

namespace app {

inline double next(const double*& p) { return *p++; }
template <class It> void go(It& it, int n) { it += n; }
inline void swap_buffers(double*& a, double*& b) {
  double* const t = a;
  a = b;
  b = t;
}
template <class T> void exchange_them(T& a, T& b) {
  T t = std::move(a);
  a = std::move(b);
  b = std::move(t);
}
inline double take(std::span<const double>& s, std::size_t n) {
  double sum = 0;
  for (double x : s.first(n))
    sum += x * x;
  s = s.subspan(n);
  return sum;
}
struct Reader {
  const double*& at;
  double read() { return *at++; }
};

TREELIZE(kernel) double readTwo(std::span<const double> x) {
  const double* p = x.data();
  // CHECK: const std::ptrdiff_t offset = p;
  // CHECK-NEXT: ++p;
  // CHECK-NEXT: const double a = x[offset];
  const double a = next(p), b = next(p);
  return a * b * b;
}

TREELIZE(kernel) double readThrough(std::span<const double> x) {
  const double* p = x.data();
  Reader reader{p};
  const double a = reader.read();
  return a * reader.read() * *p;
}

TREELIZE(kernel) double iterators(std::span<const double> x) {
  auto it = x.begin();
  go(it, 2);
  const double a = *it;
  go(it, -1);
  return a * a * *it;
}

TREELIZE(kernel) double buffers(std::span<const double> x, int steps) {
  std::array<double, 4> first{1, x[0], 4, x[1]}, second{};
  double* now = first.data();
  double* then = second.data();
  for (int t = 0; t < steps; ++t) {
    for (int i = 0; i < 4; ++i)
      then[i] = now[i] + 0.1 * (now[(i + 3) % 4] - 2 * now[i] + now[(i + 1) % 4]) * now[i];
    swap_buffers(now, then);
  }
  return now[0] * now[1] + now[2] - then[3] * x[2];
}

TREELIZE(kernel) double templates(std::span<const double> x) {
  double a[2] = {x[0], x[1] * x[1]}, b[2] = {x[0] * x[1], 3 * x[2]};
  double *p = a, *q = b + 1;
  exchange_them(p, q);
  return *p * q[1] + p[-1];
}

TREELIZE(kernel) double parts(std::span<const double> x) {
  double result = 1;
  while (x.size() >= 2)
    result *= take(x, 2) + 0.1 * x.size();
  return result * x[0];
}

TREELIZE(kernel) double exchanged(std::span<const double> x) {
  auto it = x.begin();
  auto old = std::exchange(it, x.begin() + 2);
  return *old * *old * *it;
}

TREELIZE(kernel) double sorted(std::span<const double> x) {
  std::vector<double> w(x.begin(), x.end());
  std::ranges::sort(w);
  std::ranges::reverse(w);
  auto it = std::ranges::next(w.begin(), 1);
  std::ranges::advance(it, 1);
  double sum = 0;
  for (std::size_t i = 0; i < w.size(); ++i)
    sum += w[i] * w[i] * static_cast<double>(i + 1);
  return sum * *it;
}

} // namespace app

#include "GradientCheck.h"
#include "pointer-references.treelize.hpp"

int main() {
  using namespace app::kernels;
  for (const std::vector<double>& x : {std::vector{1.3, 0.8, 1.9}, {-1.1, 1.6, 0.4}}) {
    check::scalar("readTwo", readTwo, x);
    check::scalar("readThrough", readThrough, x);
    check::scalar("iterators", iterators, x);
    for (int steps : {0, 1, 2, 5})
      check::scalar("buffers", buffers, x, steps);
    check::scalar("templates", templates, x);
    check::scalar("parts", parts, x);
    check::scalar("exchanged", exchanged, x);
    check::scalar("sorted", sorted, x);
  }
  return check::finish();
}
