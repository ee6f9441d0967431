// Where there is no matrix, the member is absent for overload resolution, and the compiler's message
// names what to call.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
// RUN: not %cxx -DCALL -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only 2>&1 | %FileCheck %s
// RUN: not %clangxx -DCALL -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only 2>&1 | %FileCheck %s --check-prefix=CLANG
#include <treelize/annotations.hpp>

#include <span>

namespace app {

TREELIZE(kernel) inline double energy(double x) { return x * x * x; }
TREELIZE(kernel) inline double at(const double* x) { return x[0] * x[1]; }
TREELIZE(kernel) inline void rotate(const double* x, double* y) {
  y[0] = x[1];
  y[1] = -x[0];
}
// What it leaves in memory of unknown extent could not be put back.
TREELIZE(kernel, wrt = (x, y)) inline void counted(double x, double* calls, double& y) {
  calls[0] += 1;
  y = x * x;
}

} // namespace app

#include GENERATED

template <class Kernel, class... Args>
concept has_jacobian = requires(Kernel kernel, Args... args) { kernel.jacobian(args...); };
template <class Kernel, class... Args>
concept has_hessian = requires(Kernel kernel, Args... args) { kernel.hessian(args...); };

static_assert(!has_jacobian<decltype(app::kernels::energy), double>);
static_assert(has_hessian<decltype(app::kernels::energy), double>);
static_assert(!has_hessian<decltype(app::kernels::at), const double*>);
static_assert(!has_jacobian<decltype(app::kernels::rotate), const double*, double*>);
static_assert(!has_hessian<decltype(app::kernels::rotate), const double*, double*>);
static_assert(!has_jacobian<decltype(app::kernels::counted), double, double*, double&>);

#ifdef CALL
double x[2], y;
// CHECK: error: {{.*}}jacobian_needs_several_results_so_call_grad
// CLANG: error: kernel 'energy' has no 'jacobian': it returns one floating number: call its 'grad', or its 'hessian'
auto a = app::kernels::energy.jacobian(1);
// CHECK: error: {{.*}}jacobian_cannot_tell_the_extent_of_each_parameter_so_call_adjoint
// CLANG: error: kernel 'rotate' has no 'jacobian': a parameter refers to memory of unknown extent, or cannot be copied: call its 'adjoint' over lanes, or take a span
auto b = app::kernels::rotate.jacobian(x, x);
// CHECK: error: {{.*}}hessian_needs_one_floating_result_so_call_jacobian
// CLANG: error: kernel 'counted' has no 'hessian': it returns no single floating number: call its 'jacobian'
auto c = app::kernels::counted.hessian(1, x, y);
// CHECK: error: {{.*}}hessian_cannot_tell_the_extent_of_each_parameter_so_call_hvp
// CLANG: error: kernel 'at' has no 'hessian': a parameter refers to memory of unknown extent, or cannot be copied: call its 'hvp' with unit vectors, or take a span
auto d = app::kernels::at.hessian(x);
#endif

int main() {}
