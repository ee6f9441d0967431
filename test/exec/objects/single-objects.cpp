// A single object is an array of one: a pointer to it may step behind it and be compared with its end there, in loops, in
// functions and classes that know no better, through spans, iterators' functions and owners.
// RUN: %treelize %s -o %T/single-objects.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s < %T/single-objects.treelize.hpp
// RUN: %allcxx -I%T -I%S/../../Inputs %s -fsyntax-only
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o %T/single-objects.treelize.hpp --disable-pass=objects --disable-pass=elision --disable-pass=scopes --disable-pass=hoisting --disable-pass=fusion --disable-pass=demand --disable-pass=recomputation --disable-pass=records --disable-pass=registers -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <KernelCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <iterator>
#include <memory>
#include <numeric>
#include <span>
#include <stdexcept>
#include <vector>

namespace app {

inline double squares(const double* p, int n) {
  double s = 0;
  for (const double* end = p + n; p != end; ++p)
    s += *p * *p;
  return s;
}
TREELIZE(kernel) double one(double x) { return squares(&x, 1); }
TREELIZE(kernel) double none(double x) { return squares(&x, 0) + x; }
TREELIZE(kernel) double local(double x) {
  double a = x;
  double* p = &a;
  double* end = p + 1;
  for (; p < end; ++p)
    *p *= *p;
  return a;
}
TREELIZE(kernel) double postfix(double x) {
  double a = x;
  double* p = &a;
  *p++ *= 3;
  return p == &a + 1 ? a * a : 0;
}
inline double next(const double*& p) { return *p++; }
TREELIZE(kernel) double reference(double x) {
  const double* p = &x;
  const double s = next(p);
  return s * s * static_cast<double>(p - &x);
}
struct Cursor {
  const double *p, *end;
  bool more() const { return p != end; }
  double take() { return *p++; }
};
TREELIZE(kernel) double cursor(double x) {
  Cursor c{&x, &x + 1};
  double s = 1;
  while (c.more())
    s *= 1 + c.take();
  return s * s;
}
TREELIZE(kernel) double backwards(double x) {
  double s = 0;
  for (const double* p = &x + 1; p-- != &x;)
    s += *p * *p * *p;
  return s;
}
struct Pair {
  double x, y;
};
TREELIZE(kernel) double structs(double x, double y) {
  const Pair v{x, y};
  double s = 0;
  for (const Pair* p = &v; p != &v + 1; ++p)
    s += p->x * p->y;
  return s;
}
inline const double* above(const double* p, const double* end, double limit) {
  for (; p != end; ++p)
    if (*p > limit)
      return p;
  return end;
}
TREELIZE(kernel) double found(double x) {
  const double* f = above(&x, &x + 1, 1.0);
  return f != &x + 1 ? *f * *f : 0;
}
TREELIZE(kernel) double owner(double x) {
  const std::unique_ptr<double> held(new double(x));
  double* p = held.get();
  double* end = p + 1;
  double s = 0;
  while (p != end) {
    s += *p * *p;
    ++p;
  }
  return s;
}
inline void twice(double* p, double* end) {
  while (p < end) {
    *p *= 2;
    p = p + 1;
  }
}
TREELIZE(kernel) double written(double x) {
  double a = x;
  twice(&a, &a + 1);
  return a * a;
}
TREELIZE(kernel) double spans(double x) {
  double s = 0;
  for (double v : std::span<const double>(&x, 1))
    s += v * v;
  for (std::span<const double> rest(&x, 1); !rest.empty(); rest = rest.subspan(1))
    s += rest[0] * s;
  return s;
}
TREELIZE(kernel) double library(double x) {
  double s[1], t = 0;
  std::copy(&x, &x + 1, s);
  std::copy_n(s, 1, &t);
  const double* q = std::next(std::addressof(x));
  return std::accumulate(&x, &x + 1, 1.0) * t * *std::prev(q);
}
TREELIZE(kernel) double chosen(double x, double y) {
  const double* p = x > y ? &x : &y;
  double s = 0;
  for (const double* end = p + 1; p != end; p++)
    s += *p * *p;
  return s;
}
TREELIZE(kernel) double lambda(double x) {
  const double* p = &x;
  double s = 0;
  auto step = [&] {
    s += *p * *p;
    ++p;
  };
  while (p != &x + 1)
    step();
  return s;
}
TREELIZE(kernel) double untilEnd(double x) {
  const double* p = &x;
  double s = 0;
  do
    s += *p * *p;
  while (++p != &x + 1);
  return s;
}
TREELIZE(kernel) double element(const std::vector<double>& v) {
  double s = 0;
  const double* p = &*v.begin();
  for (const double* end = p + v.size(); p != end; ++p)
    s += *p * *p;
  return s;
}

// What is behind the object is not read, whoever asks for it.
// CHECK-LABEL: struct beyond_kernel
// CHECK: throw std::out_of_range("single-objects.cpp:[[#@LINE+5]]: an element behind a single object")
TREELIZE(kernel) double beyond(double x, int n) {
  const double* p = &x;
  double s = 0;
  while (n-- > 0)
    s += *p++ * x;
  return s;
}

} // namespace app

#include "single-objects.treelize.hpp"

int main() {
  check::Kernels kernel;
#define CHECK(name, ...) kernel(#name, app::kernels::name, app::name, __VA_ARGS__)
  CHECK(one, 1.7);
  CHECK(none, 1.7);
  CHECK(local, 1.7);
  CHECK(postfix, 1.7);
  CHECK(reference, 1.7);
  CHECK(cursor, 1.7);
  CHECK(backwards, 1.7);
  CHECK(structs, 1.7, 0.6);
  CHECK(found, 1.7);
  CHECK(found, 0.7);
  CHECK(owner, 1.7);
  CHECK(written, 1.7);
  CHECK(spans, 1.7);
  CHECK(library, 1.7);
  CHECK(chosen, 1.7, 0.6);
  CHECK(chosen, 0.7, 1.6);
  CHECK(lambda, 1.7);
  CHECK(untilEnd, 1.7);
  CHECK(element, std::vector<double>{1, 2, 3});
  CHECK(beyond, 1.7, 1);
  try {
    app::kernels::beyond.grad(1.7, 2);
    ++kernel.failures;
  } catch (const std::out_of_range&) {
  }
  return kernel.failures;
}
