// What a const object points at, or holds as mutable, is written: through references to const of the caller's and of the
// kernel's own objects, in functions and const methods.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/const-views.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%t/const-views.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <cmath>
#include <memory>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

struct View {
  double* p;
  int n;
  double& operator[](int i) const { return p[i]; }
};

// CHECK-LABEL: struct smoothed_kernel
TREELIZE(kernel) void smoothed(const View& v, double k) {
  for (int i = 1; i < v.n; ++i)
    v.p[i] = v.p[i] * k + v.p[i - 1] * v.p[i];
  const double first = v[0];
  v[0] *= first + (v[0] = v[1] * k);
}

struct Bundle {
  std::span<double> values;
};
TREELIZE(kernel) void scaled(const Bundle& b, double k) {
  for (double& x : b.values)
    x *= x * k;
}

inline void scale(const View& v, double s) {
  for (int i = 0; i < v.n; ++i)
    v.p[i] *= s;
}
inline void shift(const View& v, double s) {
  for (int i = 0; i < v.n; ++i)
    v[i] += v[0] * s;
}
inline void fill(const std::unique_ptr<double[]>& d, int n, double x) {
  for (int i = 0; i < n; ++i)
    d[i] = x * (i + 1);
}
TREELIZE(kernel) double own(const std::vector<double>& x) {
  std::vector<double> y = x;
  View v{y.data(), 3};
  scale(v, x[0]);
  const View w = v;
  shift(w, x[1]);
  const std::span<double> s(y);
  s[1] *= s[0];
  const auto d = std::make_unique<double[]>(3);
  fill(d, 3, x[2]);
  return y[0] * y[1] * y[2] * d[0] * d[2];
}

struct Model {
  double k;
  mutable double cache = 0;
  mutable bool has = false;
  double get() const {
    if (!has) {
      cache = std::exp(k);
      has = true;
    }
    return cache;
  }
};
inline double use(const Model& m, double x) { return m.get() * x; }
TREELIZE(kernel) double cached(double a, double x) {
  const Model m{a};
  Model q{x};
  const Model& r = q;
  return use(m, x) + m.get() * r.get();
}
TREELIZE(kernel) double callers(const Model& m, double x) { return use(m, x) * m.get(); }

} // namespace app

#include "const-views.treelize.hpp"
#include <KernelCheck.h>

namespace {

/// The derivative of sum(w, f(x)) along (x_t, k_t): by the adjoint, by the tangent, by differences.
template <class Kernel, class Make>
int writes(const Kernel& kernel, const Make& make) {
  const std::vector<double> x{0.7, 1.3, 0.4}, w{0.3, -0.8, 0.5}, x_t{0.2, 0.9, -0.4};
  const double k = 1.2, k_t = 0.6, h = 1e-6;
  const auto at = [&](double by) {
    std::vector<double> y = x;
    for (int i = 0; i < 3; ++i)
      y[i] += by * x_t[i];
    kernel(make(y), k + by * k_t);
    return w[0] * y[0] + w[1] * y[1] + w[2] * y[2];
  };
  std::vector<double> y = x, y_b = w;
  auto object_b = make(y_b);
  double k_b = 0;
  kernel.adjoint(make(y), k, object_b, k_b);
  const double adjoint = y_b[0] * x_t[0] + y_b[1] * x_t[1] + y_b[2] * x_t[2] + k_b * k_t;
  int failures = y != x;
  std::vector<double> z = x, z_t = x_t;
  auto object_t = make(z_t);
  kernel.tangent(make(z), k, object_t, k_t);
  const double tangent = w[0] * z_t[0] + w[1] * z_t[1] + w[2] * z_t[2];
  const double differences = (at(h) - at(-h)) / (2 * h);
  failures += !(std::fabs(adjoint - tangent) < 1e-12) + !(std::fabs(adjoint - differences) < 1e-8);
  if (failures > 0)
    std::cout << adjoint << ' ' << tangent << ' ' << differences << '\n';
  return failures;
}

} // namespace

int main() {
  using namespace app;
  check::Kernels check;
  check.failures += writes(kernels::smoothed, [](std::vector<double>& x) { return View{x.data(), 3}; });
  check.failures += writes(kernels::scaled, [](std::vector<double>& x) { return Bundle{x}; });
  check("own", kernels::own, own, std::vector<double>{0.7, 1.3, 0.4});
  check("cached", kernels::cached, cached, 0.7, 1.3);
  const Model m{0.7};
  auto [value, gradient] = kernels::callers.value_and_grad(m, 1.3);
  check.failures += m.has || m.cache != 0; // the primal's object is left as it was
  check.failures += !(std::fabs(gradient.m.k - 2 * value) < 1e-12) || !(std::fabs(gradient.x - value / 1.3) < 1e-12);
  return check.failures;
}
