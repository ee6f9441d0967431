// Where there is no second derivative or pullback, the member is absent for overload resolution, and
// the compiler's message says why.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
// RUN: not %cxx -DCALL -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only 2>&1 | %FileCheck %s
// RUN: not %clangxx -DCALL -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only 2>&1 | %FileCheck %s --check-prefix=CLANG
#include <treelize/annotations.hpp>

#include <cmath>
#include <span>
#include <vector>

namespace app {

TREELIZE(kernel) inline double elliptic(double k) { return std::comp_ellint_1(k); }
TREELIZE(kernel) inline double filled(double x, std::span<double> y) { return y[0] = x * x; }
struct Out {
  std::span<double> y;
};
TREELIZE(kernel) inline double through(double x, Out out) {
  out.y[0] = x * x;
  return out.y[0] * x;
}
TREELIZE(kernel) inline void doubled(std::span<double> y) { y[0] *= 2; }

double known(double x);
TREELIZE(adjoint_of(known)) void known_adjoint(double x, double seed, double& x_b);
TREELIZE(kernel) inline double ruled(double x) { return known(x) * x; }

// Its reverse sweep puts back what an array on the tape held, so that the forward sweep would have to run again.
TREELIZE(nondiff) double drawn();
TREELIZE(kernel) inline double stepped(std::span<const double> x, int steps) {
  std::vector<double> u(x.begin(), x.end()), lower(x.size()), diagonal(x.size());
  for (int t = 0; t < steps; ++t) {
    diagonal[0] = drawn();
    for (std::size_t i = 1; i < x.size(); ++i) {
      lower[i] = 0.1 * (u[i - 1] - u[i] * u[i]);
      diagonal[i] = 1 - lower[i];
    }
    for (std::size_t i = 1; i < x.size(); ++i)
      diagonal[i] *= 1 - 0.2 * lower[i] / diagonal[i - 1];
    for (std::size_t i = 0; i < x.size(); ++i)
      u[i] = u[i] / diagonal[i];
  }
  return u[0] * u[0];
}

TREELIZE(kernel) inline double energy(const std::vector<double>& x) { return x[0] * x[1] * x[1]; }
TREELIZE(kernel) inline double viewed(std::span<const double> x) { return x[0] * x[1] * x[1]; }

} // namespace app

#include GENERATED

template <class Kernel, class... Args>
concept has_hvp = requires(Kernel kernel, Args&&... args) { kernel.hvp(static_cast<Args&&>(args)...); };
template <class Kernel, class... Args>
concept has_pullback = requires(Kernel kernel, Args&&... args) { kernel.pullback(static_cast<Args&&>(args)...); };

using Vector = std::vector<double>;
static_assert(!has_hvp<decltype(app::kernels::elliptic), double, double>);
static_assert(!has_hvp<decltype(app::kernels::ruled), double, double>);
static_assert(!has_hvp<decltype(app::kernels::through), double, app::Out, double, app::Out>);
static_assert(!has_pullback<decltype(app::kernels::through), double, app::Out&>);
static_assert(has_hvp<decltype(app::kernels::energy), Vector, Vector>);
static_assert(has_pullback<decltype(app::kernels::elliptic), double>);
static_assert(has_pullback<decltype(app::kernels::energy), Vector&>);
static_assert(!has_pullback<decltype(app::kernels::energy), Vector>);
static_assert(has_pullback<decltype(app::kernels::viewed), Vector&>);
static_assert(has_pullback<decltype(app::kernels::viewed), std::span<const double>>);
static_assert(!has_pullback<decltype(app::kernels::viewed), Vector>);
static_assert(!has_pullback<decltype(app::kernels::doubled), Vector&>);
static_assert(!has_pullback<decltype(app::kernels::stepped), Vector&, int>);

#ifdef CALL
double y[1];
// CHECK: error: {{.*}}second_derivatives_of_a_special_function_in_it_are_not_known
// CLANG: error: kernel 'elliptic' has no 'hvp': second derivatives of a special function in it are not known
auto a = app::kernels::elliptic.hvp(1, 1);
// CHECK: error: {{.*}}second_derivatives_are_of_kernels_that_write_no_parameter
// CLANG: error: kernel 'filled' has no 'hvp': second derivatives are of kernels that write no parameter
auto b = app::kernels::filled.hvp(1, y, 1, y);
// CHECK: error: {{.*}}second_derivatives_are_of_free_kernels_with_one_floating_result
// CLANG: error: kernel 'doubled' has no 'hvp': second derivatives are of free kernels with one floating result
auto c = app::kernels::doubled.hvp(y, y);
// CHECK: error: {{.*}}second_derivatives_need_a_kernel_that_calls_no_function_with_a_rule
// CLANG: error: kernel 'ruled' has no 'hvp': second derivatives need a kernel that calls no function with a rule
auto d = app::kernels::ruled.hvp(1, 1);
// CHECK: error: {{.*}}pullback_is_of_kernels_that_write_no_parameter
// CLANG: error: kernel 'filled' has no 'pullback': pullback is of kernels that write no parameter
auto e = app::kernels::filled.pullback(1, y);
// CHECK: error: {{.*}}pullback_would_take_steps_of_its_kernel_again
// CLANG: error: kernel 'stepped' has no 'pullback': pullback would take steps of its kernel again
Vector x(2);
auto g = app::kernels::stepped.pullback(x, 3);
// CHECK: error: {{.*}}pullback_refers_to_its_arguments_so_give_them_names
// CLANG: error: the pullback of kernel 'energy' refers to its arguments: give them names
auto f = app::kernels::energy.pullback(Vector(2));
#endif

int main() {}
