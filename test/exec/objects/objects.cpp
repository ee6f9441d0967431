// Objects of every kind of class: without a default constructor, with const members, references,
// pointers and lambdas inside, user copy constructors, bases, CRTP, local and private classes.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/objects.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>
namespace app {
struct Dual { // mere bytes without a default constructor
  Dual(double v, double d) : value(v), slope(d) {}
  Dual operator*(const Dual& o) const {
    return {value * o.value, slope * o.value + value * o.slope};
  }
  Dual operator+(const Dual& o) const { return Dual(value + o.value, slope + o.slope); }
  double value, slope;
};
class Grid { // owns memory, and has no default constructor
public:
  Grid(int n, double fill) : n_(n), u_(n, fill) {}
  double& operator[](int i) { return u_[i]; }
  double operator[](int i) const { return u_[i]; }
  int size() const { return n_; }
  double sum() const {
    double s = 0;
    for (double v : u_)
      s += v;
    return s;
  }

private:
  const int n_;
  std::vector<double> u_;
};
template <class T>
struct View { // as std::mdspan
  T* data;
  int rows, cols;
  T& operator()(int i, int j) const { return data[i * cols + j]; }
  View row(int i) const { return {data + i * cols, 1, cols}; }
};
struct Accumulator {
  double& total;
  const double factor;
  void add(double x) const { total += factor * x; }
};
struct Counted { // copies are counted by their copy constructor
  double x = 0;
  int copies = 0;
  Counted() = default;
  Counted(const Counted& o) : x(o.x), copies(o.copies + 1) {}
  Counted& operator=(const Counted& o) {
    x = o.x * 2;
    return *this;
  }
};
struct Base {
  double b;
  double twice() const { return 2 * b; }
};
struct Middle : Base {
  Middle(double x) : Base{x * x}, m(x) {}
  double m;
};
struct Last : Middle {
  double l;
  static constexpr double half = 0.5;
  static inline const double third = 3.0;
  Last(double x, double y) : Middle(x + y), l(y) {}
  double all() const { return b * m + l * half + twice() / third; }
};
template <class D>
struct Norm {
  double norm() const {
    double s = 0;
    const D& d = static_cast<const D&>(*this);
    for (int i = 0; i < D::size; ++i)
      s += d.at(i) * d.at(i);
    return std::sqrt(s);
  }
};
class Pair2 : public Norm<Pair2> {
public:
  static const int size = 2;
  Pair2(double a, double b) : v_{a, b} {}
  double at(int i) const { return v_[i]; }

private:
  double v_[2];
};
class Outer {
  struct Inner {
    double a = 1, b = 2;
    double mix() const { return a * b; }
  };
  Inner inner_;

public:
  double run(double x) {
    Inner mine{x, inner_.b};
    inner_.a = mine.mix() + x;
    return inner_.mix();
  }
};
template <class F>
struct Solver { // a callable stored in an object
  F f;
  double tolerance;
  double step(double x) const {
    return x - f(x) / ((f(x + tolerance) - f(x - tolerance)) / (2 * tolerance));
  }
};
template <class F>
Solver(F, double) -> Solver<F>;
struct Options {
  double a = 1, b = a * 2, c = 3;
};
Dual either(bool first, Dual a, Dual b) {
  if (first)
    return a;
  b.slope *= 2;
  return b;
}
Grid filled(int n, double x) {
  Grid g(n, x);
  for (int i = 0; i < g.size(); ++i)
    g[i] *= i + x;
  return g;
}

TREELIZE(kernel) double duals(std::span<const double> x) {
  Dual a(x[0], 1), b(x[1], x[2]);
  std::vector<Dual> all = {a, b, a * b};
  std::array<Dual, 2> two = {b, a};
  for (Dual& d : all)
    d = d * two[0] + two[1];
  return all[2].slope * all[0].value + either(x[0] > 0, a, b).slope +
         either(x[0] < 0, a, b * a).slope;
}
TREELIZE(kernel) double grids(std::span<const double> x) {
  Grid g = filled(3, x[0]);
  Grid h = g; // a copy
  h[1] += x[1] * g[2];
  g[0] = x[2];
  return g.sum() * h.sum() + h[1] * h[1];
}
TREELIZE(kernel) double views(std::span<const double> x) {
  std::vector<double> store(6);
  View<double> m{store.data(), 2, 3};
  for (int i = 0; i < m.rows; ++i)
    for (int j = 0; j < m.cols; ++j)
      m(i, j) = x[j] * (i + 1) + j;
  View<double> r = m.row(1);
  r(0, 2) *= x[0];
  View<double> q = r;
  q.data += 1; // moves the copy alone
  q(0, 0) += x[1] * r(0, 0);
  const View<const double> c{x.data(), 1, 3};
  return m(1, 1) * m(1, 2) + store[3] + c(0, 2);
}
TREELIZE(kernel) double references(std::span<const double> x) {
  double s = x[0];
  const Accumulator acc{s, x[1]};
  for (double v : x)
    acc.add(v * v);
  Accumulator other{acc.total, 2};
  other.add(s);
  return s * acc.factor;
}
TREELIZE(kernel) double copies(std::span<const double> x) {
  Counted a;
  a.x = x[0];
  Counted b(a), c = b;
  c = a;
  a.x = x[1];
  return a.x * b.x + c.x * x[2] + c.copies;
}
TREELIZE(kernel) double bases(std::span<const double> x) {
  Last l(x[0], x[1]);
  Base& b = l;
  b.b *= x[2];
  Last k = l;
  k.m += 1;
  return l.all() + k.all();
}
TREELIZE(kernel) double crtpArray(std::span<const double> x) {
  return Pair2(x[0] * x[1], x[2]).norm();
}
TREELIZE(kernel) double nestedPrivate(std::span<const double> x) {
  Outer o;
  return o.run(x[0]) + o.run(x[1]) * x[2];
}
TREELIZE(kernel) double stored(std::span<const double> x) {
  const double c = x[1];
  Solver s{[c](double t) { return t * t - c * c; }, 1e-2};
  double t = x[0];
  for (int i = 0; i < 3; ++i)
    t = s.step(t);
  return t * x[2];
}
TREELIZE(kernel) double localClass(std::span<const double> x) {
  struct Local {
    double a, b = 2;
    double mix() const { return a * b; }
  };
  Local l{.a = x[0]};
  Local k{x[1], x[2]};
  l.b += k.mix();
  const Options o{.a = x[0], .c = l.mix()};
  return o.a * o.b + o.c + l.mix();
}
TREELIZE(kernel) double chosen(std::span<const double> x) {
  Grid a(2, x[0]), b(2, x[1]);
  Grid c = x[2] > 0 ? a : b;
  c[0] *= x[2];
  return c.sum() + a[0];
}
TREELIZE(kernel) double byConst(const Accumulator& a, const Grid& g, const Last& l, double x) {
  return a.factor * g.sum() * l.all() * x + a.total;
}
// Its shadow is an array too, which only a statement can clear.
struct Weighted {
  double a, b;
  Weighted(double u = 1, double v = 2) : a(u), b(u * v) {}
};

TREELIZE(kernel) double arrayOfObjects(std::span<const double> x) {
  Weighted s[3] = {Weighted(x[0]), {x[1], x[0]}, {}};
  double sum = 0;
  for (const Weighted& e : s)
    sum += e.a * e.b;
  return sum;
}

} // namespace app

#include "GradientCheck.h"
#include "objects.treelize.hpp"

int main() {
  using namespace app::kernels;
  const std::vector<double> x = {1.3, 0.8, 1.9}, y = {-1.1, 0.6, -0.4};
  for (const std::vector<double>& at : {x, y}) {
    check::scalar("duals", duals, at);
    check::scalar("grids", grids, at);
    check::scalar("views", views, at);
    check::scalar("references", references, at);
    check::scalar("copies", copies, at);
    check::scalar("bases", bases, at);
    check::scalar("crtpArray", crtpArray, at);
    check::scalar("nestedPrivate", nestedPrivate, at);
    check::scalar("localClass", localClass, at);
    check::scalar("chosen", chosen, at);
    check::scalar("arrayOfObjects", arrayOfObjects, at);
  }
  check::scalar("stored", stored, x);
  return check::finish();
}
