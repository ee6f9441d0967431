// Objects of the caller's behind references to a base class, and behind smart pointers in containers: a virtual call runs, and
// is differentiated, as the object's class says. A shadow is an object of the same class.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/callers-objects.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
// RUN: %FileCheck %s < %t/callers-objects.treelize.hpp
#include <array>
#include <memory>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

struct Shape {
  double scale = 1;
  Shape() = default;
  explicit Shape(double s) : scale(s) {}
  virtual ~Shape() = default;
  virtual double area(double t) const = 0;
  virtual void grow(double by) { scale *= by; }
  double scaled(double t) const { return scale * area(t); }
};
struct Circle : Shape {
  double r;
  Circle(double s, double radius) : Shape(s), r(radius) {}
  double area(double t) const override { return 3.14 * r * r * t; }
};
struct Box : Shape {
  double a, b[2];
  Box(double s, double x, double y) : Shape(s), a(x), b{y, x * y} {}
  double area(double t) const override { return a * b[0] + t * b[1] * scale; }
  void grow(double by) override {
    a *= by;
    b[1] += by * a;
  }
};
// Of two levels, with a private member and a vector.
class Ring : public Circle {
public:
  Ring(double s, double outer, double i) : Circle(s, outer), inner(i), w{i, outer} {}
  double area(double t) const override {
    double sum = Circle::area(t) - 3.14 * inner * inner;
    for (const double v : w)
      sum += v * v * t;
    return sum;
  }

private:
  double inner;
  std::vector<double> w;

public:
  double hole() const { return inner; }
  friend std::vector<double> numbers(const Ring&);
};
std::vector<double> numbers(const Ring& ring) { return {ring.scale, ring.r, ring.inner, ring.w[0], ring.w[1]}; }

// CHECK: treelize::is_exactly<app::Circle>(s)
// CHECK: treelize::derived<app::Circle>(s_b).r +=
TREELIZE(kernel) inline double one(const Shape& s, double t) { return s.scaled(t) * t; }

TREELIZE(kernel) inline double total(const std::vector<std::unique_ptr<Shape>>& shapes, double t) {
  double sum = 0;
  for (const auto& shape : shapes)
    sum += shape->scaled(t) * sum + shape->area(2 * t);
  return sum;
}
TREELIZE(kernel) inline double shared(std::span<const std::shared_ptr<Shape>> shapes, double t) {
  double product = 1;
  for (std::size_t i = 0; i < shapes.size(); ++i)
    product *= shapes[i]->area(t) + (*shapes[i]).scale;
  return product;
}
TREELIZE(kernel) inline void grown(Shape& s, double& t) {
  s.grow(t);
  for (int i = 0; i < 2; ++i) {
    t = t * s.area(t);
    s.grow(1.1);
  }
}
TREELIZE(kernel) inline double two(const Shape& s, const Shape& u, double t) { return s.area(u.area(t)) * u.scale; }

} // namespace app

#include "callers-objects.treelize.hpp"

#include <GradientCheck.h>

