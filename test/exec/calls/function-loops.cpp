// Functions that a loop makes, each with copies of its own: in vectors, members, callbacks and chains of layers.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/function-loops.treelize.hpp -- -std=c++20
// RUN: %FileCheck %s --input-file=%t/function-loops.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <cmath>
#include <functional>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>

namespace app {

using Vector = std::vector<double>;
using Unary = std::function<double(double)>;

// CHECK-LABEL: struct filled_kernel
// CHECK: std::vector<double> k_copies;
TREELIZE(kernel) double filled(const Vector& x) {
  std::vector<Unary> f;
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double k = x[i];
    f.push_back([k](double z) { return k * z * z; });
  }
  double s = 1;
  for (const auto& g : f)
    s = s * 0.5 + g(s);
  return s + f[1](f[0](x[0]));
}
// Lambdas of several kinds, some without copies, some of which refer to variables of the function.
TREELIZE(kernel) double kinds(const Vector& x, double a) {
  std::vector<Unary> f{[](double z) { return std::sin(z); }};
  const bool isLarge = a > 0.5;
  for (double k : x) {
    const int power = k > 0.5 ? 2 : 3;
    const bool adds = k > 0.5;
    if (k > 1)
      f.push_back([=](double z) { return k * std::pow(z, power) + (adds ? a : 0); });
    else
      f.emplace_back([k, &a, isLarge](double z) { return isLarge ? k + z * a : z; });
  }
  f.push_back([](double z) { return z * z; });
  double s = 1;
  for (auto it = f.rbegin(); it != f.rend(); ++it)
    s = s * 0.5 + (*it)(s);
  return s;
}
// Filled by a function, made by one, in both.
inline std::vector<Unary> basis(int n, double a) {
  std::vector<Unary> result;
  for (int i = 0; i < n; ++i)
    result.push_back([i, a](double z) { return std::pow(z, i) * a; });
  return result;
}
inline Unary shifted(double by) {
  return [by](double z) { return std::sin(z + by) * by; };
}
TREELIZE(kernel) double made(const Vector& x, double y) {
  double s = 0;
  for (const Unary& f : basis(4, y))
    s += f(x[0]);
  std::vector<Unary> all;
  for (double e : x)
    all.push_back(shifted(e * e));
  for (std::size_t i = 0; i < all.size(); ++i)
    s += all[i](s) * (i + 1.0);
  return s;
}
// Members of objects, and what objects register.
struct Layer {
  double weight;
  Unary activation;
  double operator()(double z) const { return activation(weight * z); }
};
struct Emitter {
  std::vector<std::function<void(double)>> callbacks;
  void on(std::function<void(double)> f) { callbacks.push_back(std::move(f)); }
  void emit(double v) {
    for (auto& f : callbacks)
      f(v);
  }
};
TREELIZE(kernel) double objects(const Vector& x) {
  std::vector<Layer> layers;
  for (double w : x)
    layers.push_back({w, [w](double z) { return std::tanh(z + w); }});
  layers.push_back({x[0], [](double z) { return z * z; }});
  double y = 1;
  for (const auto& layer : layers)
    y = layer(y);
  Emitter events;
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    events.on([&sum, &x, i](double v) { sum += v * x[i] * x[i]; });
  events.emit(y);
  events.emit(x[1]);
  return sum * y;
}
// Copies of objects, and objects with a call operator.
struct Line {
  double slope, offset;
};
struct Scale {
  double factor;
  double operator()(double z) const { return factor * z * z; }
};
TREELIZE(kernel) double wholes(const Vector& x) {
  std::vector<Unary> f;
  for (double e : x) {
    const Line line{e, e * e};
    const Vector weights{e, 2 * e};
    f.push_back([line, weights](double z) { return line.slope * z + line.offset * weights[1]; });
    f.push_back(Scale{e});
    const Scale scale{e * 0.5};
    f.push_back(scale);
  }
  double s = 0.3;
  for (auto& g : f)
    s = g(s) * 0.5 + 0.1;
  return s;
}

} // namespace app

#include "function-loops.treelize.hpp"
#include <KernelCheck.h>

int main() {
  using namespace app;
  check::Kernels check;
  const Vector x{0.7, 1.2, 0.4};
  check("filled", kernels::filled, filled, x);
  check("kinds", kernels::kinds, kinds, x, 0.8);
  check("kinds", kernels::kinds, kinds, x, 0.3);
  check("made", kernels::made, made, x, 0.6);
  check("objects", kernels::objects, objects, x);
  check("wholes", kernels::wholes, wholes, x);
  return check.failures;
}
