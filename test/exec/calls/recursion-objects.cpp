// Recursive functions that return vectors, objects and optionals, some of them early.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/recursion-objects.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s < %t/recursion-objects.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %allcxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <cmath>
#include <optional>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>
namespace app {

using vec = std::vector<double>;

inline vec squares(vec v, int depth) {
  if (depth == 0)
    return v;
  vec o;
  for (std::size_t i = v.size(); i-- > 0;)
    o.push_back(v[i] * v[i]);
  return squares(o, depth - 1);
}

inline vec mergeSort(const vec& v) {
  if (v.size() < 2)
    return v;
  const std::size_t half = v.size() / 2;
  const vec a = mergeSort(vec(v.begin(), v.begin() + static_cast<std::ptrdiff_t>(half)));
  const vec b = mergeSort(vec(v.begin() + static_cast<std::ptrdiff_t>(half), v.end()));
  vec out;
  std::size_t i = 0, j = 0;
  while (i < a.size() || j < b.size())
    if (j == b.size() || (i < a.size() && a[i] < b[j]))
      out.push_back(a[i++]);
    else
      out.push_back(b[j++]);
  return out;
}

struct Pair {
  double a, b;
};
inline Pair halved(Pair p, int n) {
  if (n == 0)
    return {p.b * p.a, p.a};
  Pair q = halved({p.a * 0.5, p.b + p.a}, n - 1);
  q.a += p.b;
  return q;
}

// CHECK: static void squares_reverse({{.*}}std::vector<double> seed
TREELIZE(kernel) double squared(std::span<const double> x) {
  const vec s = squares(vec(x.begin(), x.end()), 2);
  double t = 0;
  for (std::size_t i = 0; i < s.size(); ++i)
    t += s[i] * static_cast<double>(i + 1);
  return t;
}

TREELIZE(kernel) double sorted(std::span<const double> x) {
  const vec s = mergeSort(vec(x.begin(), x.end()));
  double t = 0;
  for (std::size_t i = 0; i < s.size(); ++i)
    t += s[i] * s[i] * static_cast<double>(i + 1);
  return t;
}

TREELIZE(kernel) double paired(std::span<const double> x) {
  const Pair p = halved({x[0], x[1]}, 3);
  return p.a * p.b + p.a;
}

// In a loop, with nothing, and what is returned changed and emptied by the caller.
inline std::optional<double> found(double t, int n) {
  if (n == 0)
    return std::nullopt;
  for (int i = 0; i < 2; ++i)
    if (const auto inner = found(t * (i + 0.5), n - 1))
      return *inner * t;
  if (n == 1)
    return t * t;
  return {};
}
inline std::optional<vec> grown(double t, int n) {
  if (n == 0)
    return vec{t, t * t};
  if (t > 8)
    return std::nullopt;
  auto inner = grown(t * 1.5, n - 1);
  if (inner)
    inner->push_back(t);
  return inner;
}
struct Search {
  double a, b;
  std::optional<Pair> near(double t, int n) const {
    if (n == 0)
      return Pair{a * t, t};
    if (t > 4)
      return std::nullopt;
    const auto left = near(t * b + 1, n - 1);
    return left ? left : near(t + a, n - 1);
  }
};
// CHECK: static std::pair<bool, double> found_forward(
TREELIZE(kernel) double optional(std::span<const double> x) {
  double sum = 0;
  for (double v : x) {
    if (const auto r = found(v, 3))
      sum += *r;
    else
      sum -= v;
    sum += found(v, 1).value() + found(v, 0).value_or(v * v);
  }
  if (auto r = grown(x[0], 3))
    for (double v : *r)
      sum += v * v;
  auto emptied = grown(x[1], 2);
  sum *= emptied ? x[1] : x[2];
  emptied = std::nullopt;
  const Search search{x[0], x[1]};
  if (const auto pair = search.near(x[2], 3); pair.has_value())
    sum += pair->a * pair->b;
  return emptied ? 0 : sum;
}

} // namespace app

#include "GradientCheck.h"
#include "recursion-objects.treelize.hpp"

int main() {
  using namespace app::kernels;
  for (const std::vector<double>& x : {std::vector{1.3, 0.8, 1.9, 0.2, 0.5}, {-1.1, 1.6, 0.4, 0.6, -0.3}}) {
    check::scalar("squared", squared, x);
    check::scalar("sorted", sorted, x);
    check::scalar("paired", paired, x);
    check::scalar("optional", optional, x);
    check::near("optional", "value", optional.value_and_grad(x).value, app::optional(x), 1e-15, 1);
  }
  return check::finish();
}
