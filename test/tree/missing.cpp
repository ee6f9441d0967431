// missing: an expression is evaluated once a call and shared, a callable once for each leaf that needs it.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
#include <treelize/annotations.hpp>

#include <cassert>
#include <vector>

namespace app {
using ints = std::vector<int>;
TREELIZE(mode = outer, missing = ints{})
inline ints shared(ints& list, int x) { return list.push_back(x), list; }
TREELIZE(mode = outer, missing = [] { return ints{}; })
inline ints fresh(ints& list, int x) { return list.push_back(x), list; }
TREELIZE(mode = outer, inherit = false, missing = {}) inline int add(int a, int b) { return a + b; }
} // namespace app

// CHECK: inline auto shared_missing() {
// CHECK-NEXT: return ints{};
// CHECK: options{.mode = treelize::mode::outer};
// CHECK: static auto missing() { return shared_missing(); }
// CHECK: inline auto fresh_missing() {
// CHECK-NEXT: return [] { return ints{}; };
// CHECK: inline auto add_missing() {
// CHECK-NEXT: return int{};
// CHECK: options{.mode = treelize::mode::outer, .inherit = false};

#include GENERATED

int main() {
  const treelize::tree<int> x = {{"a", 1}, {"b", 2}};
  treelize::tree<app::ints> none = {{"z", app::ints{}}};
  const treelize::tree<int> y = {{"a", 1}, {"b", 2}, {"z", 3}};
  assert((app::shared(none, y)["b"].value() == app::ints{1, 2}));
  assert((app::fresh(none, y)["b"].value() == app::ints{2}));
  assert((app::add(x, treelize::tree<int>{{"c", 3}}) == treelize::tree<int>{{"a", 1}, {"b", 2}, {"c", 3}}));
}
