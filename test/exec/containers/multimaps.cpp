// Multimaps of numbers and of objects, and reverse iterators that reach into the elements of deques, lists and maps.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/multimaps.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%t/multimaps.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <cmath>
#include <deque>
#include <list>
#include <map>
#include <string>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>

namespace app {

// CHECK-LABEL: struct numbers_kernel
// CHECK: std::multimap<int, std::size_t> m
TREELIZE(kernel) double numbers(double x, double y) {
  std::multimap<int, double> m;
  m.insert({1, x});
  m.insert({0, y});
  m.emplace(1, x * y);
  m.insert(std::make_pair(2, x + y));
  double s = 0;
  for (auto& [key, value] : m)
    s = s * 0.5 + (key + 1) * value * value;
  auto it = m.find(1);
  s += it->second * static_cast<double>(m.count(1));
  for (auto i = m.lower_bound(1); i != m.upper_bound(1); ++i) {
    i->second *= y;
    s += i->second;
  }
  m.erase(1);
  return s * static_cast<double>(m.size()) + m.begin()->second;
}

struct Item {
  double value;
  std::string name;
};
inline double named(const std::multimap<std::string, Item>& m, const std::string& name) {
  double s = 0;
  auto range = m.equal_range(name);
  for (auto i = range.first; i != range.second; ++i)
    s += i->second.value * i->second.value;
  return s;
}
TREELIZE(kernel) double objects(double x, double y) {
  std::multimap<std::string, Item> m;
  m.insert({"a", {x, "q"}});
  m.insert({"a", {y, "rr"}});
  m.emplace("b", Item{x * y, "s"});
  double s = 0;
  for (const auto& entry : m)
    s = s * 0.5 + entry.second.value * static_cast<double>(entry.second.name.size());
  return s * named(m, "a") + named(m, "b");
}

TREELIZE(kernel) double backwards(double x, double y) {
  std::map<int, Item> m{{1, {x, "a"}}, {2, {y, "bb"}}};
  std::deque<Item> d{{x, "q"}, {x * y, "r"}};
  std::list<Item> l{{y, "q"}, {x * y, "r"}};
  double s = 0;
  for (auto it = m.rbegin(); it != m.rend(); ++it)
    s = s * 0.5 + it->second.value * it->first;
  for (auto it = d.rbegin(); it != d.rend(); ++it) {
    it->value *= x;
    s = s * 0.5 + it->value * static_cast<double>(it->name.size());
  }
  for (auto it = l.crbegin(); it != l.crend(); ++it)
    s = s * 0.5 + (*it).value;
  return s + d[0].value * d.back().value;
}

using Vector = std::vector<double>;
inline double dot(const Vector& a, const Vector& b) {
  double s = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    s += a[i] * b[i];
  return s;
}
inline void add(Vector& a, double by, const Vector& b) {
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] += by * b[i];
}
/// Two loops through the last steps and changes of the gradient, as L-BFGS has them.
inline Vector direction(const std::deque<std::pair<Vector, Vector>>& history, Vector q) {
  std::vector<double> a;
  for (auto h = history.rbegin(); h != history.rend(); ++h) {
    a.push_back(dot(h->first, q) / dot(h->first, h->second));
    add(q, -a.back(), h->second);
  }
  std::size_t last = a.size();
  for (auto h = history.begin(); h != history.end(); ++h) {
    --last;
    add(q, a[last] - dot(h->second, q) / dot(h->first, h->second), h->first);
  }
  return q;
}
TREELIZE(kernel) double steps(const Vector& x) {
  std::deque<std::pair<Vector, Vector>> history;
  Vector gradient = x;
  for (int n = 0; n < 4; ++n) {
    const Vector q = direction(history, gradient);
    Vector step(3), change(3);
    for (int i = 0; i < 3; ++i) {
      step[i] = -0.3 * q[i] + 0.01 * i;
      change[i] = step[i] * (1 + i) + 0.1 * step[i] * step[i];
    }
    add(gradient, 1, change);
    history.push_back({step, change});
    if (history.size() > 2)
      history.pop_front();
  }
  return dot(gradient, gradient);
}

} // namespace app

#include "multimaps.treelize.hpp"
#include <KernelCheck.h>

int main() {
  using namespace app;
  check::Kernels check;
  check("numbers", kernels::numbers, numbers, 0.7, 1.3);
  check("objects", kernels::objects, objects, 0.7, 1.3);
  check("backwards", kernels::backwards, backwards, 0.7, 1.3);
  check("steps", kernels::steps, steps, Vector{0.7, 1.3, 0.4});
  return check.failures;
}
