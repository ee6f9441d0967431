// Local arrays whose length nobody changes and that nobody passes on lie in the memory of the thread: a gradient that
// is taken again allocates nothing.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
// RUN: %treelize %s -o %t.off.hpp --disable-pass=arena -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s --input-file=%t.off.hpp --check-prefix=OFF
// RUN: %treelize %s -o %t.again.hpp --report=text -- -std=c++20 -DGENERATED='"%t.treelize.hpp"' | %FileCheck %s --check-prefix=REPORT
// RUN: %allcxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %cxx -fsanitize=address,undefined -DGENERATED='"%t.treelize.hpp"' %s %link -o %t.checked && %t.checked
#include <treelize/annotations.hpp>

#include <cmath>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace app {

// Of the primal and its adjoints, in a loop as well as outside; each begins at zero.
// CHECK-LABEL: struct own_kernel
// CHECK: static double sweep(
// CHECK: treelize::room<double> square(x.size(), 0.0);
// CHECK: treelize::room<double> square_b(x.size(), 0.0);
// CHECK: static {{.*}} tangent_sweep(
// CHECK: treelize::room<double> square(x.size(), 0.0);
// CHECK: treelize::room<double> square_t(x.size(), 0.0);
// OFF-LABEL: struct own_kernel
// OFF-NOT: treelize::room<double> square
// OFF: struct narrow_kernel
TREELIZE(kernel) inline double own(std::span<const double> x) {
  std::vector<double> square(x.size());
  double sum = 0;
  for (std::size_t k = 0; k < 3; ++k) {
    for (std::size_t i = k; i < x.size(); ++i)
      square[i] += x[i] * x[i - k];
    for (std::size_t i = 0; i < square.size(); ++i)
      sum += std::sin(square[i]) * static_cast<double>(k + 1);
  }
  return sum;
}

// In float, and of whole numbers.
// CHECK-LABEL: struct narrow_kernel
// CHECK: treelize::room<int> order(n, 0);
// CHECK: treelize::room<float> part(n, 0.0
TREELIZE(kernel) inline float narrow(std::span<const float> x, int n) {
  std::vector<int> order(n);
  std::vector<float> part(n);
  for (int i = 0; i < n; ++i)
    order[i] = n - 1 - i;
  float sum = 0;
  for (int s = 0; s < 2; ++s) {
    for (int i = 0; i < n; ++i)
      part[order[i]] += x[i] * x[order[i]];
    for (int i = 0; i < n; ++i)
      sum += part[i] * part[i];
  }
  return sum;
}

// Numbers by names of their own stay in vectors: zero is none of them. Local arrays are no tape.
// CHECK-LABEL: struct kinds_kernel
// CHECK: std::vector<app::color> c(n);
// CHECK: treelize::room<double> part(3, 0.0);
// REPORT: app::kinds
// REPORT: tape: 0 bytes
enum class color { red, green };
TREELIZE(kernel) inline double kinds(std::span<const double> x, int n) {
  std::vector<color> c(n);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    c[i] = i % 2 ? color::red : color::green;
  for (int i = 0; i < n; ++i) {
    std::vector<double> part(3);
    for (int k = 0; k < 3; ++k)
      part[k] = x[i] + k;
    sum += c[i] == color::red ? x[i] * part[1] * part[2] : 3 * part[0];
  }
  return sum;
}

// What is exchanged or made longer stays a vector.
// CHECK-LABEL: struct shared_kernel
// CHECK-NOT: treelize::room<double> {{now|next|grown}}{{[ (]}}
inline double total(const std::vector<double>& all) { return std::accumulate(all.begin(), all.end(), 0.0); }
TREELIZE(kernel) inline double shared(std::span<const double> x) {
  std::vector<double> now(x.size()), next(x.size()), all(x.size()), grown(1);
  for (std::size_t i = 0; i < x.size(); ++i)
    now[i] = x[i];
  for (int s = 0; s < 3; ++s) {
    for (std::size_t i = 1; i < x.size(); ++i)
      next[i] = now[i] * now[i - 1];
    next[0] = now[0];
    std::swap(now, next);
    grown.push_back(now[1] * now[2]);
  }
  for (std::size_t i = 0; i < x.size(); ++i)
    all[i] = now[i] + grown[i % 4];
  return total(all);
}

