// Where there is no gradient, `grad` is absent for overload resolution, and the compiler's message
// names `adjoint`.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: not %cxx -DCALL -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only 2>&1 | %FileCheck %s
// RUN: not %clangxx -DCALL -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only 2>&1 | %FileCheck %s
#include <treelize/annotations.hpp>

#include <cassert>
#include <memory>

namespace app {

TREELIZE(kernel) double first(const double* x) { return x[0] * x[0]; }
TREELIZE(kernel) void twice(double& x) { x = x * x; }
struct View {
  double* data;
  int size;
};
TREELIZE(kernel) double viewed(View v) { return v.data[0] * 2; }
TREELIZE(kernel) int count(double x) { return x > 0 ? 1 : 0; }

} // namespace app

#include GENERATED

template <class Kernel, class... Args>
concept has_grad = requires(Kernel kernel, Args... args) { kernel.grad(args...); };

static_assert(!has_grad<decltype(app::kernels::first), const double*>);
static_assert(!has_grad<decltype(app::kernels::twice), double&>);
static_assert(!has_grad<decltype(app::kernels::viewed), app::View>);
static_assert(!has_grad<decltype(app::kernels::count), double>);

#ifdef CALL
// CHECK: call_adjoint
auto g = app::kernels::first.grad(nullptr);
#endif

int main() {
  double x = 3, x_b = 1;
  app::kernels::twice.adjoint(x, x_b);
  assert(x == 3 && x_b == 6);
  double y_b = 0;
  app::kernels::first.adjoint(&x, 1, &y_b);
  assert(y_b == 6);
}
