// Const members of a data-oriented class are constants: its gradients leave them alone.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %clangxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
// RUN: not %cxx -DGENERATED='"%t.treelize.hpp"' -DCONST_FIELD %s -fsyntax-only 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>
#include <treelize/field.hpp>

#include <cassert>
#include <set>
#include <vector>

#ifdef CONST_FIELD
#define CONST const
#else
#define CONST
#endif

namespace app {
struct Range {
  const double low = 0.5;
  double high = 2;
};

struct TREELIZE(data_oriented) Sums {
  CONST treelize::field<double> x{std::vector<double>{3.0}};
  treelize::field<double> y;
  const double k = 2.5;
  const std::vector<double> weights{1.0, 2.0};
  const double scale[2] = {3, 4};
  const int count = 2;
  std::set<int> skipped{5};
  Range range;
  TREELIZE(kernel) void compute() {
    for (int i = 0; i < count && !skipped.contains(i); ++i)
      y.value() += (k * x.value() + weights[i]) * x.value() * range.low * range.high * scale[i];
  }
};
} // namespace app

#include GENERATED

// CHECK: a const field is a constant and gets no adjoint
int main() {
  treelize::bound<app::Sums> sums;
  sums.compute();
  assert(sums.y.value() == 3 * 8.5 * 3 + 4 * 9.5 * 3);
  sums.y.grad.value() = 1;
  sums.compute.grad();
  assert(sums.x.grad.value() == 3 * (2 * 2.5 * 3 + 1) + 4 * (2 * 2.5 * 3 + 2));
}
