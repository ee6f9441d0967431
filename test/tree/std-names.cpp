// std::max, found by the arguments' types, has the parameters of the overload for equal types but is
// less constrained: the tree function is called.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
#include <treelize/annotations.hpp>

#include <algorithm>
#include <cassert>
#include <map>
#include <string>

namespace app {
[[treelize]] inline double max(double a, double b) { return a > b ? a : b; }

template <class T> T greatest(const T& a, const T& b);
} // namespace app

// CHECK: template <class Type>
// CHECK-NEXT: requires treelize::takes_trees<max_leaf, Type, Type>
// CHECK-NEXT: auto max(const Type& a, const Type& b) {

#include GENERATED

template <class T> T app::greatest(const T& a, const T& b) { return max(a, b); }

int main() {
  const std::map<std::string, double> a{{"k", 2}, {"l", 3}}, b{{"k", 1}, {"l", 9}};
  assert((app::greatest(a, b) == std::map<std::string, double>{{"k", 2}, {"l", 9}}));
}