namespace {

using app::kernels::one, app::kernels::total, app::kernels::shared, app::kernels::grown, app::kernels::two;

double at(const std::array<double, 4>& v) { return one(app::Circle(v[0], v[1]), v[2]); }

void circle() {
  double t_b = 0;
  app::Circle s(1.3, 0.7), s_b(0, 0);
  one.adjoint(s, 0.9, 1.0, s_b, t_b);
  check::differences("circle", {1.3, 0.7, 0.9}, {s_b.scale, s_b.r, t_b}, [](const std::vector<double>& v) { return at({v[0], v[1], v[2]}); });
  check::near("circle", "tangent", one.tangent(s, 0.9, app::Circle(1, 2), 3.0).derivative, s_b.scale + 2 * s_b.r + 3 * t_b, 1e-12, 1);
}

void ring() {
  double t_b = 0;
  app::Ring s(1.3, 0.7, 0.2), s_b(0, 0, 0);
  one.adjoint(s, 0.9, 1.0, s_b, t_b);
  app::Ring along(0.3, -0.2, 0.5);
  const double derivative = one.tangent(s, 0.9, along, 0.7).derivative;
  check::near("ring", "adjoint against tangent", check::dot(numbers(s_b), numbers(along)) + 0.7 * t_b, derivative, 1e-12, 1);
  const double inner = one(app::Ring(1.3, 0.7, 0.2 + check::step), 0.9) - one(app::Ring(1.3, 0.7, 0.2 - check::step), 0.9);
  check::near("ring", "adjoint against differences", numbers(s_b)[2] + numbers(s_b)[3], inner / (2 * check::step), 1e-6, 1);
}

template <template <class> class Pointer> std::vector<Pointer<app::Shape>> shapes(const std::vector<double>& v) {
  std::vector<Pointer<app::Shape>> made;
  made.push_back(Pointer<app::Shape>(new app::Circle(v[0], v[1])));
  auto box = new app::Box(v[2], v[3], 1);
  box->b[0] = v[4], box->b[1] = v[5];
  made.push_back(Pointer<app::Shape>(box));
  return made;
}
template <class T> using Unique = std::unique_ptr<T>;
template <class T> using Shared = std::shared_ptr<T>;

std::vector<double> numbers(const app::Shape& circle, const app::Shape& second) {
  const auto& box = dynamic_cast<const app::Box&>(second);
  return {circle.scale, dynamic_cast<const app::Circle&>(circle).r, box.scale, box.a, box.b[0], box.b[1]};
}

void containers() {
  const std::vector<double> x = {1.3, 0.7, 0.4, 1.7, -0.6, 0.8}, none(6);
  double t_b = 0;
  auto s = shapes<Unique>(x), s_b = shapes<Unique>(none);
  total.adjoint(s, 0.9, 1.0, s_b, t_b);
  check::differences("total", x, numbers(*s_b[0], *s_b[1]), [](const std::vector<double>& v) { return total(shapes<Unique>(v), 0.9); });
  auto along = shapes<Unique>({1, 2, 3, 4, 5, 6});
  check::near("total", "tangent", total.tangent(s, 0.9, along, 0.5).derivative,
              check::dot(numbers(*s_b[0], *s_b[1]), std::vector<double>{1, 2, 3, 4, 5, 6}) + 0.5 * t_b, 1e-12, 1);
  t_b = 0;
  auto q = shapes<Shared>(x), q_b = shapes<Shared>(none);
  shared.adjoint(q, 0.9, 1.0, q_b, t_b);
  check::differences("shared", x, numbers(*q_b[0], *q_b[1]), [](const std::vector<double>& v) { return shared(shapes<Shared>(v), 0.9); });
  bool isRefused = false;
  std::swap(s_b[0], s_b[1]);
  try {
    total.adjoint(s, 0.9, 1.0, s_b, t_b);
  } catch (const std::exception&) {
    isRefused = true;
  }
  check::near("total", "a shadow of another class", isRefused, true, 0, 0);
}

void written() {
  const std::vector<double> x = {0.4, 1.7, -0.6, 0.8, 1.2};
  const auto made = [](const std::vector<double>& v) {
    app::Box box(v[0], v[1], 0);
    box.b[0] = v[2], box.b[1] = v[3];
    return box;
  };
  const auto result = [&](const std::vector<double>& v) {
    app::Box box = made(v);
    double t = v[4];
    grown(box, t);
    return 2 * t + 3 * box.a - box.b[1] + 0.5 * box.scale;
  };
  app::Box s = made(x), s_b = made({0.5, 3, 0, -1, 0});
  double t = x[4], t_b = 2;
  grown.adjoint(s, t, s_b, t_b);
  check::differences("grown", x, {s_b.scale, s_b.a, s_b.b[0], s_b.b[1], t_b}, result);
  check::near("grown", "the object", s.a, x[1], 0, 0);
  check::near("grown", "the object", s.b[1], x[3], 0, 0);
}

void pair() {
  app::Circle s(1.3, 0.7), s_b(0, 0);
  app::Box u(0.4, 1.7, -0.6), u_b(0, 0, 0);
  double t_b = 0;
  two.adjoint(s, u, 0.9, 1.0, s_b, u_b, t_b);
  app::Circle s_t(0.2, -0.4);
  app::Box u_t(0.3, 0.6, 0.5);
  check::near("pair", "adjoint against tangent",
              s_b.scale * s_t.scale + s_b.r * s_t.r + u_b.scale * u_t.scale + u_b.a * u_t.a + u_b.b[0] * u_t.b[0] + u_b.b[1] * u_t.b[1] + 0.7 * t_b,
              two.tangent(s, u, 0.9, s_t, u_t, 0.7).derivative, 1e-12, 1);
}

} // namespace

int main() {
  circle();
  ring();
  containers();
  written();
  pair();
  return check::finish();
}
