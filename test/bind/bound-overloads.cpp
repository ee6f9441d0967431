// Overloads of a kernel's name: const and non-const kernels, and functions that are no kernels.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %clangxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
#include <treelize/annotations.hpp>

#include <cassert>
#include <string>

namespace app {
struct TREELIZE(data_oriented) Many {
  double k = 2;
  TREELIZE(kernel) double f(double s) { return 2 * k * s; }
  TREELIZE(kernel) double f(double s) const { return k * s; }
  TREELIZE(kernel) double f(double s, double t) const { return k * s * t; }
  std::string f(const std::string& text) const { return text + "!"; }
  template <class T> T f(T* pointer) { return *pointer; }
};
} // namespace app

#include GENERATED

int main() {
  treelize::bound<app::Many> many;
  const treelize::bound<app::Many>& fixed = many;
  assert(many.f(1) == 4 && fixed.f(1) == 2 && fixed.f(1, 5) == 10);
  assert(many.f.grad(1).s == 4 && fixed.f.grad(1).s == 2 && many.f.grad(1, 5).t == 2);
  assert(many.f(std::string("a")) == "a!");
  int n = 3;
  assert(many.f(&n) == 3);
}
