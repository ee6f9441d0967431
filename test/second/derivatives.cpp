// The item `derivatives`, or the option, says which derivatives are printed; of a large kernel those that
// cost most are left out. Who calls what is not there is told what to name.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
// RUN: %allcxx -fsyntax-only -DGENERATED='"%t.treelize.hpp"' %s
// RUN: not %clangxx -DCALL -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only 2>&1 | %FileCheck %s --check-prefix=CALL
// RUN: %treelize %s -o - --derivatives=adjoint -- -std=c++20 | %FileCheck %s --check-prefix=OPTION
// RUN: not %treelize %s -o - --derivatives=adjoint,hvp -- -std=c++20 2>&1 | %FileCheck %s --check-prefix=WORD
#include <treelize/annotations.hpp>

namespace app {

// CHECK-LABEL: struct plain_kernel
// CHECK: void adjoint(
// CHECK: tangent(
// CHECK: gradient hvp(
// OPTION-LABEL: struct plain_kernel
// OPTION: void adjoint(
// OPTION-NOT: tangent(double
// OPTION-NOT: hvp(double
// OPTION-LABEL: struct forward_kernel
// WORD: error: 'adjoint,hvp' is no list of derivatives
TREELIZE(kernel) inline double plain(double x) { return x * x; }

// The item beats the option.
// CHECK-LABEL: struct forward_kernel
// CHECK-NOT: void adjoint(double
// CHECK: tangent(double x, double x_t) const {
// CHECK-NOT: void adjoint(double
// CHECK-NOT: static double sweep(
// CHECK-NOT: hvp(double
// OPTION: tangent(double x, double x_t) const {
// CHECK-LABEL: struct lean_kernel
TREELIZE(kernel, derivatives = (tangent)) inline double forward(double x) { return x * x; }

// CHECK: void adjoint(const double* x, double* y, double* x_b, double* y_b) const {
// CHECK-NOT: template <int Lanes>
// CHECK: inline constexpr lean_kernel lean{};
TREELIZE(kernel, derivatives = (adjoint)) inline void lean(const double* x, double* y) { *y = *x * *x; }

} // namespace app

#ifdef GENERATED
#include GENERATED

#ifdef CALL
#include <treelize/lanes.hpp>

double x[1], y[1];
treelize::lanes<2> two[1];
// CALL: error: kernel 'forward' has no 'adjoint': its adjoint is left out: name 'adjoint' in its 'derivatives = (...)'
auto a = [] { double b = 0; app::kernels::forward.adjoint(1, 1, b); };
// CALL: error: kernel 'forward' has no 'grad': its adjoint is left out
auto b = app::kernels::forward.grad(1);
// CALL: error: kernel 'forward' has no 'hvp': second derivatives are left out so name second in its derivatives
auto c = app::kernels::forward.hvp(1, 1);
// CALL: error: kernel 'lean' has no 'tangent': it is left out: name 'tangent' in its 'derivatives = (...)'
auto d = [] { app::kernels::lean.tangent(x, y, x, y); };
// CALL: error: kernel 'lean' has no 'adjoint': lanes are left out so name them in its derivatives
auto e = [] { app::kernels::lean.adjoint(x, y, two, two); };
#endif

int main() {}
#endif
