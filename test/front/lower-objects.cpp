// Structs: lists, constructors with initialisers, bases, methods, operators, pairs, bindings.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/lower-objects.treelize.hpp --dump-after=lower -- -std=c++20 -I%S/../Inputs | %FileCheck %s
// RUN: %cxx -I%t -I%S/../Inputs %s %link -o %t/run && %t/run
#include <treelize/annotations.hpp>

#include <array>
#include <utility>

namespace app {

struct Vec {
  double x, y;
  Vec& operator+=(const Vec& other) {
    x += other.x;
    y += other.y;
    return *this;
  }
  double dot(const Vec& other) const { return x * other.x + y * other.y; }
};
Vec operator*(double s, const Vec& v) { return {s * v.x, s * v.y}; }
Vec operator+(Vec a, const Vec& b) { return a += b; }

struct Base {
  double k = 1;
  double twice() const { return 2 * k; }
};
struct Derived : Base {
  double m;
  Derived() : Derived(3) {}
  Derived(double a) : m(a) { k += a * a; }
  double all() const { return twice() * m; }
};
struct Nested {
  Vec corners[2];
  std::array<Vec, 2> more{};
  double weight = corners[0].x * 2;
};
class Matrix {
public:
  std::array<double, 4> data{};
  double& operator()(int i, int j) { return data[i * 2 + j]; }
  double operator()(int i, int j) const { return data[i * 2 + j]; }
};
struct Plain : Base {
  double n;
};

// CHECK-LABEL: kernel operators
// CHECK: let v: app::Vec
// CHECK-NEXT: v.x = a
// CHECK-NEXT: v.y = b
TREELIZE(kernel) double operators(double a, double b) {
  Vec v{a, b}, zero{};
  Vec w = a * v + b * (v + zero);
  w += w;
  Vec copy = w;
  copy.x = v.dot(w);
  return w.dot(copy);
}

// CHECK-LABEL: kernel constructors
// CHECK: d.k = 1.0
// CHECK-NEXT: d.m = a
// CHECK-NEXT: d.k += a * a
TREELIZE(kernel) double constructors(double a, double b) {
  Derived d(a), e;
  Plain p{{b}, a};
  return d.all() * b + e.all() * a + p.twice() * p.n;
}

TREELIZE(kernel) double members(double a, double b) {
  Nested n{{{a, b}, {b, 0}}};
  n.more[1] = n.corners[0];
  n.more[0].y += n.corners[1].x;
  Nested m = n;
  m.more[1].x *= 3;
  return m.more[1].dot(n.more[1]) + m.more[0].y * n.weight + m.corners[1].y;
}

TREELIZE(kernel) double elementByCall(double a, double b) {
  Matrix m;
  m(0, 1) = a;
  m(1, 0) += m(0, 1) * b;
  const Matrix& c = m;
  m(0, 1) *= 2;
  return c(1, 0) + c(0, 1) * b;
}

std::pair<double, double> both(double a, double b) { return {a * b, a + b}; }

// A binding by value keeps what it was given, one by reference is the member itself.
TREELIZE(kernel) double bindings(double a, double b) {
  auto [product, sum] = both(a, b);
  Vec v{a, b};
  auto [x, y] = v;
  auto& [p, q] = v;
  p = 3 * b;
  q += x;
  std::array<double, 2> parts{sum, product};
  const auto& [first, second] = parts;
  auto pair = std::make_pair(first * y, second);
  return v.x * v.y + x * pair.first + std::get<1>(pair) * product;
}

// The reference follows its object, the copy does not.
TREELIZE(kernel) double references(double a, double b) {
  Vec vs[2] = {{a, b}, {b, a}};
  int i = 0;
  Vec& r = vs[i];
  const Vec copy = vs[i];
  i = 1;
  r.x *= 2;
  double& y = vs[i].y;
  y += r.x;
  return vs[0].x * copy.x + vs[1].y * y;
}

} // namespace app

#include "lower-objects.treelize.hpp"

#include <GradientCheck.h>

int main() {
  check::numbers("operators", app::kernels::operators, 0.7, 1.3);
  check::numbers("constructors", app::kernels::constructors, 0.7, 1.3);
  check::numbers("members", app::kernels::members, 0.7, 1.3);
  check::numbers("elementByCall", app::kernels::elementByCall, 0.7, 1.3);
  check::numbers("bindings", app::kernels::bindings, 0.7, 1.3);
  check::numbers("references", app::kernels::references, 0.7, 1.3);
  return check::finish();
}
