// Arrays of pointers, rows of matrices, memory from new that others keep, pointers to pointers and to objects that hold some.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/pointer-arrays.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <array>
#include <cmath>
#include <cstdlib>
#include <memory>
#include <span>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>

namespace app {

TREELIZE(kernel) double rows(std::span<const double> x) {
  double buffer[6], other[3] = {x[2], x[0], 1};
  double* row[3];
  for (int i = 0; i < 2; ++i)
    row[i] = buffer + 3 * i;
  row[2] = other;
  for (int i = 0; i < 6; ++i)
    buffer[i] = x[static_cast<std::size_t>(i % 3)] * (i + 1);
  std::swap(row[0], row[1]);
  std::swap(row[1], row[2]);
  double s = 0;
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      s += (i + 1) * row[i][j] * row[(i + 1) % 3][j];
  return s;
}
inline double** allocated(int n, int m) {
  double** a = new double*[n];
  for (int i = 0; i < n; ++i)
    a[i] = new double[m];
  return a;
}
inline void released(double** a, int n) {
  for (int i = 0; i < n; ++i)
    delete[] a[i];
  delete[] a;
}
inline void multiply(double** a, double** b, double** c, int n) {
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      c[i][j] = 0;
      for (int k = 0; k < n; ++k)
        c[i][j] += a[i][k] * b[k][j];
    }
}
TREELIZE(kernel) double matrices(std::span<const double> x) {
  double **a = allocated(3, 3), **b = allocated(3, 3), **c = allocated(3, 3);
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j) {
      a[i][j] = x[static_cast<std::size_t>((i + j) % 3)] * (i + 1);
      b[i][j] = x[static_cast<std::size_t>(i)] - j;
    }
  multiply(a, b, c, 3);
  multiply(c, a, b, 3);
  const double s = b[0][1] * b[2][2] + c[1][0];
  released(a, 3);
  released(b, 3);
  released(c, 3);
  return s;
}
TREELIZE(kernel) double in_c(std::span<const double> x) {
  double** a = (double**)std::malloc(2 * sizeof(double*));
  for (int i = 0; i < 2; ++i) {
    a[i] = (double*)std::malloc(3 * sizeof(double));
    for (int j = 0; j < 3; ++j)
      a[i][j] = x[static_cast<std::size_t>(j)] * (i + 1) + j;
  }
  double s = 0;
  for (int j = 0; j < 3; ++j)
    s += a[0][j] * a[1][2 - j];
  for (int i = 0; i < 2; ++i)
    std::free(a[i]);
  std::free(a);
  return s;
}
TREELIZE(kernel) double moving_row(std::span<const double> x) {
  double m[3][3];
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 3; ++j)
      m[i][j] = x[static_cast<std::size_t>(j)] * (i + 1) + i;
  const double* row = m[0];
  double s = 0;
  for (int i = 1; i <= 3; ++i) {
    s += row[0] * row[1] - row[2] * s;
    row = m[i % 3];
  }
  return s;
}
TREELIZE(kernel) double growing(std::span<const double> x) {
  double* p = new double[2];
  p[0] = x[0];
  p[1] = x[1];
  int n = 2;
  for (int i = 0; i < 3; ++i) {
    double* q = new double[n + 1];
    for (int j = 0; j < n; ++j)
      q[j] = p[j] * x[2];
    q[n] = q[0] * q[1];
    delete[] p;
    p = new double[n + 1];
    for (int j = 0; j <= n; ++j)
      p[j] = q[j] + 1;
    delete[] q;
    ++n;
  }
  double s = 0;
  for (int j = 0; j < n; ++j)
    s += p[j] * (j + 1);
  delete[] p;
  return s;
}
inline void choose(const double** out, const double* a, const double* b, bool first) { *out = first ? a : b; }
TREELIZE(kernel) double out_parameter(std::span<const double> x) {
  double a[2] = {x[0], x[1]}, b[2] = {x[1] * x[2], x[2]};
  const double* p = a;
  double s = p[0] * p[1];
  choose(&p, a, b, false);
  s += p[0] * p[1];
  const double** q = &p;
  *q = a;
  return s + (*q)[1] * x[2];
}
struct View {
  const double* data;
  int n;
};
inline double sum(const View* view) {
  double s = 0;
  for (int i = 0; i < view->n; ++i)
    s += view->data[i] * view->data[i];
  return s;
}
inline void advance(View* view) {
  ++view->data;
  --view->n;
}
TREELIZE(kernel) double pointer_to_view(std::span<const double> x) {
  View view{x.data(), 3};
  double s = sum(&view);
  advance(&view);
  s *= sum(&view);
  View views[2] = {{x.data(), 2}, view};
  return s + sum(&views[0]) * sum(&views[1]);
}
TREELIZE(kernel) double in_vectors(std::span<const double> x) {
  std::vector<double> a(x.begin(), x.end()), b(3, x[0]);
  std::vector<double*> all = {a.data(), b.data()};
  std::array<const double*, 2> two = {b.data(), a.data() + 1};
  *all[1] = x[1] * x[1];
  all[0] = b.data() + 1;
  *all[0] *= x[2];
  return a[0] * b[0] + b[1] * *two[0] + two[1][1];
}
TREELIZE(kernel) double replaced(std::span<const double> x) {
  std::unique_ptr<double[]> p = std::make_unique<double[]>(3);
  for (std::size_t i = 0; i < 3; ++i)
    p[i] = x[i] * x[0];
  const double s = p[0] * p[1] + p[2];
  p = std::make_unique<double[]>(2);
  p[0] = x[1] * s;
  return p[0] * x[2];
}

/// Loops over a part of one row, whose end is told by another pointer.
double row_sum(const double (&m)[3][3], int row) {
  double sum = 0;
  for (int pass = 0; pass < 2; ++pass)
    for (const double* q = &m[row][0]; q < &m[row][0] + 3; ++q)
      sum += *q * *q;
  return sum;
}
TREELIZE(kernel) double in_rows(std::span<const double> x) {
  double m[3][3] = {{x[0], x[1], x[2]}, {x[1], x[2], x[0]}, {x[2], x[0], x[1]}};
  for (double* q = &m[1][0]; q < &m[1][0] + 3; ++q)
    *q *= x[2];
  return row_sum(m, 1) * row_sum(m, 2);
}

} // namespace app

#include "GradientCheck.h"
#include "pointer-arrays.treelize.hpp"

int main() {
  const std::vector<double> x = {0.61, -0.37, 0.83};
  check::scalar("rows", app::kernels::rows, x);
  check::scalar("matrices", app::kernels::matrices, x);
  check::scalar("in_c", app::kernels::in_c, x);
  check::scalar("moving_row", app::kernels::moving_row, x);
  check::scalar("growing", app::kernels::growing, x);
  check::scalar("out_parameter", app::kernels::out_parameter, x);
  check::scalar("pointer_to_view", app::kernels::pointer_to_view, x);
  check::scalar("in_vectors", app::kernels::in_vectors, x);
  check::scalar("replaced", app::kernels::replaced, x);
  check::scalar("in_rows", app::kernels::in_rows, x);
  return check::finish();
}
