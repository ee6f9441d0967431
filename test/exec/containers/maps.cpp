// Maps of the caller's: the gradient is a map with the same keys.
// RUN: %treelize %s -o %T/maps.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/maps.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <map>
#include <stdexcept>
#include <string>
#include <unordered_map>

namespace app {

using Table = std::map<std::string, double>;

// CHECK-LABEL: struct growth_kernel
// CHECK: std::map<std::string, double> p;
// CHECK: p_b.at("rate") +=
TREELIZE(kernel) double growth(const std::map<std::string, double>& p, double t) {
  return p.at("start") * std::exp(p.at("rate") * t);
}

TREELIZE(kernel) double summed(const Table& p, const std::unordered_map<int, double>& w, double x) {
  double y = x;
  for (const auto& [name, value] : p)
    y = y * value + static_cast<double>(name.size()) * std::sin(y);
  for (const auto& entry : p)
    y += entry.second * entry.second;
  for (int i = 0; i < 5; ++i)
    if (w.contains(i))
      y += w.at(i) * p.at(i % 2 == 0 ? "a" : "bc") * x;
  for (int i = 0; i < 2; ++i) {
    const std::string name = i == 0 ? "a" : "bc";
    y *= p.at(name);
  }
  Table own = p;
  own["a"] *= y;
  own["new"] = x;
  for (auto& [name, value] : own)
    y += value * value * value;
  return y + static_cast<double>(p.size());
}

struct Model {
  Table weights;
  double bias = 0;
};

inline double weight(const Table& table, const std::string& name) { return table.count(name) > 0 ? table.at(name) : 0.0; }

TREELIZE(kernel) double applied(const Model& model, double x) {
  return weight(model.weights, "a") * x + weight(model.weights, "none") * x * x + std::exp(model.bias * weight(model.weights, "bc"));
}

// Keys that are real numbers are constants; a look-up compares them with anything.
TREELIZE(kernel) double discounted(const std::map<double, double>& rates, double notional) {
  double sum = 0;
  for (const auto& [time, rate] : rates)
    sum += std::exp(-time * rate) * notional;
  return sum * rates.at(0.5);
}

TREELIZE(kernel) double interpolated(double a, double t) {
  std::map<double, double> curve{{0.25, a}, {1.0, a * a}};
  curve[2.0] += std::exp(a);
  const auto high = curve.upper_bound(t);
  if (high == curve.begin())
    return high->second * t;
  if (high == curve.end())
    return curve.rbegin()->second * t;
  const auto low = std::prev(high);
  double sum = 0;
  for (auto it = curve.begin(); it != curve.end(); ++it)
    sum += it->first * it->second;
  return sum + low->second + (high->second - low->second) * (t - low->first) / (high->first - low->first);
}

inline double valueOr(const std::unordered_map<std::string, double>& values, const std::string& name, double other) {
  const auto it = values.find(name);
  return it == values.end() ? other : it->second;
}
TREELIZE(kernel) double remembered(double x, double y) {
  std::unordered_map<std::string, double> values{{"x", x}, {"y", y * y}};
  std::unordered_map<int, double> known;
  double sum = valueOr(values, "x", 1) * valueOr(values, "z", 2) + valueOr(values, "y", 3);
  for (int i = 0; i < 6; ++i) {
    const auto it = known.find(i % 4);
    if (it != known.end())
      sum += it->second * sum;
    else
      known[i % 4] = x * i * y;
  }
  return sum;
}

// What is moved through a function, and a map that is made as an argument.
TREELIZE(kernel) double moved(double x, double y) {
  std::map<int, double> m{{1, x}};
  const auto scale = [](std::map<int, double>&& r, double by) {
    r[1] *= by;
    return std::move(r);
  };
  m = scale(std::move(m), y);
  std::map<int, std::map<int, double>> nested;
  nested.emplace(3, std::map<int, double>{{1, x}, {2, m[1]}});
  return nested[3][1] * nested[3][2] * y;
}

// A change of what a function returns may change any map, but none whose block has ended.
TREELIZE(kernel) double swappedInCases(double x, double y) {
  std::map<int, double> m{{1, x}};
  const auto get = [&]() -> std::map<int, double>& { return m; };
  switch (x < y ? 1 : 0) {
  case 0: {
    std::map<int, double> other{{1, y * y}};
    get().swap(other);
  } break;
  case 1: {
    std::map<int, double> other{{1, y * x}};
    get().swap(other);
  }
    [[fallthrough]];
  default:
    x *= 2;
  }
  return x * m[1];
}

TREELIZE(kernel) double ends(double x, double y) {
  std::map<int, double> m{{1, x}, {2, y}, {5, x * y}};
  const std::map<int, int> powers{{1, 2}, {3, 4}};
  double last = (--m.end())->second * (++m.begin())->second;
  (--m.end())->second *= x;
  return last * m[5] * (--powers.end())->second;
}

// Iterators into the caller's maps point at its own elements.
// CHECK-LABEL: struct tabulated_kernel
// CHECK: curve_b.at(key) +=
TREELIZE(kernel) double tabulated(const std::map<double, double>& curve, double t) {
  const auto high = curve.lower_bound(t);
  if (high == curve.begin())
    return high->second * t;
  if (high == curve.end())
    return curve.rbegin()->second * t;
  const auto low = std::prev(high);
  return low->second + (high->second - low->second) * (t - low->first) / (high->first - low->first);
}

inline double lookup(const Table& table, const std::string& name, double other) {
  auto it = table.find(name);
  return it != table.end() ? it->second : other;
}

TREELIZE(kernel) double walked(const Table& p, const std::unordered_map<int, double>& w, double x) {
  double y = x;
  for (auto it = p.begin(); it != p.end(); ++it)
    y = y * it->second + static_cast<double>(it->first.size()) * std::sin(y);
  for (int i = 0; i < 5; ++i) {
    if (auto it = w.find(i); it != w.end())
      y += it->second * it->second * x;
    y += lookup(p, i % 2 == 0 ? "a" : "none", x * x) * (*p.begin()).second;
  }
  const auto last = [&p] { return std::prev(p.end())->second; };
  auto it = p.find("a");
  for (int i = 0; i < 2; ++i) {
    const auto& [name, value] = *it;
    y += value * static_cast<double>(name.size()) * last();
    it = p.find("bc");
  }
  const auto second = [it] { return it->second; };
  --it;
  auto copy = it;
  ++copy;
  return y * it->second + second() * copy->second;
}

TREELIZE(kernel) double layered(const Model& model, double x) {
  double y = model.bias;
  for (int i = 0; i < 3; ++i) {
    const std::string name = i == 0 ? "a" : i == 1 ? "bc" : "none";
    const auto found = model.weights.find(name);
    if (found == model.weights.end())
      continue;
    y = std::tanh(y + found->second * x);
  }
  return y;
}

// Elements of the caller's map are written where they are.
TREELIZE(kernel) void decayed(std::map<int, double>& p, double rate) {
  for (auto& [key, value] : p)
    value *= 1 - rate * key;
  p.at(2) = p.at(1) * p.at(2) + rate;
  for (auto it = p.begin(); it != p.end(); ++it)
    if (it->first > 2)
      it->second = std::sin(it->second) * rate;
  if (auto it = p.find(1); it != p.end())
    it->second += p.at(2);
}

// m[k] finds what is there; a derivative inserts nothing.
TREELIZE(kernel) double indexed(std::map<std::string, double>& p, double w) {
  p["k"] = p["k"] * w + p.at("m");
  p["m"] *= p["k"];
  return p["k"] * p["m"] * w;
}

} // namespace app

