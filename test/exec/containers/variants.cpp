// std::variant: a number for the alternative, and an object for each.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/variants.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <cmath>
#include <span>
#include <treelize/annotations.hpp>
#include <variant>
#include <vector>

namespace app {

struct Circle {
  double r;
  double area() const { return 3 * r * r; }
};
struct Box {
  double w, h;
  double area() const { return w * h; }
};
using Shape = std::variant<Circle, Box, double>;

template <class... Fs> struct overloaded : Fs... {
  using Fs::operator()...;
};
template <class... Fs> overloaded(Fs...) -> overloaded<Fs...>;

struct Area {
  double operator()(const Circle& c) const { return c.area(); }
  double operator()(const Box& b) const { return b.area(); }
  double operator()(double side) const { return side * side; }
};

inline Shape made(std::span<const double> x, int kind) {
  if (kind == 0)
    return Circle{x[0]};
  if (kind == 1)
    return Box{x[1], x[2]};
  return x[0] * x[1];
}

TREELIZE(kernel) double visits(std::span<const double> x, int kind) {
  Shape shape = made(x, kind);
  const double scale = x[2];
  double s = std::visit(Area{}, shape);
  s += std::visit(overloaded{[&](const Circle& c) { return c.r * scale; }, [&](const Box& b) { return b.w - b.h * scale; },
                             [](double side) { return std::sin(side); }},
                  shape);
  std::visit([&](auto& held) {
    if constexpr (std::is_same_v<std::decay_t<decltype(held)>, double>)
      held *= 2;
    else
      s += held.area();
  }, shape);
  return s * std::visit(Area(), shape);
}
TREELIZE(kernel) double assigned(std::span<const double> x, int kind) {
  std::variant<int, double> v = 3;
  double s = std::get<int>(v) * x[0];
  if (kind > 0)
    v = x[1] * x[2];
  if (std::holds_alternative<double>(v))
    s += std::get<double>(v) * x[0];
  if (const double* held = std::get_if<1>(&v))
    s *= *held + static_cast<double>(v.index());
  std::variant<int, double> copy = v;
  v = 1.0;
  v.emplace<double>(x[0]);
  return s + (copy.index() == 1 ? std::get<1>(copy) : 0.5) * std::get<double>(v);
}
TREELIZE(kernel) double in_a_vector(std::span<const double> x) {
  std::vector<Shape> shapes = {Circle{x[0]}, Box{x[1], x[2]}};
  shapes.push_back(x[2] * x[0]);
  shapes.emplace_back(Box{x[0], x[0]});
  double s = 1;
  for (const Shape& shape : shapes)
    s += std::visit(Area{}, shape) * s;
  for (Shape& shape : shapes)
    if (auto* box = std::get_if<Box>(&shape))
      box->w += s;
  return s * std::visit(Area{}, shapes[1]) + std::visit([](const auto& a, const auto& b) { return sizeof(a) > sizeof(b) ? 2.0 : 1.0; }, shapes[0], shapes[3]);
}

} // namespace app

#include "GradientCheck.h"
#include "variants.treelize.hpp"

int main() {
  const std::vector<double> x = {0.61, -0.37, 0.83};
  for (int kind = 0; kind < 3; ++kind) {
    check::scalar("visits", app::kernels::visits, x, kind);
    check::scalar("assigned", app::kernels::assigned, x, kind);
  }
  check::scalar("in_a_vector", app::kernels::in_a_vector, x);
  return check::finish();
}
