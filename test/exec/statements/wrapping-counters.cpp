// Unsigned counters that wrap, and indices that are masked.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/wrapping.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <cstdint>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

TREELIZE(kernel) inline double wrapping(std::span<const double> x, unsigned n) {
  double s = x[0];
  for (unsigned char i = 250; i != 3; ++i)
    s += x[1] * i;
  for (unsigned i = 4294967290u; i != 3; i++)
    s = s * 0.5 + x[2];
  for (std::uint8_t i = static_cast<std::uint8_t>(n + 250); i != 5; ++i)
    s += x[3] * i * 0.1;
  for (unsigned i = n; i != 3; ++i) {
    if (i > 8)
      break;
    s += x[0] * i;
  }
  for (int i = static_cast<int>(n); i != 2; ++i) {
    if (i > 7)
      break;
    s *= x[1];
  }
  for (unsigned short i = 65535; i != 65532; --i)
    s += x[2] * x[3];
  for (std::uint64_t i = 18446744073709551615ull; i > 18446744073709551612ull; --i)
    s *= 1.25;
  return s;
}

/// These count, up and down.
TREELIZE(kernel) inline double counting(std::span<const double> x) {
  double s = 0;
  for (std::size_t i = 0; i != x.size(); ++i)
    s = s * 0.5 + x[i];
  for (int i = 0; i != 4; i++)
    s += x[static_cast<std::size_t>(i)] * i;
  for (std::size_t i = x.size(); i != 0; --i)
    s *= x[i - 1];
  return s;
}

/// Two buffers, of which each step fills the other, and a ring.
TREELIZE(kernel) inline double masked(std::span<const double> x, unsigned n) {
  double u[2][4] = {};
  std::vector<double> ring(4, 1.0);
  for (std::size_t i = 0; i < 4; ++i)
    u[0][i] = x[i];
  for (unsigned t = 0; t < n; ++t) {
    for (unsigned i = 0; i < 4; ++i)
      u[(t + 1) & 1][i] = 0.5 * u[t & 1][i] + u[t & 1][(i + 1) & 3] * u[t & 1][(i - 1) & 3];
    ring[(t + 2) & 3] += u[(t + 1) & 1][(3 * t) & 3] * ring[(t << 1 | 1) & 3];
  }
  return u[n & 1][2] + ring[(n - 1) & 3] * ring[(n & 3) ^ 1];
}

} // namespace app
#include "wrapping.treelize.hpp"

#include <GradientCheck.h>

int main() {
  const std::vector<double> x = {0.61, -0.37, 0.83, 1.21};
  for (unsigned n : {1u, 4u, 7u}) {
    check::scalar("wrapping", app::kernels::wrapping, x, n);
    check::scalar("masked", app::kernels::masked, x, n);
  }
  check::scalar("counting", app::kernels::counting, x);
  return check::finish();
}
