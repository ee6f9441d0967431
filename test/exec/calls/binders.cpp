// std::bind, std::mem_fn, std::bind_front and std::invoke; tuples that are joined.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/binders.treelize.hpp -- -std=c++20
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <algorithm>
#include <cmath>
#include <functional>
#include <numeric>
#include <treelize/annotations.hpp>
#include <tuple>
#include <utility>
#include <vector>

namespace app {

using Vector = std::vector<double>;
using namespace std::placeholders;

inline double f(double a, double b, double c) { return a * b + c; }
inline double power(double a, double b) { return a * b * b; }
struct Spring {
  double k;
  double pull(double z) const { return k * z; }
  double energy() const { return k * k; }
};
TREELIZE(kernel) double bound(double x, double y) {
  const auto g = std::bind(f, _1, y, x);
  const auto h = std::bind(f, x, _2, _1);
  Spring s{x};
  const auto pull = std::bind(&Spring::pull, &s, _1);
  const auto copy = std::bind(&Spring::pull, s, _1);
  s.k = y;
  return g(x) * h(y, x) + pull(y) + copy(x);
}
inline double twice(const std::function<double(double)>& g, double z) { return g(g(z)); }
TREELIZE(kernel) double passed(const Vector& x) {
  Vector y(x.size());
  std::transform(x.begin(), x.end(), y.begin(), std::bind(power, _1, x[0]));
  const std::function<double(double)> g = std::bind(power, x[1], _1);
  return std::accumulate(y.begin(), y.end(), 0.0, std::bind(std::plus<double>(), _1, _2)) + twice(g, x[0]);
}
TREELIZE(kernel) double members(const Vector& x) {
  std::vector<Spring> springs;
  for (double e : x)
    springs.push_back({e});
  Vector energies(x.size());
  std::transform(springs.begin(), springs.end(), energies.begin(), std::mem_fn(&Spring::energy));
  const auto stiffness = std::mem_fn(&Spring::k);
  const auto pull = std::mem_fn(&Spring::pull);
  return energies[0] * energies[1] + stiffness(springs[0]) + pull(springs[1], x[0]) + std::mem_fn(&Spring::energy)(&springs[0]);
}
TREELIZE(kernel) double fronts(double x, double y) {
  const auto g = std::bind_front(f, x, y);
  Spring s{x};
  const auto h = std::bind_front(&Spring::pull, s);
  return g(y) * h(x) + std::invoke(&Spring::pull, &s, y) * std::invoke(&Spring::k, s);
}
TREELIZE(kernel) double tuples(double x, double y) {
  const auto t = std::tuple_cat(std::make_tuple(x, 2), std::make_tuple(y), std::make_pair(x * y, 3));
  const double s = std::get<0>(t) * std::get<1>(t) + std::get<2>(t) * std::get<3>(t) * std::get<4>(t);
  return s + std::apply(f, std::tuple_cat(std::make_tuple(x), std::make_pair(y, x)));
}

} // namespace app

#include "binders.treelize.hpp"
#include <KernelCheck.h>

int main() {
  using namespace app;
  check::Kernels check;
  check("bound", kernels::bound, bound, 0.7, 1.2);
  check("passed", kernels::passed, passed, Vector{0.7, 1.2});
  check("members", kernels::members, members, Vector{0.7, 1.2});
  check("fronts", kernels::fronts, fronts, 0.7, 1.2);
  check("tuples", kernels::tuples, tuples, 0.7, 1.2);
  return check.failures;
}
