// Pointers to members, to data and to functions.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/member-pointers.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <functional>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

struct Point {
  double x, y, z;
  double square(double k) const { return k * x * x; }
  double product(double k) const { return k * y * z + x; }
  void scale(double k) { x *= k; }
};

inline double total(const Point& point, double Point::*field) { return point.*field * 2; }

TREELIZE(kernel) double known(std::span<const double> v) {
  Point p{v[0], v[1], v[2]};
  double Point::*const field = &Point::y;
  p.*field *= v[0];
  double (Point::*method)(double) const = &Point::square;
  Point* q = &p;
  void (Point::*change)(double) = &Point::scale;
  (q->*change)(v[2]);
  return (p.*method)(v[1]) + q->*field * total(p, &Point::z) + (q->*method)(2);
}
TREELIZE(kernel) double chosen(std::span<const double> v) {
  Point p{v[0], v[1], v[2]};
  double Point::*fields[] = {&Point::x, &Point::y, &Point::z};
  double s = 0;
  for (int i = 0; i < 5; ++i) {
    s += p.*fields[i % 3] * (i + 1) * s + v[1];
    p.*fields[(i + 1) % 3] *= 1.5;
  }
  return s;
}
TREELIZE(kernel) double methods(std::span<const double> v, int kind) {
  Point p{v[0], v[1], v[2]};
  double (Point::*method)(double) const = &Point::square;
  if (kind > 0)
    method = &Point::product;
  const std::function<double(const Point&, double)> f = &Point::product;
  return (p.*method)(v[2]) * f(p, v[0]) + std::invoke(&Point::x, p) * std::invoke(method, p, 2.0);
}

} // namespace app

#include "GradientCheck.h"
#include "member-pointers.treelize.hpp"

int main() {
  const std::vector<double> x = {0.61, -0.37, 0.83};
  check::scalar("known", app::kernels::known, x);
  check::scalar("chosen", app::kernels::chosen, x);
  check::scalar("methods", app::kernels::methods, x, 0);
  check::scalar("methods", app::kernels::methods, x, 1);
  return check::finish();
}
