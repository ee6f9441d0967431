// Members with several names: unnamed unions and structs of the same numbers.
// RUN: %treelize %s -o %T/second-names.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s < %T/second-names.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>
#include <treelize/bound.hpp>

#include <array>
#include <span>
#include <vector>

namespace app {

// CHECK-LABEL: struct treelize::fields<app::V<double>>
// CHECK: std::tie(object.x, object.y, object.z)
// CHECK-LABEL: struct treelize::fields<app::P>
// CHECK: std::tie(object.data, object.last)
template <class T> struct V {
  union { T x, r, s; };
  union { T y, g, t; };
  union { T z, b, p; };
  V() = default;
  V(T a, T b, T c) : x(a), y(b), z(c) {}
  explicit V(T a) : r(a), g(a), b(a) {}
  V& operator+=(const V& o) {
    x += o.r;
    g += o.y;
    z += o.z;
    return *this;
  }
  T& operator[](int i) {
    switch (i) {
    default:
    case 0: return x;
    case 1: return y;
    case 2: return z;
    }
  }
  const T& operator[](int i) const {
    switch (i) {
    default:
    case 0: return x;
    case 1: return y;
    case 2: return z;
    }
  }
};
template <class T> V<T> operator*(const V<T>& a, T b) { return V<T>(a.x * b, a.g * b, a.p * b); }
template <class T> bool operator==(const V<T>& a, const V<T>& b) {
  return a.x == b.x && a.g == b.g && a.z == b.z;
}
using D = V<double>;

TREELIZE(kernel) inline double values(const D& a, D b, double c) {
  D e(c);
  e += a;
  e += b * c;
  D f = e;
  b = f;
  return f.r * e.y + b[1] * f[2] + (a == b ? 1.0 : 2.0) * e.b;
}
TREELIZE(kernel) inline double rows(std::span<const double> x) {
  std::vector<D> a{D(x[0], x[1], x[2]), D(x[1])};
  const std::array<D, 2> b = {D(x[2], x[0], 1), a[0]};
  D m[2] = {a[1], b[0]};
  const std::span<const D> all(a);
  double sum = 0;
  for (std::size_t i = 0; i < all.size(); ++i)
    for (int j = 0; j < 3; ++j) {
      m[i][j] *= b[i][j];
      sum += all[i][j] * b[i].s + m[i].g;
    }
  return sum;
}
// CHECK-LABEL: struct changes_kernel
// CHECK: a.x = a.x * c;
// CHECK: a_b.x += a_b.y * a.z;
TREELIZE(kernel) inline void changes(D& a, double c) {
  a.r *= c;
  a.g = a.s * a.b;
}
TREELIZE(kernel) inline D result(const D& a, double c) {
  D made = a * c;
  made.g *= made.x;
  return made;
}

// The array stands for the numbers: its index may be known at run time alone.
struct P {
  union {
    struct { double x, y, z; };
    struct { double r, g, b; };
    double data[3];
  };
  double last;
  P() : x(0), y(0), z(0), last(1) {}
  P(double a, double b, double c) : x(a), y(b), last(c) { this->b = c; }
  double norm() const {
    double sum = 0;
    for (double each : data)
      sum += each * each;
    return sum;
  }
};
TREELIZE(kernel) inline double arrays(const P& p, double c, int n) {
  P q(c, c * c, 1), zero;
  for (int i = 0; i < n; ++i) {
    q.data[i] += p.data[i] * p.y;
    zero.data[i] += q.data[0];
  }
  return q.x * q.g + q.b * p.r + q.last + zero.norm() * p.norm();
}

struct A {
  struct { double x, y; };
  double w;
};
struct Defaults {
  union { double x, r; };
  union { double y = 3, g; };
  double w = 2;
};
struct Second {
  union { double x; double r = 3; };
  double y;
};
struct Triple {
  union {
    struct { double x, y, z; };
    double data[3];
  };
};
TREELIZE(kernel) inline double lists(std::span<const double> x) {
  const A first{{x[0], x[1]}, x[2]};
  A second = first;
  second.y *= first.x;
  Defaults none{}, one{x[0], {}, 2}, all{x[0], x[1], x[2]};
  one.g *= all.y * none.y;
  Triple braces{{{x[0], 2, x[1]}}}, dots{{{.x = x[2], .y = 2, .z = 0}}}, zero{};
  Second d{}, e;
  std::vector<Second> f(2);
  e.y = 2;
  return second.y * second.w + one.y * one.r * one.w + none.x + braces.data[2] * dots.data[0] + zero.data[1] +
         dots.z + (d.r + e.x + f[1].r) * x[0] * e.y;
}

// What keeps an optional empty is no number.
struct none {};
struct Maybe {
  union { none dummy; double value; };
  bool has;
  Maybe() : dummy(), has(false) {}
  explicit Maybe(double v) : value(v), has(true) {}
  double or_else(double other) const { return has ? value : other; }
};
struct MaybeMany {
  union { char dummy; V<double> value; };
  bool has;
  MaybeMany() : dummy(0), has(false) {}
  explicit MaybeMany(const D& v) : value(v), has(true) {}
};
TREELIZE(kernel) inline double optionals(std::span<const double> x) {
  Maybe empty, full(x[0] * x[0]), late;
  if (x[1] > 0)
    late = full;
  const MaybeMany many(D(x[1], x[2], x[0]));
  const MaybeMany nothing;
  return late.or_else(1) * empty.or_else(x[2]) + (many.has ? many.value.b * many.value[1] : 0) + (nothing.has ? 1 : 0);
}

// Copies by hand, private names, an object that is taken apart, pointers in an unnamed struct.
struct Copied {
  union { double x, r; };
  union { double y, g; };
  Copied(double a, double b) : x(a), y(b) {}
  Copied(const Copied& o) : x(o.r), y(o.y) {}
  Copied& operator=(const Copied& o) {
    r = o.r;
    y = o.g;
    return *this;
  }
};
struct Holder {
  Triple a, b;
  const double scale;
  std::vector<double> w;
};
struct Data {
  struct {
    const double* begin;
    int count;
  };
  double scale;
  double sum() const {
    double all = 0;
    for (int i = 0; i < count; ++i)
      all += begin[i];
    return all * scale;
  }
  void next() {
    ++begin;
    --count;
  }
};
inline double through(double Triple::* name, const Triple& of) { return of.*name; }
TREELIZE(kernel) inline double kept(std::span<const double> x) {
  Copied a(x[0], x[1]), b(a);
  b.x *= x[2];
  a = b;
  std::vector<Copied> copies{a, b};
  Triple t{x[0], 2, x[1]};
  Holder h{{{{x[2], 2, t.y}}}, t, 2, {x[0], x[1]}};
  h.a.x *= t.z;
  h.b.data[1] *= h.a.data[0];
  Data d{{x.data(), 3}, x[1]};
  const double sum = d.sum();
  d.next();
  return copies[1].r * copies[0].g + h.a.data[0] * h.b.y * h.scale * h.w[1] + sum * d.sum() +
         through(&Triple::z, t) * through(&Triple::x, t);
}

class TREELIZE(data_oriented) Private {
public:
  Private(double a, double b) : x(a), y(b) {}
  TREELIZE(kernel) double own(double c) const { return r * c * y * x; }
  double get() const { return r; }

private:
  union { double x, r; };
  double y;
};
TREELIZE(kernel) inline double hidden(const Private& p, double c) {
  Private q(p.get(), c);
  return q.get() * p.get() * c;
}

// What is said of a name counts: that one stands for the number.
struct Said {
  union { double x; TREELIZE(nondiff) double fixed; };
  double y;
};
TREELIZE(kernel) inline double said(const Said& p) { return p.x * p.y; }

// A name that hides one of a base's does so to the kernel as well: through the base only.
struct Base {
  double v;
};
struct Derived : Base {
  union { double x, q; };
};
TREELIZE(kernel) inline double derived(std::span<const double> x) {
  Derived d{{x[0]}, {x[1]}};
  d.q *= x[2];
  d.v *= d.x;
  return d.v * d.q;
}

} // namespace app

