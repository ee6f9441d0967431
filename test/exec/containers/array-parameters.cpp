// Arrays of two dimensions as parameters: of kernels, of functions, and of functions that stay calls.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/array-parameters.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%t/array-parameters.treelize.hpp
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <GradientCheck.h>
#include <cmath>
#include <treelize/annotations.hpp>

namespace app {

inline double determinant(const double a[3][3]) {
  return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1]) - a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0]) +
         a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
}
inline void multiply(const double a[][3], const double (*b)[3], double c[3][3], int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < 3; ++j) {
      c[i][j] = 0;
      for (int k = 0; k < 3; ++k)
        c[i][j] += a[i][k] * b[k][j];
    }
}
inline double along(const double a[3][3], int d) { return d == 0 ? a[0][0] * a[1][1] : a[d][d] * along(a, d - 1) + a[0][d]; }
inline void raise(double (*a)[3], int row) {
  if (row == 3)
    return;
  for (int j = 0; j < 3; ++j)
    a[row][j] *= a[row == 0 ? 2 : row - 1][j];
  raise(a, row + 1);
}

// CHECK: void adjoint(const double (*a)[3], double x, double seed, std::type_identity_t<double[3]>* a_b,
TREELIZE(kernel) double square(const double a[3][3], double x) {
  double c[3][3], d[3][3];
  multiply(a, a, c, 3);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      d[i][j] = c[i][j] * x + a[j][i];
  raise(d, 0);
  return determinant(c) + along(a, 2) * std::sin(determinant(a)) + along(d, 1) * 1e-3;
}
TREELIZE(kernel) void rows(const double a[][2], double (*b)[2], int n) {
  for (int i = 0; i < n; ++i, ++b, ++a) {
    b[0][0] *= a[0][0] * (*a)[1];
    (*b)[1] += a[0][1] * b[0][0];
  }
}

} // namespace app

#include "array-parameters.treelize.hpp"

int main() {
  using namespace app;
  const std::vector<double> at{0.3, 1.2, -0.4, 0.8, 0.5, 0.1, -0.2, 0.9, 1.1, 0.7};
  const auto fill = [](const std::vector<double>& x, double (*a)[3]) {
    for (int i = 0; i < 9; ++i)
      a[i / 3][i % 3] = x[static_cast<std::size_t>(i)];
  };
  double a[3][3], a_b[3][3] = {}, x_b = 0;
  fill(at, a);
  kernels::square.adjoint(a, at[9], 1.0, a_b, x_b);
  std::vector<double> bar;
  for (const auto& row : a_b)
    bar.insert(bar.end(), row, row + 3);
  bar.push_back(x_b);
  check::differences("square", at, bar, [&](const std::vector<double>& x) {
    double m[3][3];
    fill(x, m);
    return square(m, x[9]);
  });
  const std::vector<double> along = check::direction(10);
  double a_t[3][3];
  fill(along, a_t);
  const auto [value, derivative] = kernels::square.tangent(a, at[9], a_t, along[9]);
  check::near("square", "value", value, square(a, at[9]), 1e-13, 0);
  check::near("square", "adjoint against tangent", derivative, check::dot(bar, along), 1e-10, 1);

  double p[2][2] = {{0.3, 1.2}, {-0.4, 0.8}}, q[2][2] = {{0.5, 0.1}, {-0.2, 0.9}};
  double p_b[2][2] = {}, q_b[2][2] = {{1, 2}, {3, 4}}, p_t[2][2] = {{0.1, 0.2}, {0.3, -0.4}}, q_t[2][2] = {{-0.5, 0.6}, {0.7, 0.8}};
  const double q_t0[4] = {-0.5, 0.6, 0.7, 0.8};
  kernels::rows.adjoint(p, q, 2, p_b, q_b);
  kernels::rows.tangent(p, q, 2, p_t, q_t);
  double forward = 0, backward = 0;
  for (int i = 0; i < 4; ++i) {
    forward += (i + 1) * q_t[i / 2][i % 2];
    backward += p_b[i / 2][i % 2] * p_t[i / 2][i % 2] + q_b[i / 2][i % 2] * q_t0[i];
  }
  check::near("rows", "adjoint against tangent", backward, forward, 1e-12, 1);
  return check::finish();
}
