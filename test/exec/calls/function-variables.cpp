// Functions in variables that get new values, in arrays, vectors and members: a number, and a branch at the call.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/function-variables.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <array>
#include <cmath>
#include <functional>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

inline double square(double x) { return x * x; }
inline double shifted(double x) { return x * std::exp(-x) + 1; }
using Map = double (*)(double);

TREELIZE(kernel) double table(std::span<const double> x) {
  double (*fs[])(double) = {square, std::sin, shifted};
  double s = 0;
  for (int i = 0; i < 6; ++i)
    s += (i + 1) * fs[i % 3](x[i % 3] * s + x[0]);
  return s;
}
TREELIZE(kernel) double constant_table(std::span<const double> x) {
  static constexpr Map fs[] = {square, std::cos};
  const std::array<Map, 2> gs = {shifted, square};
  double s = x[2];
  for (int i = 0; i < 4; ++i)
    s = fs[i % 2](s) + gs[1 - i % 2](x[i % 3]);
  return s;
}
TREELIZE(kernel) double reassigned(std::span<const double> x, int kind) {
  Map f = square;
  if (kind == 1)
    f = std::sin;
  else if (kind == 2)
    f = shifted;
  Map g = kind > 1 ? f : +[](double t) { return 3 * t * t * t; };
  return f(x[0]) * g(x[1]) + (kind == 0 ? square : shifted)(x[2]);
}
TREELIZE(kernel) double alternating(std::span<const double> x) {
  Map step = square;
  double y = x[0];
  for (int i = 0; i < 5; ++i) {
    y = step(y) * x[1] + x[2];
    step = step == square ? shifted : square;
  }
  return y;
}
TREELIZE(kernel) double maybe_none(std::span<const double> x, bool wanted) {
  Map f = nullptr;
  if (wanted)
    f = &shifted;
  return f ? f(x[0]) * x[1] : x[2] * x[2];
}
inline Map chosen(int i) {
  if (i == 0)
    return square;
  if (i == 1)
    return shifted;
  return std::exp;
}
inline double twice(Map f, double x) { return f(f(x)); }
TREELIZE(kernel) double returned(std::span<const double> x) {
  double s = 0;
  for (int i = 0; i < 3; ++i)
    s += twice(chosen(i), x[static_cast<std::size_t>(i)]);
  return s;
}
struct Layer {
  double weight;
  Map activation = nullptr;
};
TREELIZE(kernel) double members(std::span<const double> x) {
  std::vector<Layer> layers;
  layers.push_back({x[0], square});
  layers.push_back({x[1], std::tanh});
  Layer last;
  last.weight = x[2];
  last.activation = shifted;
  layers.push_back(last);
  double y = 0.3;
  for (const Layer& layer : layers)
    y = layer.activation(layer.weight * y + 0.2);
  return y;
}
struct Named {
  double a;
  std::function<double(double)> f;
};
TREELIZE(kernel) double replaced_members(std::span<const double> x, int n) {
  Named p{x[0], square};
  p.f = shifted;
  Named q = p;
  q.f = n > 0 ? Map(square) : Map(shifted);
  return p.f(x[1]) + q.f(x[2]) * q.a;
}
inline double iterated(Map f, double x, int n) { return n == 0 ? x : iterated(f, f(x) * 0.5, n - 1); }
TREELIZE(kernel) double recursive(std::span<const double> x, int kind) {
  Map f = square;
  if (kind > 0)
    f = shifted;
  return iterated(f, x[0], 3) * x[1] + x[2];
}

