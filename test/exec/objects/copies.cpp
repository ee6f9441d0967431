// Copies by a function of the user's that does more than copy the members: of an object, of a part of one, of the elements of
// pairs, of what a lambda captures, and of parameters by value. Of a derived object the base is copied.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/copies.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <span>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>

namespace app {

struct Squared {
  double v = 0;
  Squared() = default;
  explicit Squared(double x) : v(x) {}
  Squared(const Squared& other) : v(other.v * other.v) {}
  Squared& operator=(const Squared& other) {
    v = other.v * 3;
    return *this;
  }
};
struct Body {
  Squared position;
  double mass;
};
struct Moon : Body {
  double phase;
};
double momentum(Body body) { return body.position.v * body.mass; }
Body moved(double x, double y) {
  Body body{Squared(x), y};
  body.position.v += y;
  return body;
}

TREELIZE(kernel) double parts(std::span<const double> x) {
  Body one{Squared(x[0]), x[1]};
  Body two = one, three{Squared(x[1]), x[0]};
  three = one;
  return two.position.v * three.position.v * two.mass;
}
TREELIZE(kernel) double captured(std::span<const double> x) {
  Squared a(x[0]);
  const Squared b = a;
  auto get = [b] { return b.v; };
  a.v = x[1];
  return get() * a.v;
}
TREELIZE(kernel) double pairs(std::span<const double> x) {
  std::pair<Squared, double> p{Squared(x[0]), x[1]};
  auto q = p;
  return q.first.v * q.second + p.first.v;
}
TREELIZE(kernel) double values(std::span<const double> x) {
  Body one = moved(x[0], x[1]);
  return momentum(one) * one.position.v;
}
TREELIZE(kernel) double bases(std::span<const double> x) {
  Moon moon;
  moon.position.v = x[0];
  moon.mass = x[1];
  moon.phase = x[2];
  Body body = moon;
  body.mass *= moon.phase;
  return body.position.v * body.mass * moon.mass;
}

} // namespace app

#include "copies.treelize.hpp"

#include <GradientCheck.h>

int main() {
  const std::vector<double> x = {0.61, -0.37, 0.83};
  check::scalar("parts", app::kernels::parts, x);
  check::scalar("captured", app::kernels::captured, x);
  check::scalar("pairs", app::kernels::pairs, x);
  check::scalar("values", app::kernels::values, x);
  check::scalar("bases", app::kernels::bases, x);
  return check::finish();
}
