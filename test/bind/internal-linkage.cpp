// Static functions, and those of an unnamed namespace: their objects belong to this file alone too.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s < %t.treelize.hpp
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %clangxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>

#include <cassert>

namespace app {
TREELIZE(kernel) static double f(double x) { return x * x; }
namespace {
TREELIZE(kernel) double g(double x) { return 3 * x; }
TREELIZE(kernel) [[maybe_unused]] double unused(double x) { return 3 * x; }
} // namespace
} // namespace app

// CHECK: namespace {
// CHECK: struct f_kernel
// CHECK: {{.}}[maybe_unused]] constexpr f_kernel f{};

#include GENERATED

int main() {
  assert(app::kernels::f.grad(2).x == 4);
  assert(app::kernels::g.grad(2).x == 3);
}
