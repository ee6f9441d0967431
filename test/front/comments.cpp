// The user's comment stands where an editor looks for it, with a sentence on each member.
// RUN: %treelize %s -o %t.hpp -- -std=c++20
// RUN: %FileCheck %s < %t.hpp
#include <treelize/annotations.hpp>
#include <treelize/bound.hpp>

namespace app {

// CHECK-LABEL: struct energy_kernel {
// CHECK: /// How much the spring holds.
// CHECK-NEXT: ///
// CHECK-NEXT: /// @param x its length, in a folder C:
// CHECK-NEXT: /// `app::energy(x, k)`, comments.cpp:[[#@LINE+19]].
// CHECK-NEXT: double operator()(double x, double k) const
// CHECK: /// Turns the adjoints of what the kernel returns and writes into those of its parameters, in place.
// CHECK-NEXT: void adjoint(
// CHECK: /// The value, and its derivative in a direction.
// CHECK-NEXT: treelize::tangent_result<double> tangent(
// CHECK: /// The gradient: a member for each differentiable parameter.
// CHECK-NEXT: gradient grad(
// CHECK: /// The gradient: a member for each differentiable parameter.
// CHECK-NEXT: /// The value comes with it.
// CHECK: value_and_grad(
// CHECK: /// How much the spring holds.
// CHECK-NEXT: /// `app::energy(x, k)`
// CHECK-NEXT: inline constexpr energy_kernel energy{};

/** How much the spring holds.
 *
 * @param x its length, in a folder C:\
 */
TREELIZE(kernel) inline double energy(double x, double k) { return 0.5 * k * x * x; }

// CHECK-LABEL: struct plain_kernel {
// CHECK-NOT: ///
// CHECK: /// `app::plain(x, y)`
// CHECK: /// Runs the kernel, and makes the tangents of what it writes from those of what it reads.
// CHECK-NEXT: void tangent(
TREELIZE(kernel) inline void plain(double x, double* y) { *y = x * x; }

// CHECK: class Chain_compute_slot {
// CHECK: /// Pulls the chain.
// CHECK-NEXT: void operator()()
// CHECK: /// Adds the gradients of fields to their `grad`, and returns those of all else.
// CHECK-NEXT: Chain_compute_kernel::gradient grad(
// CHECK: /// Pulls the chain.
// CHECK-NEXT: {{.*}}proxy compute;
class TREELIZE(data_oriented) Chain {
public:
  treelize::field<double> x;
  /// Pulls the chain.
  TREELIZE(kernel) void compute() { x[0] = x[0] * x[1]; }
};
} // namespace app
