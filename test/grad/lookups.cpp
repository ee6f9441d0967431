// What nested loops look up alike is looked up once, before them: rows of vectors of rows, whole numbers of vectors. Not
// where a row may move, and never an element that a loop which does not run would not touch.
// RUN: %treelize %s -o %T/lookups.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/lookups.treelize.hpp
// RUN: %cxx -fsanitize=address,undefined -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=lookups -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>
#include <treelize/check_gradient.hpp>

// OFF-NOT: treelize::row({{a|blocks|blocks_t}},
// OFF-NOT: treelize::item(

namespace app {

using Rows = std::vector<std::vector<double>>;

// CHECK-LABEL: struct scaled_kernel
// CHECK: static double sweep(
// CHECK: for (int i = 0; i < n; ++i) {
// CHECK-NEXT: const double* const a_i = treelize::row(a, i);
// CHECK-NEXT: double* const c_i = treelize::row(c, i);
// CHECK: a_here = 0 < k_count ? a_i[j] : 0.0;
// CHECK: c_i[k_begin + at] += a_here * b[j][k_begin + at];
// CHECK: static treelize::tangent_result<double> tangent_sweep(
// CHECK: const double* const a_t_i = treelize::row(a_t, i);
TREELIZE(kernel) double scaled(const Rows& a, const Rows& b, int n) {
  Rows c(a.size(), std::vector<double>(a.size()));
  for (int i = 0; i < n; ++i)
    for (int k = 0; k < n; ++k)
      for (int j = 0; j < n; ++j)
        c[i][k] += a[i][j] * b[j][k];
  double sum = 0;
  for (const auto& row : c)
    for (double e : row)
      sum += e * e;
  return sum;
}

// The row of a row: what it is looked up by may not be there either.
// CHECK-LABEL: struct permuted_kernel
// CHECK: static double sweep(
// CHECK: treelize::row(a, treelize::item(order, i));
// CHECK: const int count_here = treelize::item(count, i);
TREELIZE(kernel) double permuted(const Rows& a, const std::vector<int>& order, const std::vector<int>& count, int n) {
  double sum = 0;
  for (int i = 0; i < n; ++i)
    for (int t = 0; t < 2; ++t)
      for (int s = 0; s < 1; ++s)
        for (int j = 0; j < count[i]; ++j)
          sum += a[order[i]][j] * a[order[i]][j] * (t + 1);
  return sum;
}

// CHECK-LABEL: struct growing_kernel
// CHECK: rows[0].push_back(
// CHECK: sum += rows[0][j] * x[i]
// CHECK: static treelize::tangent_result<double> tangent_sweep(
// CHECK: sum += rows[0][j] * x[i]
TREELIZE(kernel) double growing(std::span<const double> x) {
  Rows rows(1);
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    rows[0].push_back(x[i]);
    for (std::size_t j = 0; j < rows[0].size(); ++j)
      sum += rows[0][j] * x[i];
    rows.push_back({x[i]});
  }
  return sum;
}

// A matrix that owns its memory, as one's own classes do.
struct Matrix {
  int rows, columns;
  double* data;
  Matrix(int m, int n) : rows(m), columns(n), data(new double[m * n]) {
    for (int i = 0; i < m * n; ++i)
      data[i] = 0;
  }
  Matrix(const Matrix&) = delete;
  void resize(int m, int n) {
    if (m * n != rows * columns) {
      delete[] data;
      data = new double[m * n];
    }
    rows = m, columns = n;
  }
  ~Matrix() { delete[] data; }
  double& operator()(int i, int j) { return data[i * columns + j]; }
  double operator()(int i, int j) const { return data[i * columns + j]; }
};

inline void multiply(const Matrix& a, const Matrix& b, Matrix& c) {
  c.resize(a.rows, b.columns);
  for (int i = 0; i < a.rows; ++i)
    for (int k = 0; k < b.columns; ++k) {
      c(i, k) = a(i, 0) * b(0, k);
      for (int j = 1; j < a.columns; ++j)
        c(i, k) += a(i, j) * b(j, k);
    }
}

// CHECK-LABEL: struct squared_kernel
// CHECK: static void tangent_sweep(
// CHECK: double* const blocks_t_c_data = treelize::row(blocks_t, c_data_row);
// CHECK: template <int Lanes>
// CHECK: treelize::lanes<Lanes>* const blocks_t_c_data = treelize::row(blocks_t, c_data_row);
TREELIZE(kernel) void squared(const double* x, TREELIZE(nondiff) int n, double* y) {
  Matrix a(n, n), c(0, 0);
  for (int i = 0; i < n * n; ++i)
    a.data[i] = x[i];
  multiply(a, a, c);
  multiply(a, c, a); // reads what it writes
  for (int i = 0; i < n * n; ++i)
    y[i] = a.data[i];
}

} // namespace app

#include "lookups.treelize.hpp"

static double derivative(const std::vector<double>& x, int n, int column, int row) {
  const double step = 1e-6;
  std::vector<double> up = x, down = x, y(x.size()), z(x.size());
  up[column] += step, down[column] -= step;
  app::squared(up.data(), n, y.data());
  app::squared(down.data(), n, z.data());
  return (y[row] - z[row]) / (2 * step);
}

using Numbers = std::vector<int>;

int main() {
  const app::Rows a{{0.9, -0.3}, {0.4, 0.7}}, b{{0.2, 1.1}, {-0.6, 0.5}};
  for (int n : {0, 1, 2})
    check::failures() += !treelize::check_gradient(app::kernels::scaled, a, b, n).passed();
  check::failures() += !treelize::check_gradient(app::kernels::permuted, a, Numbers{1, 0}, Numbers{2, 1}, 2).passed();
  check::failures() += !treelize::check_gradient(app::kernels::permuted, a, Numbers{5, 0}, Numbers{0, 1}, 2).passed();
  check::failures() += !app::kernels::permuted.grad(app::Rows{}, Numbers{}, Numbers{}, 0).a.empty();
  check::scalar("growing", app::kernels::growing, std::vector<double>{0.5, -1.5, 2.5});

  const int n = 2;
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7};
  std::vector<double> y(4);
  std::vector<treelize::lanes<4>> x_t(4), y_t(4), x_b(4), y_b(4);
  for (int i = 0; i < 4; ++i)
    x_t[i] = y_b[i] = treelize::lanes<4>::unit(i);
  app::kernels::squared.tangent(x.data(), n, y.data(), x_t.data(), y_t.data());
  app::kernels::squared.adjoint(x.data(), n, y.data(), x_b.data(), y_b.data());
  for (int row = 0; row < 4; ++row)
    for (int column = 0; column < 4; ++column) {
      const double expected = derivative(x, n, column, row);
      check::near("squared", "tangent", y_t[row][column], expected, 1e-7, 1);
      check::near("squared", "adjoint", x_b[column][row], expected, 1e-7, 1);
    }
  return check::finish();
}
