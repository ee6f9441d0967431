// Overloads share one wrapper; each leaf goes to the overload that it prefers. Those with another number
// of parameters, and shorter calls that default arguments allow, have wrappers of their own.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
#include <treelize/annotations.hpp>

#include <cassert>
#include <tuple>
#include <type_traits>

namespace app {
[[treelize]] inline double twice(double x) { return 2 * x; }
[[treelize]] inline int twice(int x) { return 2 * x; }
[[treelize]] inline double twice(double x, double times) { return 2 * x * times; }
[[treelize]] inline double shifted(double x, double by = 1) { return x + by; }
} // namespace app

// CHECK: struct twice1_leaf {
// CHECK: using parameters = treelize::parameters<treelize::any_of<double, int>>;
// CHECK: struct twice2_leaf {
// CHECK: auto shifted(const TreeA& x) {
// CHECK: auto shifted(const TreeA& x, const TreeB& by) {

#include GENERATED

int main() {
  const auto t = app::twice(std::tuple(1, 2.5));
  static_assert(std::is_same_v<decltype(t), const std::tuple<int, double>>);
  assert(t == std::tuple(2, 5.0));
  assert(app::twice(std::tuple(1, 2.5), 2) == std::tuple(4.0, 10.0));
  assert(app::shifted(std::tuple(1.0)) == std::tuple(2.0));
  assert(app::shifted(std::tuple(1.0), 2) == std::tuple(3.0));
}