using Function = std::function<double(double)>;
TREELIZE(kernel) double objects(std::span<const double> x, int kind) {
  const double a = x[1] * x[1];
  Function f = [](double t) { return t * t; };
  if (kind == 1)
    f = [&](double t) { return t * x[1]; };
  else if (kind == 2)
    f = [a](double t) { return std::sin(t) * a; };
  else if (kind == 3)
    f = shifted;
  Function g = f;
  return f(x[0]) + g(x[2]) * a;
}
TREELIZE(kernel) double vectors(std::span<const double> x) {
  std::vector<Function> terms = {square, [&](double t) { return t * x[2]; }};
  terms.push_back([x](double t) { return t * t * x[0]; });
  terms.emplace_back(shifted);
  double s = 0;
  for (const auto& term : terms)
    s += term(x[1]) * s + term(x[0]);
  return s + static_cast<double>(terms.size());
}
TREELIZE(kernel) double recursion(std::span<const double> x) {
  Function f;
  std::function<double(int)> power;
  power = [&](int n) -> double { return n == 0 ? 1.0 : x[0] * power(n - 1) + x[1]; };
  f = [&](double t) { return t * x[2]; };
  return f(power(4));
}
TREELIZE(kernel) double empty(std::span<const double> x, int kind) {
  Function f;
  if (kind == 1)
    f = square;
  if (kind == 2)
    f = shifted;
  return f ? f(x[0]) * x[1] : x[2] * x[2];
}

TREELIZE(kernel) double counters(std::span<const double> x) {
  int n = 0;
  double last = x[0];
  auto next = [n, last](double t) mutable {
    ++n;
    last = last * t + n;
    return last;
  };
  auto copy = next;
  const double first = next(x[1]) * next(x[2]);
  return first + copy(x[2]) * next(x[0]) + n + last;
}

template <class F>
double sumOfTwo(F f, double x) {
  return f(x) + f(x);
}
template <class F>
double sumByReference(F& f, double x) {
  return f(x) - f(2 * x);
}
// A copy of a closure has a state of its own.
TREELIZE(kernel) double copies(std::span<const double> x) {
  auto g = [s = x[0]](double v) mutable {
    s = s * 0.5 + v;
    return s;
  };
  auto h = g;
  const double first = g(x[1]) * h(x[1] * x[0]) * h(0);
  std::function<double(double)> boxed = g;
  return first + sumOfTwo(g, x[2]) * sumOfTwo(g, x[2]) * g(1) + sumByReference(g, x[0]) * g(2) + boxed(x[1]);
}

// Calls before anything is assigned: behind a test, and one that throws.
struct Bare {
  Map activation = nullptr;
  std::function<double(double)> scale;
  double run(double x) const { return activation ? activation(x) : x; }
};
TREELIZE(kernel) double unset(std::span<const double> x) {
  Bare layer;
  double sum = layer.run(x[0]) * x[1];
  int calls = 0;
  const auto counted = [&calls](double v) {
    ++calls;
    return v;
  };
  try {
    sum += layer.scale(counted(x[1]));
  } catch (const std::bad_function_call&) {
    sum *= x[2] * calls;
  }
  layer.activation = square;
  layer.scale = [&](double v) { return v * sum; };
  return layer.run(layer.scale(x[1]));
}

} // namespace app

#include "GradientCheck.h"
#include "function-variables.treelize.hpp"

int main() {
  const std::vector<double> x = {0.61, -0.37, 0.83};
  check::scalar("table", app::kernels::table, x);
  check::scalar("constant_table", app::kernels::constant_table, x);
  for (int kind = 0; kind < 4; ++kind) {
    check::scalar("reassigned", app::kernels::reassigned, x, kind);
    check::scalar("recursive", app::kernels::recursive, x, kind);
    check::scalar("objects", app::kernels::objects, x, kind);
    if (kind < 3)
      check::scalar("empty", app::kernels::empty, x, kind);
  }
  check::scalar("alternating", app::kernels::alternating, x);
  check::scalar("maybe_none", app::kernels::maybe_none, x, true);
  check::scalar("maybe_none", app::kernels::maybe_none, x, false);
  check::scalar("returned", app::kernels::returned, x);
  check::scalar("members", app::kernels::members, x);
  check::scalar("replaced_members", app::kernels::replaced_members, x, 0);
  check::scalar("replaced_members", app::kernels::replaced_members, x, 1);
  check::scalar("vectors", app::kernels::vectors, x);
  check::scalar("recursion", app::kernels::recursion, x);
  check::scalar("counters", app::kernels::counters, x);
  check::scalar("copies", app::kernels::copies, x);
  check::scalar("unset", app::kernels::unset, x);
  check::near("unset", "value", app::kernels::unset.value_and_grad(x).value, app::unset(x), 1e-15, 1);
  return check::finish();
}
