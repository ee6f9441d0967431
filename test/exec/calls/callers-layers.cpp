// A hierarchy of the caller's with vectors as members: their shadows are sized. Null pointers, a class without derived ones, a
// choice between two objects, a member of another class, and try blocks.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/callers-layers.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%t/callers-layers.treelize.hpp
// RUN: %cxx -DTREELIZE_CHECK -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <cmath>
#include <memory>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

struct Layer {
  virtual ~Layer() = default;
  virtual double at(double x) const = 0;
};
struct Dense : Layer {
  std::vector<double> w;
  double b = 0;
  double at(double x) const override {
    double y = b;
    for (const double v : w)
      y = y * x + v;
    return y;
  }
};
struct Tanh final : Layer {
  double at(double x) const override { return std::tanh(x); }
};
struct Net {
  std::vector<std::unique_ptr<Layer>> layers;
  std::vector<double> out;
  double scale = 1;
};

// CHECK: treelize::check_classes(net_b.layers, net.layers);
// CHECK-NEXT: treelize::for_each_object<app::Dense>(
// CHECK: treelize::size_like(net_b.out, net.out{{.*}}
TREELIZE(kernel) inline double forward(const Net& net, double x) {
  double y = x;
  for (const auto& layer : net.layers) {
    if (!layer)
      continue;
    try {
      if (y > 100)
        throw 1;
      y = layer->at(y * net.scale);
    } catch (...) {
      y = 100;
    }
  }
  for (const double v : net.out)
    y += v * y;
  return y;
}
TREELIZE(kernel) inline double leaf(const Dense& layer, double x) { return layer.at(x) * layer.at(2 * x); }
TREELIZE(kernel) inline double either(const Layer& a, const Layer& b, const Layer* c, double x) {
  const Layer& first = x > 0 ? a : b;
  const Layer* second = x > 1 ? &b : &a;
  return first.at(x) * second->at(first.at(x + 1)) + c->at(x);
}

} // namespace app

#include "callers-layers.treelize.hpp"

#include <GradientCheck.h>

namespace {

using app::kernels::forward, app::kernels::leaf, app::kernels::either;

app::Dense dense(const std::vector<double>& v) {
  app::Dense made;
  made.w = {v[0], v[1]};
  made.b = v[2];
  return made;
}
app::Net net(const std::vector<double>& v, bool isShadow = false) {
  app::Net made;
  made.layers.push_back(std::make_unique<app::Dense>(isShadow ? app::Dense() : dense(v)));
  made.layers.push_back(nullptr);
  made.layers.push_back(std::make_unique<app::Tanh>());
  made.layers.push_back(std::make_unique<app::Dense>(isShadow ? app::Dense() : dense({v[3], v[4], v[5]})));
  if (!isShadow)
    made.out = {v[6]};
  made.scale = isShadow ? 0 : v[7];
  return made;
}

void nets() {
  const std::vector<double> x = {0.4, -0.7, 0.3, 1.2, 0.5, -0.6, 0.8, 1.1};
  const app::Net n = net(x);
  app::Net n_b = net(x, true);
  double x_b = 0;
  forward.adjoint(n, 0.9, 1.0, n_b, x_b);
  const auto &first = dynamic_cast<app::Dense&>(*n_b.layers[0]), &last = dynamic_cast<app::Dense&>(*n_b.layers[3]);
  const std::vector<double> got = {first.w[0], first.w[1], first.b, last.w[0], last.w[1], last.b, n_b.out[0], n_b.scale};
  check::differences("forward", x, got, [](const std::vector<double>& v) { return forward(net(v), 0.9); });
  const std::vector<double> along = check::direction(x.size());
  check::near("forward", "adjoint against tangent", check::dot(got, along) + 0.3 * x_b, forward.tangent(n, 0.9, net(along), 0.3).derivative, 1e-12, 1);
}

void objects() {
  const std::vector<double> x = {0.4, -0.7, 0.3};
  app::Dense d_b;
  double x_b = 0;
  leaf.adjoint(dense(x), 0.9, 1.0, d_b, x_b);
  check::differences("leaf", x, {d_b.w[0], d_b.w[1], d_b.b}, [](const std::vector<double>& v) { return leaf(dense(v), 0.9); });
  for (const double at : {-0.5, 0.5, 1.5}) {
    app::Dense a_b, c_b;
    app::Tanh b, b_b;
    const app::Dense c = dense({0.3, 0.2, 0.1});
    either.adjoint(dense(x), b, &c, at, 1.0, a_b, b_b, &c_b, x_b);
    check::differences("either", x, {a_b.w[0], a_b.w[1], a_b.b}, [&](const std::vector<double>& v) { return either(dense(v), b, &c, at); });
    check::differences("either", {0.3, 0.2, 0.1}, {c_b.w[0], c_b.w[1], c_b.b}, [&](const std::vector<double>& v) {
      const app::Dense other = dense(v);
      return either(dense(x), b, &other, at);
    });
  }
}

void refused() {
  const app::Net n = net(std::vector<double>(8, 0.5));
  app::Net n_b = net(std::vector<double>(8), true);
  dynamic_cast<app::Dense&>(*n_b.layers[0]).w = {1, 2, 3};
  double x_b = 0;
  for (const bool isOfOtherClass : {false, true}) {
    bool isRefused = false;
    try {
      forward.adjoint(n, 0.9, 1.0, n_b, x_b);
    } catch (const std::exception&) {
      isRefused = true;
    }
    check::near("refused", isOfOtherClass ? "another class" : "another length", isRefused, true, 0, 0);
    n_b.layers[0] = std::make_unique<app::Tanh>();
  }
}

} // namespace

int main() {
  nets();
  objects();
  refused();
  return check::finish();
}
