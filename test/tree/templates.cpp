// A function template gets an overload with its own head, which is preferred for trees, and one for
// mixed arguments; concepts, auto parameters, packs and patterns keep their form.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
#include <treelize/annotations.hpp>

#include <cassert>
#include <map>
#include <string>
#include <vector>

namespace app {
template <class T> concept addable = requires(T a) { a + a; };
template <addable T> [[treelize]] T plus(const T& a, const T& b) { return a + b; }
template <class T> [[treelize]] T twice(T x) { return x + x; }
[[treelize]] inline auto half(auto x) { return x / 2; }
template <class... Ts> [[treelize]] double total(const Ts&... xs) { return (0.0 + ... + xs); }
template <class T> [[treelize]] T first(const std::vector<T>& v) { return v.at(0); }
} // namespace app

// CHECK: {{^}}template <addable T>
// CHECK-NEXT: auto plus(const T& a, const T& b)
// CHECK-NEXT: requires treelize::takes_trees<plus_leaf, decltype(a), decltype(b)>
// CHECK: template <class TreeA, class TreeB>
// CHECK-NEXT: requires treelize::takes_trees<plus_leaf, TreeA, TreeB>
// CHECK: {{^}}template <class T>
// CHECK-NEXT: auto twice(T x)
// CHECK: {{^}}auto half(auto x)
// CHECK: treelize::parameters<treelize::pack<treelize::deduced>>
// CHECK: {{^}}template <class... Ts>
// CHECK-NEXT: auto total(const Ts&... xs)
// CHECK: treelize::parameters<treelize::pattern<takes_0>>

#include GENERATED

int main() {
  const treelize::tree<double> t = {{"a", 1}, {"b", 2}};
  assert(app::plus(t, t)["b"] == 4.0 && app::plus(1.0, t)["b"] == 3.0 && app::plus(1, 2) == 3);
  assert(app::twice(t)["b"] == 4.0 && app::twice(std::pair(1, 2.5)).second == 5);
  assert(app::half(t)["b"] == 1.0 && app::half(4) == 2);
  assert(app::total(t, 1, t)["b"] == 5.0 && app::total(1, 2) == 3);
  const std::map<std::string, std::vector<int>> lists{{"k", {7, 8}}};
  assert(app::first(lists).at("k") == 7 && app::first(lists.at("k")) == 7);
}