// An array over lanes.
// CHECK-LABEL: struct exact_kernel
// CHECK: treelize::room<treelize::lanes<Lanes>> root_t(x.size(), 0.0);
TREELIZE(kernel) inline void exact(std::span<const double> x, std::span<double> y) {
  std::vector<double> root(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    root[i] = std::exp(x[i]);
  for (std::size_t k = 0; k < y.size(); ++k)
    for (std::size_t i = 0; i < x.size(); ++i)
      y[k] += root[i] * root[(i + k) % x.size()];
}

} // namespace app

#ifdef GENERATED
#include GENERATED

#include <cstdio>
#include <cstdlib>
#include <new>

static long allocations = 0;
void* operator new(std::size_t bytes) {
  ++allocations;
  if (void* memory = std::malloc(bytes ? bytes : 1))
    return memory;
  throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

int wrong = 0;

void check(const char* what, double found, double wanted, double tolerance) {
  if (!(std::fabs(found - wanted) <= tolerance * (1 + std::fabs(wanted)))) {
    std::printf("%s: %.12g, not %.12g\n", what, found, wanted);
    ++wrong;
  }
}

template <class Real, class Kernel, class... Rest>
void differentiate(const char* name, const Kernel& kernel, std::vector<Real> x, double step, double tolerance,
                   Rest... rest) {
  std::vector<Real> gradient(x.size());
  for (int time = 0; time < 3; ++time) {
    std::fill(gradient.begin(), gradient.end(), Real(0));
    kernel.adjoint(std::span<const Real>(x), rest..., Real(1), std::span<Real>(gradient));
  }
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::vector<Real> above = x, below = x;
    above[i] += Real(step);
    below[i] -= Real(step);
    const double difference = double(kernel(std::span<const Real>(above), rest...)) -
                              double(kernel(std::span<const Real>(below), rest...));
    check(name, gradient[i], difference / (double(above[i]) - double(below[i])), tolerance);
  }
}

} // namespace

int main() {
  std::vector<double> x(9), gradient(9);
  std::vector<float> narrow(9);
  for (std::size_t i = 0; i < x.size(); ++i)
    narrow[i] = float(x[i] = std::cos(2.0 * double(i)));
  differentiate("own", app::kernels::own, x, 1e-6, 1e-7);
  differentiate("narrow", app::kernels::narrow, narrow, 1e-2, 1e-2, 9);
  differentiate("kinds", app::kernels::kinds, x, 1e-6, 1e-7, 9);
  differentiate("shared", app::kernels::shared, x, 1e-6, 1e-7);
  // Several columns of one tangent against one by one.
  std::vector<double> y(4);
  const treelize::matrix wide = app::kernels::exact.jacobian(x, y), one = app::kernels::exact.jacobian<1>(x, y);
  for (std::size_t i = 0; i < 36; ++i)
    check("exact", wide.data()[i], one.data()[i], 1e-14);
  // Of another size in between, empty as well.
  for (const std::size_t size : {4u, 0u, 9u, 1u, 9u})
    app::kernels::own.adjoint(std::span<const double>(x).first(size), 1.0, std::span<double>(gradient).first(size));
  const long before = allocations;
  for (int time = 0; time < 5; ++time)
    app::kernels::own.adjoint(std::span<const double>(x), 1.0, std::span<double>(gradient));
  if (allocations != before) {
    std::printf("%ld allocations in five gradients\n", allocations - before);
    ++wrong;
  }
  return wrong != 0;
}
#endif
