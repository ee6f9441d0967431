// An element is saved only if something has read it before it is overwritten, as far as the indices tell: recurrences,
// factorisations and tables save nothing, though other elements of the same array are needed.
// RUN: %treelize %s -o %T/unread-elements.treelize.hpp --report=text -- -std=c++20 -I%S/../Inputs | %FileCheck %s
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o %t.off.hpp --report=text --disable-pass=elements -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <cmath>

namespace app {

// CHECK: kernel: app::trajectory
// CHECK-NOT: stored
// OFF: kernel: app::trajectory
// OFF: stored: y[t + 1]
TREELIZE(kernel) double trajectory(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> y(n + 1);
  y[0] = x[0];
  for (int t = 0; t < n; ++t)
    y[t + 1] = y[t] * x[t] + 0.1 * y[t] * y[t];
  return y[n];
}

// The column that is factorised overwrites what a division has read; the sums before it overwrite nothing that is read.
// CHECK: kernel: app::factor
// CHECK: stored: a[i2 * n + j2] (unread-elements.cpp:[[#@LINE+18]])
// CHECK-NOT: stored: a
// OFF: kernel: app::factor
// OFF: stored: a[j2 * n + j2]
TREELIZE(kernel) double factor(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> a(n * n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j)
      a[i * n + j] = x[i] * x[j] + (i == j ? 2.0 + x[i] : 0.0);
  double sum = 0;
  for (int j = 0; j < n; ++j) {
    for (int c = 0; c < j; ++c)
      a[j * n + j] -= a[j * n + c] * a[j * n + c];
    a[j * n + j] = std::sqrt(a[j * n + j]);
    for (int i = j + 1; i < n; ++i) {
      for (int c = 0; c < j; ++c)
        a[i * n + j] -= a[i * n + c] * a[j * n + c];
      a[i * n + j] /= a[j * n + j];
    }
    sum += std::log(a[j * n + j]);
  }
  return sum;
}

// Rows of m + 1 elements, and an index that is a local.
// CHECK: kernel: app::table
// CHECK-NOT: stored: d
// OFF: kernel: app::table
// OFF: stored: d[
TREELIZE(kernel) double table(std::span<const double> x, int m) {
  const int n = static_cast<int>(x.size());
  std::vector<double> d((n + 1) * (m + 1), 1.0);
  for (int i = 1; i <= n; ++i)
    for (int j = 1; j <= m; ++j) {
      const int at = i * (m + 1) + j;
      d[at] = x[i - 1] * d[(i - 1) * (m + 1) + j] * d[at - 1];
    }
  return d[n * (m + 1) + m];
}

// Elimination reads the pivot's row, which stays, and the column that it clears, of which the factor is kept.
// CHECK: kernel: app::eliminate
// CHECK: stored: f
// CHECK-NOT: stored: a
// OFF: kernel: app::eliminate
// OFF: stored: a[i2][j2]
TREELIZE(kernel) double eliminate(std::span<const double> x) {
  double a[4][4];
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      a[i][j] = x[i] * x[j] + (i == j ? 3.0 : std::sin(x[i] - j));
  double determinant = 1;
  for (int k = 0; k < 4; ++k) {
    for (int i = k + 1; i < 4; ++i) {
      const double f = a[i][k] / a[k][k];
      for (int j = k; j < 4; ++j)
        a[i][j] -= f * a[k][j];
    }
    determinant *= a[k][k];
  }
  return determinant;
}

// Backwards: what is overwritten has been read when it was the neighbour.
// CHECK: kernel: app::backwards
// CHECK: stored: y[i3]
// CHECK-NOT: stored: z
TREELIZE(kernel) double backwards(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> y(x.begin(), x.end()), z(x.begin(), x.end());
  double sum = 0;
  for (int i = 1; i < n; ++i) {
    y[i] = y[i - 1] * y[i];
    sum += y[i];
  }
  for (int i = n - 2; i >= 0; --i)
    z[i] = std::sin(z[i + 1]);
  return sum * z[0];
}

// What an iteration declares, or fills before it reads it, no other one has read.
// CHECK: kernel: app::rounds
// CHECK-NOT: stored: own[
// CHECK-NOT: stored: scratch[
// CHECK: kernel: app::inside
// CHECK: stored: own[i2]
// OFF: kernel: app::rounds
// OFF: stored: scratch
TREELIZE(kernel) double rounds(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> scratch(n);
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    std::vector<double> own(n);
    for (int i = 0; i < n; ++i)
      scratch[i] = own[i] = x[i] + sum;
    for (int i = 1; i < n; ++i) {
      own[i] += own[i - 1] * own[i - 1];
      scratch[i] += scratch[i - 1] * own[i - 1] * x[k];
    }
    sum += own[n - 1] * scratch[n - 1] * scratch[1];
  }
  return sum;
}

