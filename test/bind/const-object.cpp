// A kernel that changes its object has one line to say about a const one.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %allcxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
// RUN: not %cxx -DGENERATED='"%t.treelize.hpp"' -DCALL='constant.step(1)' %s -fsyntax-only 2>&1 | %FileCheck %s --check-prefix=BOUND --implicit-check-not=error:
// RUN: not %clangxx -DGENERATED='"%t.treelize.hpp"' -DCALL='constant.step(1)' %s -fsyntax-only 2>&1 | %FileCheck %s --check-prefix=BOUND
// RUN: not %cxx -DGENERATED='"%t.treelize.hpp"' -DCALL='treelize::bind(plain).step(1)' %s -fsyntax-only 2>&1 | %FileCheck %s --check-prefix=BIND --implicit-check-not=error:
// RUN: not %clangxx -DGENERATED='"%t.treelize.hpp"' -DCALL='treelize::bind(plain).step.grad(1)' %s -fsyntax-only 2>&1 | %FileCheck %s --check-prefix=BIND --implicit-check-not=error:
#include <treelize/annotations.hpp>

#include <utility>

namespace app {
struct TREELIZE(data_oriented) Chain {
  double k = 1;
  TREELIZE(kernel) double step(double x) { return k += x; }
  TREELIZE(kernel) double energy(double x) const { return k * x; }
};
} // namespace app

#include GENERATED

// BOUND: error: {{.*}}deleted
// BIND: error: static assertion failed{{.*}}treelize::bind(object): this kernel changes its object, but the object is const

double use(const treelize::bound<app::Chain>& constant, const app::Chain& plain) {
#ifdef CALL
  (void)CALL;
#endif
  return constant.energy(1) + treelize::bind(plain).energy.grad(1).x;
}
