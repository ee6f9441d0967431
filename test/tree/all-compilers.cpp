// One header with a bit of everything is clean under every compiler.
// RUN: split-file %s %t
// RUN: %treelize %t/app.hpp -o %t/app.treelize.hpp -- -std=c++20
// RUN: %everycxx -I%t -c %t/use.cpp -o /dev/null

//--- app.hpp
#pragma once
#include <treelize/annotations.hpp>

#include <vector>

namespace app {
struct TREELIZE(node) Layer {
  std::vector<double> weights;
  double cells[2][2] = {};
  TREELIZE(aux) int id = 0;
};
template <class T> struct TREELIZE(node) Point { T x, y; };
TREELIZE(mode = outer, missing = 0) inline int add(int a, int b) { return a + b; }
TREELIZE(mode = strict) inline void axpy(double& y, double x, double a) { y += a * x; }
TREELIZE(mode = strict) inline bool positive(double x) { return x > 0; }
template <class T> concept addable = requires(T a) { a + a; };
template <addable T> TREELIZE(mode = strict) T plus(const T& a, const T& b) { return a + b; }
template <class... Ts> TREELIZE(mode = strict) double total(const Ts&... xs) { return (0.0 + ... + xs); }
TREELIZE(mode = strict) inline auto half(auto x) { return x / 2; }
namespace {
TREELIZE(mode = strict) double third(double x) { return x / 3; }
}
struct Scaler {
  double factor;
  TREELIZE(mode = strict) double scale(double x) const { return factor * x; }
};
} // namespace app

//--- use.cpp
#include "app.treelize.hpp"

#include <map>
#include <string>

using namespace treelize::literals;

double use() {
  app::Layer layer{{1, 2}, {}, 0};
  app::axpy(layer, layer, 0.5);
  const treelize::tree<int> t = {{"a", 1}}, u = {{"b", treelize::list(1, 2)}};
  const auto sum = app::add("b"_a = t, "a"_a = u);
  const std::map<std::string, double> m{{"a", 1}};
  const auto p = app::positive(app::Point<double>{1, 2});
  return app::plus(m, 1.0).at("a") + app::total(m, m, 2).at("a") + app::half(m).at("a") +
         app::third(m).at("a") + scale(app::Scaler{2}, m).at("a") + sum["a"] + p.x;
}
