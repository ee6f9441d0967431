// A pointer to the first element of an array of arrays is followed through all of it, as C programs do: the derivatives
// follow pointers, too, and do not take the rows for distinct.
// RUN: %treelize %s -o %T/flat-pointers.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/flat-pointers.treelize.hpp
// RUN: %cxx -O2 -fsanitize=undefined -fno-sanitize-recover=all -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>

namespace app {

// CHECK: (&m[0][0])[i]
TREELIZE(kernel) double chain(std::span<const double> x) {
  double m[3][3] = {{0}};
  for (int i = 0; i < 9; ++i)
    m[i / 3][i % 3] = x[i % 4] * (i + 1);
  double* flat = &m[0][0];
  for (int i = 1; i < 9; ++i)
    flat[i] += 0.1 * flat[i - 1] * flat[i];
  return m[2][2] * m[1][0];
}

// The second row is read by its own indices before it is overwritten by those of the first one.
TREELIZE(kernel) double mixed(std::span<const double> x) {
  double m[3][4], sum = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j)
      m[i][j] = std::sin(x[j] + i);
  for (int j = 0; j < 4; ++j)
    sum += m[1][j] * m[1][j] * m[2][j];
  double* flat = m[0];
  for (int k = 0; k < 12; ++k)
    flat[k] = sum * flat[k];
  for (int i = 0; i < 3; ++i)
    sum += m[i][i] * m[i][3];
  return sum;
}

double norm(const double* v, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += v[i] * v[i];
  return sum;
}

TREELIZE(kernel) double rows(std::span<const double> x) {
  double m[2][2] = {{x[0], x[1]}, {x[2], x[3]}};
  return norm(&m[0][0], 4) * norm(m[1], 2);
}

} // namespace app

#include "flat-pointers.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, -1.2};
  check::scalar("chain", app::kernels::chain, x);
  check::scalar("mixed", app::kernels::mixed, x);
  check::scalar("rows", app::kernels::rows, x);
  return check::finish();
}
