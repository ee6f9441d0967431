// Several returns of what is taken apart (optional, variant, complex, pair), some by calls;
// destructors with try blocks.
// RUN: %treelize %s -o %T/returned-parts.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
// RUN: %clangxx -I%S/../../Inputs -I%T %s -fsyntax-only
#include <complex>
#include <optional>
#include <stdexcept>
#include <treelize/annotations.hpp>
#include <tuple>
#include <utility>
#include <variant>
#include <vector>

namespace app {
inline double d1(double v) {
  return v * v;
}
inline double d2(double v) {
  return d1(v) + 1;
}
inline double d3(double v) {
  return d2(v) * d1(v);
}
inline double deep(double v) {
  return d3(v) + d2(v);
}
struct Hit {
  double t, u;
};
inline Hit at(double v) {
  return {deep(v), v * v};
}
inline std::complex<double> phasor(double v) {
  if (v < 0)
    return {0.0, 1.0};
  return deep(v);
}
inline std::optional<Hit> hit(double v) {
  if (v < 0)
    return std::nullopt;
  return at(v);
}
inline std::variant<int, double> either(double v) {
  if (v < 0)
    return 1;
  return deep(v);
}
inline std::pair<const double*, double> pair(const double& a, double v) {
  if (v < 0)
    return {&a, deep(v)};
  return {&a, d3(v)};
}
inline std::tuple<std::optional<double>, double> tuple(double v) {
  if (v < 0)
    return {std::nullopt, deep(v)};
  return {deep(v), d3(v)};
}
inline std::optional<std::optional<double>> nested(double v) {
  if (v < 0)
    return std::nullopt;
  if (v > 2)
    return std::optional<double>();
  return std::optional<double>(deep(v));
}
inline const double* pick(const std::vector<double>& x, double v) {
  if (v < 0)
    return &x[static_cast<std::size_t>(d1(1))];
  return x.data();
}
struct Acc {
  double s = 0;
  const double* p = nullptr;
  Acc& add(double v) {
    if (v < 0) {
      s += deep(v);
      return *this;
    }
    s += v;
    return *this;
  }
};
inline Acc made(const double& a, double v) {
  Acc r;
  r.p = &a;
  if (v < 0) {
    r.s = deep(v);
    return r;
  }
  Acc q = r;
  q.s = d3(v);
  return q;
}
TREELIZE(kernel) inline double a(double x) {
  return std::norm(phasor(x) * std::complex<double>(1, x));
}
TREELIZE(kernel) inline double b(double x) {
  const auto h = hit(x);
  return h ? h->t * h->u : x;
}
TREELIZE(kernel) inline double c(double x) {
  const auto v = either(x);
  return v.index() == 1 ? std::get<1>(v) : x;
}
TREELIZE(kernel) inline double p(double x) {
  const double y = x * 3;
  const auto r = pair(y, x);
  return *r.first * r.second;
}
TREELIZE(kernel) inline double t(double x) {
  const auto [o, v] = tuple(x);
  return (o ? *o : 1.0) * v;
}
TREELIZE(kernel) inline double n(double x) {
  const auto o = nested(x);
  return o ? (*o ? **o : 2 * x) : 3 * x;
}
TREELIZE(kernel) inline double q(double x) {
  const std::vector<double> v{x, x * x};
  return *pick(v, x) * x;
}
TREELIZE(kernel) inline double m(double x) {
  double y = x;
  Acc r = made(y, x);
  r.add(x).add(-x);
  return r.s * *r.p;
}
struct Guard {
  double& out;
  double v;
  ~Guard() {
    try {
      if (v < 0)
        throw std::domain_error("v");
      out += deep(v);
    } catch (const std::exception&) {
      out += d1(v);
    }
  }
};
inline double risky(double v) {
  if (v > 1)
    throw std::runtime_error("big");
  return d2(v);
}
TREELIZE(kernel) inline double z(double x) {
  double s = 0;
  try {
    const Guard one{s, x};
    const Guard two{s, -x};
    s += risky(x);
    if (x < -2)
      throw std::logic_error("low");
    s += risky(2 * x);
  } catch (const std::runtime_error&) {
    s += deep(x);
  } catch (const std::logic_error&) {
    s *= x;
  }
  return s;
}
inline double power(double v, int k) {
  if (k == 0)
    return 1;
  return v * power(v, k - 1);
}
inline double powers(double v, int k) {
  if (k <= 0)
    return v;
  return power(v, k) + powers(v, k - 1);
}
TREELIZE(kernel) inline double r(double x) {
  return powers(x, 3) + power(x, 2) * powers(2 * x, 2);
}
} // namespace app

#include <GradientCheck.h>
#include "returned-parts.treelize.hpp"
#include <cmath>
using check::slope;
void same(const char* name, double got, double want) {
  check::near(name, "a derivative", got, want, 1e-5, 1);
}
template <class K>
void one(const char* w, const K& k) {
  for (double x : {-3.0, -1.1, 0.3, 0.7, 1.6, 2.5}) {
    double d = slope(x, [&] { return k(x); });
    same(w, k.grad(x).x, d);
    same(w, k.tangent(x, 1.0).derivative, d);
  }
}
int main() {
  using namespace app::kernels;
  one("a", a);
  one("b", b);
  one("c", c);
  one("p", p);
  one("t", t);
  one("n", n);
  one("q", q);
  one("m", m);
  one("z", z);
  one("r", r);
  return check::finish();
}
