// Functions in the global, unnamed and inline namespaces, and static ones: what names them has their
// linkage, and the tree overload is found as they are.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
#include <treelize/annotations.hpp>

#include <cassert>
#include <vector>

[[treelize]] inline double square(double x) { return x * x; }
namespace app {
[[treelize]] static double quarter(double x) { return x / 4; }
namespace {
[[treelize]] double eighth(double x) { return x / 8; }
} // namespace
inline namespace v1 {
[[treelize]] inline double tenth(double x) { return x / 10; }
} // namespace v1
} // namespace app

// CHECK: struct square_leaf {
// CHECK: return ::square(x);
// CHECK: namespace app {
// CHECK-NEXT: namespace {
// CHECK: struct quarter_leaf {
// CHECK: } // namespace
// CHECK: static auto quarter(const TreeA& x) {
// CHECK: inline namespace v1 {
// CHECK: struct tenth_leaf {

#include GENERATED

int main() {
  const std::vector<double> v{8};
  assert(square(v)[0] == 64 && app::quarter(v)[0] == 2 && app::eighth(v)[0] == 1);
  assert(app::tenth(v)[0] == 0.8 && app::v1::tenth(v)[0] == 0.8);
}
