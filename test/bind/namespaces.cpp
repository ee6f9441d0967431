// `kernels` is a member of the innermost named namespace; an inline one gets an alias.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %clangxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>

#include <cassert>

TREELIZE(kernel) double f(double x) { return x; }

namespace a::b {
TREELIZE(kernel) double f(double x) { return 2 * x; }
inline namespace v1 {
TREELIZE(kernel) double g(double x) { return 3 * x; }
} // namespace v1
namespace kernels {
inline int mine = 5;
}
} // namespace a::b

#include GENERATED

int main() {
  assert(kernels::f.grad(1).x == 1);
  assert(a::b::kernels::f.grad(1).x == 2);
  assert(a::b::kernels::g.grad(1).x == 3);
  assert(a::b::v1::kernels::g.grad(1).x == 3);
  assert(a::b::kernels::mine == 5);
}
