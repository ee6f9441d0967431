// Checks whose message comes before the branch, and functions whose bodies nobody understands: they run as they stand,
// once, where no real number comes back of them. A pointer that they return is null or not.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/messages-first.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%t/messages-first.treelize.hpp
// RUN: %cxx -std=c++20 -Wall -Wextra -Werror -Wno-attributes -I%t -I%S/../../Inputs %s %S/../../Inputs/messages.cpp %link -o %t/run && %t/run
#include <cmath>
#include <messages.h>
#include <treelize/annotations.hpp>

namespace app {

// CHECK-LABEL: struct compared_kernel {
// CHECK: static double sweep(
// CHECK: if (0.0 < x) {
// CHECK: makeMessage_is_set = lib::makeMessage<double, double>(0.0, x, text) != nullptr;
// CHECK: static_cast<void>(app::compared(x, y));
// CHECK-NEXT: treelize::detail::throw_primal_returned("app::compared");
TREELIZE(kernel) double compared(double x, double y) {
  CHECK_LESS(0.0, x) << "for a root of " << y;
  return std::sqrt(x) * y;
}

TREELIZE(kernel) double fast(double x, double y) {
  double sum = 0;
  for (int i = 1; i < 4; ++i) {
    FAST_CHECK_LESS(x * i, 8.5);
    sum += y / (x * i);
  }
  return sum * x;
}

TREELIZE(kernel) double complained(double x, double y) {
  if (const char* why = lib::complaint(x))
    throw std::invalid_argument(std::string("complained: ") + why);
  return x * x * y;
}

// CHECK-LABEL: struct counted_kernel {
// CHECK: static double sweep(
// CHECK: lib::count("counted", x * y);
// CHECK: = lib::steps(x);
TREELIZE(kernel) double counted(double x, double y) {
  lib::count("counted", x * y);
  return lib::steps(x) * x * y;
}

// Where the kernel cannot run again, a function that ends it is called with what it was given.
[[noreturn]] inline void fail(double x) { throw std::domain_error("negative: " + std::to_string(x)); }

// CHECK-LABEL: struct changed_kernel {
// CHECK: static double sweep(
// CHECK: app::fail(x);
TREELIZE(kernel) double changed(double x, double& total) {
  total *= x;
  if (x < 0)
    fail(x);
  return x * total;
}

} // namespace app

#include "messages-first.treelize.hpp"

#include <GradientCheck.h>

namespace {

/// The derivatives throw what the primal throws.
template <class Kernel> void sameText(const char* name, const Kernel& kernel, double x, double y) {
  const auto text = [](const auto& fn) {
    try {
      fn();
      return std::string("nothing");
    } catch (const std::exception& error) {
      return std::string(error.what());
    }
  };
  const std::string primal = text([&] { (void)kernel(x, y); });
  const std::string grad = text([&] { (void)kernel.grad(x, y); });
  const std::string tangent = text([&] { (void)kernel.tangent(x, y, 1, 0); });
  check::near(name, "ends", primal != "nothing", 1, 0, 0);
  check::near(name, "text", primal == grad && primal == tangent, 1, 0, 0);
}

} // namespace

int main() {
  using namespace app;
  check::numbers("compared", kernels::compared, 0.6, 1.3);
  check::numbers("fast", kernels::fast, 0.6, 1.3);
  check::numbers("complained", kernels::complained, 0.6, 1.3);
  check::numbers("counted", kernels::counted, 0.61, 1.3);
  check::near("compared", "messages", lib::made, 0, 0, 0);
  sameText("compared", kernels::compared, -1, 2);
  sameText("fast", kernels::fast, 3, 2);
  sameText("complained", kernels::complained, 11, 2);
  double total = 2, total_b = 1, x_b = 0;
  std::string text;
  try {
    kernels::changed.adjoint(-0.5, total, 1.0, x_b, total_b);
  } catch (const std::domain_error& error) {
    text = error.what();
  }
  check::near("changed", "text", text == "negative: -0.500000", 1, 0, 0);
  check::near("changed", "shadows", x_b == 0 && total_b == 1, 1, 0, 0);
  kernels::changed.adjoint(0.5, total = 2, 1.0, x_b, total_b);
  check::near("changed", "x", x_b, 2 * 2 * 0.5 + 2, 1e-14, 1);
  // Each ran as often as in the primal.
  lib::counts.clear();
  lib::asked = 0;
  (void)kernels::counted.grad(0.61, 1.3);
  (void)kernels::complained.grad(0.6, 1.3);
  check::near("counted", "entries", lib::counts["counted below"], 1, 0, 0);
  check::near("counted", "steps", lib::counts["steps"], 1, 0, 0);
  check::near("complained", "asked", lib::asked, 1, 0, 0);
  return check::finish();
}
