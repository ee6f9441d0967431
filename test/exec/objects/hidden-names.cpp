// Classes and parameters may have the names that a kernel's object uses itself.
// RUN: %treelize %s -o %T/hidden-names.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/hidden-names.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
// RUN: %clangxx -I%S/../../Inputs -I%T %s -fsyntax-only
#include <treelize/annotations.hpp>

#include <vector>

struct gradient {
  double a, b;
};
struct result {
  double v;
};
struct sweep {
  struct seed {
    double w;
  };
  seed first;
};
struct square_kernel {
  double s;
};

// CHECK-LABEL: struct square_kernel
// CHECK: double operator()(const ::gradient& g, const std::vector<::gradient>& all, const ::sweep& sweep,
TREELIZE(kernel) inline double square(const gradient& g, const std::vector<gradient>& all, const sweep& sweep,
                                      const square_kernel& seed) {
  result r{g.a * g.b * sweep.first.w};
  gradient sum = g;
  for (const gradient& each : all)
    sum.a += each.a * each.b * seed.s;
  return r.v * sum.a;
}

namespace app {
struct tangent {
  double x;
};
// CHECK: double operator()(const app::tangent& tangent) const {
TREELIZE(kernel) inline double cube(const tangent& tangent) { return tangent.x * tangent.x * tangent.x; }
} // namespace app

#include "hidden-names.treelize.hpp"
#include <KernelCheck.h>

int main() {
  check::Kernels check;
  check("square", kernels::square, square, gradient{1.2, 0.7}, std::vector<gradient>{{0.3, 0.4}, {-1, 2}}, sweep{{0.6}},
        square_kernel{1.4});
  check("cube", app::kernels::cube, app::cube, app::tangent{0.7});
  return check.failures != 0;
}
