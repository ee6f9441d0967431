// Where there is no gradient, `grad` is absent for overload resolution, and the compiler's message
// names `adjoint`.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: not %cxx -DCALL -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only > %t.txt 2>&1
// RUN: %FileCheck %s --input-file=%t.txt
// RUN: awk "END { exit NR > 12 }" %t.txt
// RUN: not %clangxx -DCALL -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only > %t.txt 2>&1
// RUN: %FileCheck %s --input-file=%t.txt --check-prefix=CLANG
// RUN: awk "END { exit NR > 12 }" %t.txt
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
// CHECK: error: {{.*}}grad_cannot_own_a_shadow_of_each_parameter_so_call_adjoint {{.*}}first_kernel::grad
// CLANG: error: kernel 'first' has no 'grad': a parameter or a member cannot be copied, or refers to memory of unknown extent: call its 'adjoint'
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