#include "second-names.treelize.hpp"

using app::D;

int main() {
  using namespace app::kernels;
  const std::vector<double> x{1.3, 0.7, 1.9};
  check::scalar("rows", rows, x);
  check::scalar("lists", lists, x);
  check::scalar("optionals", optionals, x);
  check::scalar("kept", kept, x);
  check::scalar("derived", derived, x);

  D a(1.1, 2.2, 3.3), b(0.3, 0.4, 0.5);
  double c = 1.7;
  const auto g = values.grad(a, b, c);
  const auto f = [&] { return app::values(a, b, c); };
  for (int i = 0; i < 3; ++i) {
    check::near("values", "a", g.a[i], check::slope(a[i], f), 1e-6, 1);
    check::near("values", "b", g.b[i], check::slope(b[i], f), 1e-6, 1);
  }
  check::near("values", "c", g.c, check::slope(c, f), 1e-6, 1);

  D in = a, in_b(0.5, 1, 2);
  double c_b = 0;
  changes.adjoint(in, c, in_b, c_b);
  const auto changed = [&] {
    D now = a;
    app::changes(now, c);
    return 0.5 * now.x + now.y + 2 * now.z;
  };
  for (int i = 0; i < 3; ++i)
    check::near("changes", "a", in_b[i], check::slope(a[i], changed), 1e-6, 1);
  check::near("changes", "c", c_b, check::slope(c, changed), 1e-6, 1);

  D a_b(0, 0, 0);
  c_b = 0;
  result.adjoint(a, c, D(1, 2, 3), a_b, c_b);
  const auto sum = [&] {
    const D made = app::result(a, c);
    return made.x + 2 * made.y + 3 * made.z;
  };
  for (int i = 0; i < 3; ++i)
    check::near("result", "a", a_b[i], check::slope(a[i], sum), 1e-6, 1);
  check::near("result", "c", c_b, check::slope(c, sum), 1e-6, 1);

  const app::Said half = said.grad(app::Said{{2}, 3}).p;
  check::near("said", "x", half.x, 0, 0, 0);
  check::near("said", "y", half.y, 2, 1e-14, 0);

  app::P p(1, 2, 3);
  const auto of = arrays.grad(p, c, 3);
  const auto at = [&] { return app::arrays(p, c, 3); };
  for (int i = 0; i < 3; ++i)
    check::near("arrays", "p", of.p.data[i], check::slope(p.data[i], at), 1e-6, 1);
  check::near("arrays", "c", of.c, check::slope(c, at), 1e-6, 1);

  app::Private object(1.5, 2.5);
  check::near("hidden", "p", hidden.grad(object, c).p.get(), 2 * 1.5 * c, 1e-14, 0);
  treelize::bound<app::Private> bound{1.5, 2.5};
  check::near("own", "x", bound.own.grad(c).self.get(), 2 * 1.5 * 2.5 * c, 1e-14, 0);
  return check::finish();
}
