// One name: without trees it is the plain call, with a tree the call leaf by leaf.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
#include <treelize/annotations.hpp>

#include <cassert>
#include <map>
#include <string>
#include <type_traits>

namespace app {
TREELIZE(mode = strict) inline double add(double a, double b) { return a + b; }
} // namespace app

// CHECK: struct add_leaf {
// CHECK-NEXT: static constexpr treelize::walk_options options{};
// CHECK: using parameters = treelize::parameters<double, double>;
// CHECK: double operator()(double a, double b) const { return ::app::add(a, b); }
// CHECK: template <class TreeA, class TreeB>
// CHECK-NEXT: requires treelize::takes_trees<add_leaf, TreeA, TreeB>
// CHECK-NEXT: auto add(const TreeA& a, const TreeB& b) {
// CHECK-NEXT: return treelize::walk(add_leaf{}, a, b);

#include GENERATED

int main() {
  static_assert(std::is_same_v<decltype(app::add(1, 2)), double>);
  assert(app::add(1, 2) == 3);
  const std::map<std::string, double> m{{"a", 1}, {"b", 2}};
  assert((app::add(m, m) == std::map<std::string, double>{{"a", 2}, {"b", 4}}));
  const treelize::tree<double> t = {{"a", 1}, {"b", {{"c", 2}}}};
  assert((app::add(t, m) == treelize::tree<double>{{"a", 2}, {"b", {{"c", 4}}}}));
}
