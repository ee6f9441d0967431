// Is a kernel right? treelize::check_gradient compares its adjoint, its tangent and differences; the value that comes
// with the gradient is the function's own. Failures are printed and counted.
#pragma once

#include <treelize/check_gradient.hpp>

#include <cmath>
#include <iostream>

namespace check {

struct Kernels {
  int failures = 0;

  template <class Kernel, class Primal, class... Args>
  void operator()(const char* name, const Kernel& kernel, const Primal& primal, const Args&... args) {
    const auto report = treelize::check_gradient(kernel, args...);
    if (!report.passed()) {
      std::cout << name << ": " << report << '\n';
      ++failures;
    }
    const double value = kernel.value_and_grad(args...).value, wanted = primal(args...);
    if (!(std::fabs(value - wanted) <= 1e-13 * std::fabs(wanted))) {
      std::cout << name << ": " << value << ", expected " << wanted << '\n';
      ++failures;
    }
  }
};

} // namespace check