// But one of the same iteration has, in an earlier run of a loop inside.
TREELIZE(kernel) double inside(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    std::vector<double> own(x.begin(), x.end());
    for (int r = 0; r < 2; ++r)
      for (int i = 1; i < n; ++i)
        own[i] += own[i - 1] * own[i - 1] * x[k];
    sum += own[n - 1] * own[1];
  }
  return sum;
}

// Each is read before it is overwritten, somewhere: in the other order of a loop, in an earlier run of the loop outside,
// through an index that nobody knows, one column further on, or past the end of a row.
// CHECK: kernel: app::read
// CHECK: stored: a[i2]
// CHECK: kernel: app::again
// CHECK: stored: a[i2]
// CHECK: kernel: app::unknown
// CHECK: stored: a[i2]
// CHECK: kernel: app::columns
// CHECK: stored: a[i * n + j]
// CHECK: kernel: app::beyond
// CHECK: stored: a[i * n + j]
TREELIZE(kernel) double read(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> a(x.begin(), x.end());
  double sum = 0;
  for (int i = n - 2; i >= 0; --i) {
    sum += a[i] * a[i + 1];
    a[i] = std::sin(sum);
  }
  return sum * a[0];
}

TREELIZE(kernel) double again(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> a(x.begin(), x.end());
  for (int t = 0; t < 3; ++t)
    for (int i = 1; i < n; ++i)
      a[i] = a[i - 1] * a[i - 1] + 0.1 * t;
  return a[n - 1];
}

TREELIZE(kernel) double unknown(std::span<const double> x, const std::vector<int>& at) {
  std::vector<double> a(x.begin(), x.end());
  double sum = 0;
  for (int i = 0; i < static_cast<int>(x.size()); ++i) {
    sum += a[at[i]] * a[at[i]];
    a[i] = std::sin(sum);
  }
  return sum;
}

TREELIZE(kernel) double columns(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> a(n * n, 0.5);
  double sum = 0;
  for (int j = 0; j < n; ++j)
    for (int i = 0; i + 1 < n; ++i) {
      a[i * n + j] = a[(i + 1) * n + j] * x[i];
      sum += a[i * n + j] * a[i * n + (j + 1 < n ? j + 1 : j)];
    }
  return sum;
}

TREELIZE(kernel) double beyond(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> a(n * n + 1, 0.5);
  double sum = 0;
  for (int i = 0; i < n; ++i)
    for (int j = 0; j < n; ++j) {
      sum += a[i * n + j + 1] * a[i * n + j + 1];
      a[i * n + j] = x[i] * sum;
    }
  return sum;
}

} // namespace app

#include "unread-elements.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, -1.2};
  check::scalar("trajectory", app::kernels::trajectory, x);
  check::scalar("factor", app::kernels::factor, x);
  check::scalar("table", app::kernels::table, x, 3);
  check::scalar("eliminate", app::kernels::eliminate, x);
  check::scalar("rounds", app::kernels::rounds, x);
  check::scalar("inside", app::kernels::inside, x);
  check::scalar("backwards", app::kernels::backwards, x);
  check::scalar("read", app::kernels::read, x);
  check::scalar("again", app::kernels::again, x);
  check::scalar("unknown", app::kernels::unknown, x, std::vector<int>{2, 0, 0, 1});
  check::scalar("columns", app::kernels::columns, x);
  check::scalar("beyond", app::kernels::beyond, x);
  return check::finish();
}
