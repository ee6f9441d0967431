// What a function returns by value is an object of its own: methods, references and parameters that change it leave the
// original alone, and see it as it was.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/temporaries.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <array>
#include <complex>
#include <span>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>

namespace app {

struct Sum {
  double v;
  double w = 1;
  Sum& add(double y) {
    v += y * v;
    return *this;
  }
  Sum& self() { return *this; }
  Sum copy() const { return *this; }
  void grow(double y) {
    v += 1;
    v *= y;
  }
  double grown() {
    grow(v);
    return v;
  }
};
Sum operator+(const Sum& a, const Sum& b) {
  Sum r = a;
  r.v *= b.v;
  return r;
}
Sum made(double x, int n) {
  if (n > 2)
    return Sum{x};
  return Sum{x * x, x};
}
double bumped(double y, Sum& a) {
  a.v += 1;
  return a.v * y;
}
double byValue(Sum a) { return bumped(a.v, a); }
double consumed(Sum&& a) {
  a.add(3);
  const double y = a.v;
  a.v *= y;
  return a.v;
}
double beside(const Sum& before, Sum& a) {
  a.v *= 2;
  return a.v * before.v;
}
struct Poly {
  std::vector<double> c;
  Poly& scale(double y) & {
    for (double& v : c)
      v *= y;
    return *this;
  }
  Poly&& scale(double y) && {
    for (double& v : c)
      v *= y + 1;
    return std::move(*this);
  }
  Poly& push(double y) {
    c.push_back(y);
    return *this;
  }
  double at(double t) const {
    double s = 0;
    for (const double v : c)
      s = s * t + v;
    return s;
  }
};
Poly poly(double a, double b) {
  Poly p;
  p.c = {a, b};
  return p;
}
Poly operator+(Poly&& a, const Poly& b) {
  for (std::size_t i = 0; i < a.c.size(); ++i)
    a.c[i] += b.c[i];
  return std::move(a);
}
struct Vec {
  double a, b;
  Vec& operator+=(const Vec& o) {
    a += o.a;
    b += o.b * a;
    return *this;
  }
  Vec& operator*=(double s) {
    a *= s;
    b *= s;
    return *this;
  }
};
Vec vec(double a, double b) { return {a, b}; }
Vec operator+(Vec l, const Vec& r) { return l += r; }
struct Ref {
  double* p;
  double s;
  Ref& add(double y) {
    s += y;
    *p *= y;
    return *this;
  }
};
Ref refTo(double& x) { return {&x, x}; }
struct Holder {
  Sum in;
  double k;
  Sum get() const { return in; }
  Sum& inner() { return in; }
};
Holder holder(double x, double y) { return {{x}, y}; }

inline Sum global{2};
Sum theGlobal() { return global; }
Sum theConstant() {
  static const Sum constant{3};
  return constant;
}

TREELIZE(kernel) double globals(std::span<const double> x) {
  double s = 0;
  for (int i = 0; i < 2; ++i)
    s += theGlobal().add(x[0]).v * theConstant().add(x[1]).v * theConstant().v + theGlobal().v * x[2];
  return s;
}
TREELIZE(kernel) double fluent(std::span<const double> x) {
  Sum a{x[0]}, b{x[1]};
  double r = (a + b).add(x[2]).v;
  r += made(x[1], 3).add(x[2]).add(x[3]).v + Sum{x[2]}.grown();
  r *= a.copy().add(x[3]).v;
  return r * a.v;
}
TREELIZE(kernel) double repeated(std::span<const double> x) {
  Sum a{x[0]}, b{x[1]};
  double s = 0;
  for (int i = 0; i < 4; ++i) {
    Sum c = made(x[1], i).self();
    c.add(x[2]);
    if (i > 1)
      s += c.v * (a + c).add(x[3]).v;
    (a + b).add(x[3]);
    Sum d = (a + c).self();
    s += d.v * made(x[0], i).add(s).w;
  }
  return s;
}
TREELIZE(kernel) double vectors(std::span<const double> x) {
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += poly(x[0], x[1]).push(x[3] * s).scale(x[2]).at(x[1]) * poly(x[2], x[3]).scale(x[0]).at(x[1]);
  const Poly sum = poly(x[0], x[3]) + poly(x[1], x[2]);
  return s * sum.at(x[3]);
}
TREELIZE(kernel) double loops(std::span<const double> x) {
  std::vector<double> v{x[0], x[1]};
  auto get = [&] { return v; };
  double s = 0;
  for (double& e : get()) {
    e *= x[2];
    v[1] += e;
    s += e;
  }
  for (const double e : get())
    v[0] += e * s;
  get().push_back(x[1]);
  return s * v[0] * v[1];
}
TREELIZE(kernel) double operators(std::span<const double> x) {
  Vec u{x[0], x[1]};
  Vec w = vec(x[2], x[3]) += u;
  Vec z = (vec(x[1], x[3]) *= x[2]);
  Vec y = (u + w) *= x[3];
  return w.a * w.b + z.a * z.b + y.a * y.b + u.a;
}
TREELIZE(kernel) double references(std::span<const double> x) {
  Sum a{x[0]};
  const Sum& before = a.copy();
  a.v = 5 * x[1];
  auto&& own = a.copy();
  own.v *= x[1];
  auto&& other = made(x[2], 1);
  other.add(x[1]);
  Holder h = holder(x[0], x[1]);
  auto&& part = h.get();
  part.grow(x[3]);
  return before.v * a.v * own.v * other.v + part.v * h.in.v;
}
TREELIZE(kernel) double parameters(std::span<const double> x) {
  Sum a{x[0]};
  double s = byValue(Sum{x[1]}) * byValue(a) * byValue(a.copy()) * a.v;
  s += consumed(a.copy()) * consumed(made(x[1], 3)) + beside(a.copy(), a);
  return s * a.v;
}
TREELIZE(kernel) double members(std::span<const double> x) {
  Holder h = holder(x[0], x[1]);
  holder(x[0], x[1]).in.add(x[2]);
  holder(x[1], x[2]).inner().add(x[3]);
  const double s = h.get().add(x[1]).v * holder(x[2], x[3]).inner().v;
  return s * h.in.v * h.k;
}
TREELIZE(kernel) double pointers(std::span<const double> x) {
  double z = x[0];
  const double s = refTo(z).add(x[1]).add(x[2]).s;
  return s * z;
}
TREELIZE(kernel) double library(std::span<const double> x) {
  const std::array<double, 2> p{x[0], x[1]};
  const std::complex<double> c{x[2], x[3]};
  auto array = [&] { return p; };
  auto number = [&] { return c; };
  const double s = (array()[0] *= x[2]);
  auto&& r = array();
  r[1] *= x[3];
  const std::complex<double> d = (number() *= x[2]);
  return p[0] * p[1] * s * r[1] + std::real(c * d);
}

// A lambda that was called before its vector is moved from, and is not called again.
TREELIZE(kernel) double moved(std::span<const double> x) {
  std::vector<double> b(x.begin(), x.end()), c = b;
  auto mix = [&] { b[0] += c[1] * c[2]; };
  mix();
  for (int i = 0; i < 3; ++i) {
    std::vector<double> e = b;
    auto twice = [&e](double k) { e[1] *= k; };
    twice(x[2]);
    const std::vector<double> f = std::move(e);
    b[0] *= f[1];
  }
  std::vector<double> d = std::move(c);
  d.push_back(x[0]);
  return d.back() * d[2] * b[0] * b[1];
}

} // namespace app

#include "temporaries.treelize.hpp"

#include <GradientCheck.h>

int main() {
  const std::vector<double> x = {0.61, -0.37, 0.83, 1.21};
  check::scalar("globals", app::kernels::globals, x);
  check::scalar("fluent", app::kernels::fluent, x);
  check::scalar("repeated", app::kernels::repeated, x);
  check::scalar("vectors", app::kernels::vectors, x);
  check::scalar("loops", app::kernels::loops, x);
  check::scalar("operators", app::kernels::operators, x);
  check::scalar("references", app::kernels::references, x);
  check::scalar("parameters", app::kernels::parameters, x);
  check::scalar("members", app::kernels::members, x);
  check::scalar("pointers", app::kernels::pointers, x);
  check::scalar("library", app::kernels::library, x);
  check::scalar("moved", app::kernels::moved, x);
  return check::finish();
}