#include "maps.treelize.hpp"

namespace {

using app::Table;

/// Each element of the gradient against a central difference.
template <class Map, class Function> void differences(const char* name, const Map& at, const Map& gradient, const Function& value) {
  check::near(name, "number of keys", static_cast<double>(gradient.size()), static_cast<double>(at.size()), 0, 1);
  for (const auto& [key, derivative] : gradient) {
    Map above = at, below = at;
    above.at(key) += check::step;
    below.at(key) -= check::step;
    check::near(name, "element", derivative, (value(above) - value(below)) / (2 * check::step), 1e-6, 1);
  }
}

} // namespace

int main() {
  using namespace app;
  const std::map<double, double> rates = {{0.5, 0.02}, {1.0, 0.03}, {2.0, 0.05}};
  differences("discounted", rates, kernels::discounted.grad(rates, 1.5).rates, [](const auto& r) { return discounted(r, 1.5); });
  check::numbers("interpolated, between", kernels::interpolated, 0.7, 0.9);
  check::numbers("interpolated, before", kernels::interpolated, 0.7, 0.1);
  check::numbers("interpolated, behind", kernels::interpolated, 0.7, 3.0);
  check::numbers("remembered", kernels::remembered, 0.7, -0.4);
  const Table p = {{"rate", 0.3}, {"start", 2.0}};
  differences("growth", p, kernels::growth.grad(p, 0.7).p, [](const Table& q) { return growth(q, 0.7); });
  const auto [value, rate] = kernels::growth.tangent(p, 0.7, Table{{"rate", 1.0}, {"start", 0.5}}, 0.25);
  const auto g = kernels::growth.grad(p, 0.7);
  check::near("growth", "tangent", rate, g.p.at("rate") + 0.5 * g.p.at("start") + 0.25 * g.t, 1e-12, 1);
  check::near("growth", "value", value, growth(p, 0.7), 1e-15, 1);

  const Table q = {{"a", 0.8}, {"bc", -0.4}, {"d", 1.2}};
  const std::unordered_map<int, double> w = {{1, 0.5}, {4, 1.5}};
  const auto h = kernels::summed.grad(q, w, 0.6);
  differences("summed", q, h.p, [&](const Table& r) { return summed(r, w, 0.6); });
  for (const auto& [key, derivative] : h.w) {
    auto above = w, below = w;
    above.at(key) += check::step;
    below.at(key) -= check::step;
    check::near("summed", "w", derivative, (summed(q, above, 0.6) - summed(q, below, 0.6)) / (2 * check::step), 1e-6, 1);
  }

  const Model model{q, 0.3};
  differences("applied", q, kernels::applied.grad(model, 0.6).model.weights,
              [&](const Table& r) { return applied(Model{r, 0.3}, 0.6); });

  for (double t : {0.3, 0.8, 1.4, 3.0})
    differences("tabulated", rates, kernels::tabulated.grad(rates, t).curve, [&](const auto& r) { return tabulated(r, t); });
  const auto walk = kernels::walked.grad(q, w, 0.6);
  differences("walked", q, walk.p, [&](const Table& r) { return walked(r, w, 0.6); });
  differences("walked", w, walk.w, [&](const auto& r) { return walked(q, r, 0.6); });
  check::near("walked", "x", walk.x, (walked(q, w, 0.6 + check::step) - walked(q, w, 0.6 - check::step)) / (2 * check::step), 1e-6, 1);
  Table q_t = q;
  for (auto& [name, value] : q_t)
    value = walk.p.at(name);
  double squares = 0;
  for (const auto& [name, value] : walk.p)
    squares += value * value;
  const auto none = [&] {
    std::unordered_map<int, double> zero = w;
    for (auto& [key, value] : zero)
      value = 0;
    return zero;
  }();
  check::near("walked", "tangent", kernels::walked.tangent(q, w, 0.6, q_t, none, 0.0).derivative, squares, 1e-12, squares);
  differences("layered", q, kernels::layered.grad(model, 0.6).model.weights, [&](const Table& r) { return layered(Model{r, 0.3}, 0.6); });

  const std::map<int, double> before = {{1, 0.7}, {2, -0.4}, {3, 1.3}}, seed = {{1, 1.0}, {2, -2.0}, {3, 0.5}};
  const auto seeded = [&](std::map<int, double> p, double rate) {
    decayed(p, rate);
    double sum = 0;
    for (const auto& [key, value] : p)
      sum += value * seed.at(key);
    return sum;
  };
  auto p_after = before, p_b = seed;
  double rate_b = 0;
  kernels::decayed.adjoint(p_after, 0.2, p_b, rate_b);
  differences("decayed", before, p_b, [&](const auto& r) { return seeded(r, 0.2); });
  check::near("decayed", "rate", rate_b, (seeded(before, 0.2 + check::step) - seeded(before, 0.2 - check::step)) / (2 * check::step), 1e-6, 1);
  auto p_t = seed;
  p_after = before;
  kernels::decayed.tangent(p_after, 0.2, p_t, 0.5);
  auto p_expected = before;
  decayed(p_expected, 0.2);
  for (const auto& [key, value] : p_expected)
    check::near("decayed", "value", p_after.at(key), value, 1e-15, 1);
  double along = 0;
  for (const auto& [key, value] : p_t)
    along += value * seed.at(key);
  double dual = 0.5 * rate_b;
  for (const auto& [key, value] : p_b)
    dual += value * seed.at(key);
  check::near("decayed", "tangent", along, dual, 1e-12, 1);

  try {
    kernels::growth.grad(Table{{"start", 1.0}}, 1.0);
    check::near("growth", "missing key", 0, 1, 0, 1);
  } catch (const std::out_of_range&) {
  }
  Table indexed = {{"k", 2.0}, {"m", 3.0}}, indexed_b = {{"k", 0.0}, {"m", 0.0}};
  double w_b = 0;
  kernels::indexed.adjoint(indexed, 0.5, 1.0, indexed_b, w_b);
  check::failures() += indexed != Table{{"k", 2.0}, {"m", 3.0}};
  differences("indexed", indexed, indexed_b, [](Table at) { return app::indexed(at, 0.5); });
  Table lacking = {{"m", 2.0}}, lacking_b = lacking;
  try {
    kernels::indexed.adjoint(lacking, 0.5, 1.0, lacking_b, w_b);
    check::near("indexed", "missing key", 0, 1, 0, 1);
  } catch (const std::invalid_argument&) {
  }
  check::numbers("ends", kernels::ends, 0.7, 1.3);
  check::numbers("moved", kernels::moved, 0.7, 1.3);
  check::numbers("swappedInCases", kernels::swappedInCases, 0.7, 1.3);
  check::numbers("swappedInCases", kernels::swappedInCases, 1.7, 1.3);
  return check::failures();
}
