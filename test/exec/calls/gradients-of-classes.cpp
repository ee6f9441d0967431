// Gradients, adjoints and tangents inside kernels: of classes, vectors, spans and what else has a shadow; where the inner
// derivative keeps values in rooms and on its tape as well.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %S/../../Inputs/nested.h -o %t/nested.treelize.hpp -- -xc++ -std=c++20
// RUN: grep -q 'treelize::room<double>' %t/nested.treelize.hpp
// RUN: grep -q 'tape.take<double>' %t/nested.treelize.hpp
// RUN: %treelize %s -o %t/gradients-of-classes.treelize.hpp -- -std=c++20 -I%t -I%S/../../Inputs
// RUN: %cxx -std=c++20 -Wall -Wextra -Werror -Wno-attributes -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
#include "nested.treelize.hpp"
#include <treelize/check_gradient.hpp>

#include <iostream>

namespace app {
using namespace lib;

TREELIZE(kernel) double path(Point at, const std::vector<Point>& charges, double dt) {
  Point v{0, 0};
  for (int i = 0; i < 3; ++i) {
    const auto g = kernels::field.grad(at, charges);
    v.x -= dt * g.at.x;
    v.y -= dt * g.at.y;
    at.x += dt * v.x;
    at.y += dt * v.y;
  }
  return at.x * at.x + at.y;
}
TREELIZE(kernel) double sensitivity(const Net& net, std::span<const double> x) {
  const auto [value, g] = kernels::output.value_and_grad(net, x);
  return g.net.layers[0].w[1] * g.x[0] + value * g.net.scale.first + g.net.layers[1].b[1];
}
TREELIZE(kernel) double added(const Net& net, std::span<const double> x) {
  Net net_b;
  std::vector<double> x_b(x.size());
  kernels::output.adjoint(net, x, 2.0, net_b, x_b);
  return net_b.layers[0].w[1] * x_b[0];
}
TREELIZE(kernel) double along(const Spring& s, double x) {
  const auto t = kernels::stretched.tangent(s, x, Spring(0.5), 0.3);
  return t.value * t.derivative * kernels::stretched.grad(s, x).s.k();
}
TREELIZE(kernel) double curvature(const Spring& s, double x) {
  const auto g = kernels::stretched.hvp(s, x, Spring(0.5), 0.3);
  return g.x * g.s.k();
}
TREELIZE(kernel) double ofRows(const std::vector<std::vector<double>>& m) {
  const auto g = kernels::rows.grad(m);
  return g.m[0][0] * g.m[1][0];
}
TREELIZE(kernel) double ofCorners(std::array<Point, 2> p, double a, double b) {
  const auto g = kernels::corners.grad(p, std::tuple<double, double>(a, b), std::optional<double>(b));
  return g.p[0].x * g.p[1].y + std::get<1>(g.t) * *g.d;
}
TREELIZE(kernel) double onTape(double x, double k) {
  const auto g = kernels::halved.grad(x, k);
  return g.x * g.k;
}
TREELIZE(kernel) double ofVectors(const std::vector<double>& x, int n) {
  const auto g = kernels::stepped.grad(x, n);
  return g.x[0] * g.x[1];
}
TREELIZE(kernel) double ofSnapshots(const std::vector<double>& x, int n) {
  const auto g = kernels::turned.grad(x, n);
  return g.x[0] * g.x[1];
}

} // namespace app

#include "gradients-of-classes.treelize.hpp"

int failures = 0;
void passes(const treelize::gradient_report& report) {
  if (!report.passed()) {
    std::cout << report;
    ++failures;
  }
}

int main() {
  namespace k = app::kernels;
  const std::vector<lib::Point> charges{{1, 2}, {-1, 0.5}};
  const lib::Net net{{{{0.3, 0.8, -0.4}, {0.2, 0.6}}, {{0.1, 0.7, 0.5}, {0.9, -0.3}}}, {1.5, 2}};
  const std::vector<double> x{0.5, 0.6, 0.7};
  passes(treelize::check_gradient(k::path, lib::Point{0.2, 0.3}, charges, 0.1));
  passes(treelize::check_gradient(k::sensitivity, net, x));
  passes(treelize::check_gradient(k::added, net, x));
  passes(treelize::check_gradient(k::along, lib::Spring(0.6), 0.8));
  passes(treelize::check_gradient(k::curvature, lib::Spring(0.6), 0.8));
  passes(treelize::check_gradient(k::ofRows, std::vector<std::vector<double>>{{1, 2}, {3}}));
  passes(treelize::check_gradient(k::ofCorners, std::array<lib::Point, 2>{{{1, 2}, {3, 4}}}, 0.4, 0.6));
  passes(treelize::check_gradient(k::onTape, 7.3, 0.6));
  passes(treelize::check_gradient(k::ofVectors, x, 3));
  passes(treelize::check_gradient(k::ofSnapshots, x, 7));
  return failures;
}
