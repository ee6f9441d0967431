// Pieces of the library that are taken apart: bound functions and references, shuffles, views of pairs, values of optionals,
// insertions at a position, and copies of containers.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/library-pieces.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <algorithm>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <numeric>
#include <optional>
#include <random>
#include <ranges>
#include <span>
#include <treelize/annotations.hpp>
#include <tuple>
#include <vector>

namespace app {

TREELIZE(kernel) double references(std::span<const double> x) {
  double a = x[0], b = x[1];
  std::reference_wrapper<double> r = std::ref(a);
  r.get() *= x[2];
  const auto c = std::cref(b);
  b *= x[3];
  return a * b + c + r;
}
TREELIZE(kernel) double shuffled(std::span<const double> x) {
  std::mt19937 random(7);
  std::vector<double> v(x.begin(), x.end());
  std::vector<int> order{0, 1, 2, 3};
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    std::shuffle(v.begin(), v.end(), random);
    std::shuffle(order.begin(), order.end(), random);
    for (std::size_t i = 0; i < 4; ++i) {
      sum += v[i] * x[static_cast<std::size_t>(order[i])] * static_cast<double>(i + 1);
      v[i] *= x[i];
    }
  }
  return sum;
}
TREELIZE(kernel) double views(std::span<const double> x) {
  std::vector<std::pair<int, double>> entries{{1, x[0]}, {3, x[1]}};
  double s = 1;
  for (const double v : entries | std::views::values)
    s *= v * x[2];
  for (const int k : entries | std::views::keys)
    s += k * x[3];
  for (double& v : entries | std::views::values | std::views::reverse)
    v *= s;
  return s * entries[0].second + entries[1].second;
}
TREELIZE(kernel) double optionals(std::span<const double> x) {
  std::optional<std::pair<double, double>> o;
  const auto a = o.value_or(std::pair{x[0], x[1]});
  o = std::pair{x[2], x[3]};
  auto b = o.value_or(std::make_pair(x[0], x[1]));
  b.first *= 2;
  return a.first * b.second + a.second * b.first * o->first;
}
TREELIZE(kernel) double inserted(std::span<const double> x) {
  std::deque<double> d{x[0], x[1]};
  d.insert(d.begin() + 1, x[2]);
  d.insert(d.end(), d[0] * x[3]);
  d.erase(d.begin());
  std::list<double> l{x[0], x[1]}, m{x[2], x[3]};
  auto second = l.begin();
  ++second;
  l.insert(second, x[2] * x[2]);
  l.splice(l.begin(), m);
  double s = d[0] * d[1] + d[2];
  int i = 1;
  for (const double v : l)
    s += v * i++ * s;
  return s * l.front() + static_cast<double>(m.size());
}
TREELIZE(kernel) double copies(std::span<const double> x) {
  std::map<int, double> m{{1, x[0]}, {3, x[1]}}, n{{7, x[2]}};
  for (int i = 0; i < 2; ++i) {
    n = m;
    n[1] *= x[2];
    m[3] += x[3] * n[1];
  }
  std::list<double> l{x[0], x[1]}, k;
  k = l;
  l.front() = x[3];
  return m[1] * n[1] * n[3] * m[3] + k.front() * l.front() + static_cast<double>(n.size());
}

// Tuples of references, and function objects of other types than their operands.
TREELIZE(kernel) double tuples(std::span<const double> x) {
  std::vector<double> v(x.begin(), x.end());
  double s = 0;
  for (std::size_t i = 0; i < 3; ++i) {
    auto t = std::make_tuple(std::ref(v[i]), std::cref(x[0]), 2.0);
    std::get<0>(t) *= std::get<1>(t);
    auto [a, b, c] = t;
    a += 1;
    s += a * b * c;
  }
  auto p = std::make_pair(std::ref(v), 3);
  p.first[0] = s;
  return s + v[0] * v[1];
}
TREELIZE(kernel) double combined(std::span<const double> x) {
  const std::vector<int> n{2, 3, 4, 5};
  double s = std::accumulate(n.begin(), n.end(), x[0], std::multiplies<>{});
  s += std::inner_product(x.begin(), x.end(), n.begin(), 0.0, std::plus<>{}, std::multiplies<>{});
  s += std::inner_product(x.begin(), x.end(), n.begin(), x[1], std::plus<double>{}, std::multiplies<double>{});
  const int volume = std::accumulate(n.begin(), n.end(), 1, std::multiplies<int>());
  const int left = std::accumulate(n.begin(), n.end(), 1000, std::divides<int>());
  const std::vector<double> fractions{2.7, 3.9};
  const int whole = std::accumulate(fractions.begin(), fractions.end(), 1, std::multiplies<int>());
  return s * volume + left * x[2] + whole * x[3];
}

} // namespace app

#include "library-pieces.treelize.hpp"

#include <GradientCheck.h>

int main() {
  const std::vector<double> x = {0.61, -0.37, 0.83, 1.21};
  check::scalar("references", app::kernels::references, x);
  check::scalar("shuffled", app::kernels::shuffled, x);
  check::scalar("views", app::kernels::views, x);
  check::scalar("optionals", app::kernels::optionals, x);
  check::scalar("inserted", app::kernels::inserted, x);
  check::scalar("copies", app::kernels::copies, x);
  check::scalar("tuples", app::kernels::tuples, x);
  check::scalar("combined", app::kernels::combined, x);
  check::near("combined", "value", app::kernels::combined.value_and_grad(x).value, app::combined(x), 1e-15, 1);
  return check::finish();
}
