// A constant that begins like zero, 0.05, is not zero: with complex numbers, and in branches that only copy it.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/small-constants.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
#include <cmath>
#include <complex>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

using complex = std::complex<double>;

TREELIZE(kernel) inline double scaled(double x) { return std::norm(complex(x, 2 * x) * 0.05); }

TREELIZE(kernel) inline double shifted(double x) {
  const complex z(x, 2 * x);
  return std::norm(z + 0.05) + std::norm(0.05 - z) + std::norm(z - 0.01);
}

TREELIZE(kernel) inline double updated(double x) {
  complex z(x, 2 * x);
  z *= 0.05;
  z += 0.07;
  return std::norm(z);
}

TREELIZE(kernel) inline double divided(double x) {
  const complex z(x, 2 * x);
  return std::norm(z / 0.5) + std::norm(0.05 / z);
}

TREELIZE(kernel) inline double power(double x) { return std::real(std::pow(complex(x, 2 * x), 0.05)); }

// Zeros of any spelling are still zeros.
TREELIZE(kernel) inline double zeros(double x) { return std::norm(complex(x, 2 * x) * 0.0 + 0. + 0e5 + x); }

// The iterations that choose the constant have no derivative, the others have.
TREELIZE(kernel) inline double chosen(std::span<const double> x) {
  double sum = 0;
  for (const double e : x) {
    const double y = e > 0 ? e * e : 0.05;
    sum += y * y;
  }
  return sum;
}

} // namespace app

#include "small-constants.treelize.hpp"

#include "KernelCheck.h"

int main() {
  check::Kernels check;
  check("scaled", app::kernels::scaled, app::scaled, 0.7);
  check("shifted", app::kernels::shifted, app::shifted, 0.7);
  check("updated", app::kernels::updated, app::updated, 0.7);
  check("divided", app::kernels::divided, app::divided, 0.7);
  check("power", app::kernels::power, app::power, 0.7);
  check("zeros", app::kernels::zeros, app::zeros, 0.7);
  const std::vector<double> x{0.5, -0.3, 0.2};
  check("chosen", app::kernels::chosen, [](const auto& v) { return app::chosen(v); }, x);
  return check.failures;
}
