// A class template over its leaf type is rebound when the results have another type.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
#include <treelize/annotations.hpp>

#include <cassert>
#include <type_traits>

namespace app {
template <class T, int N> struct TREELIZE(node) Samples {
  T values[N];
  T mean;
};
template <class T> struct TREELIZE(node) Point {
  T x, y;
};
TREELIZE(mode = strict) inline bool positive(double x) { return x > 0; }
} // namespace app

// CHECK: template <class T, int N>
// CHECK-NEXT: struct treelize::node_traits<app::Samples<T, N>> {
// CHECK: using rebind = app::Samples<Rebound, N>;
// CHECK: template <class T>
// CHECK-NEXT: struct treelize::node_traits<app::Point<T>> {

#include GENERATED

int main() {
  const auto p = app::positive(app::Point<double>{1, -1});
  static_assert(std::is_same_v<decltype(p), const app::Point<bool>>);
  const auto s = app::positive(app::Samples<double, 2>{{-1, 2}, 0});
  static_assert(std::is_same_v<decltype(s), const app::Samples<bool, 2>>);
  assert(p.x && !p.y && !s.values[0] && s.values[1]);
}
