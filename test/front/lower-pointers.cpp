// Pointers and iterators become a container and an offset; none is left in the kernel.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/lower-pointers.treelize.hpp --dump-after=lower -- -std=c++20 -I%S/../Inputs | %FileCheck %s
// RUN: %cxx -I%t -I%S/../Inputs %s %link -o %t/run && %t/run
#include <treelize/annotations.hpp>

#include <algorithm>
#include <numeric>
#include <span>
#include <vector>

namespace app {

void axpy(double* y, const double* x, double a, int n) {
  for (int i = 0; i < n; ++i)
    y[i] += a * x[i];
}
double norm(const double* first, const double* last) {
  double s = 0;
  for (; first < last; ++first)
    s += *first * *first;
  return s;
}
void divide(const double& a, double* result) { *result /= a; }
struct Point {
  double x, y;
};
void move(Point* p, double by) { p->x += by * p->y; }

// CHECK-LABEL: kernel rows
// CHECK: s += x[i * 2 + j] * x[i * 2 + j]
TREELIZE(kernel) double rows(std::span<const double> x) {
  const double* data = x.data();
  double s = 0;
  for (int i = 0; i < 2; ++i) {
    const double* row = data + i * 2;
    for (int j = 0; j < 2; ++j)
      s += row[j] * row[j] * (i + 1);
  }
  return s;
}

// CHECK-LABEL: kernel walking
// CHECK: while p != offset
TREELIZE(kernel) double walking(std::span<const double> x) {
  const double *p = x.data(), *end = p + x.size();
  double s = 1;
  while (p != end)
    s = s * 0.5 + *p++;
  do {
    s *= 1 + *--p;
    p -= 1;
  } while (p - x.data() > 1);
  return s + p[1] + (end - p);
}

TREELIZE(kernel) double passed(std::span<const double> x) {
  std::vector<double> y(x.begin(), x.end());
  axpy(y.data(), x.data(), x[0], static_cast<int>(x.size()));
  axpy(&y[1], &x[0], x[1], 3);
  divide(x[2], &y[0]);
  Point p{y[0], y[1]}, q[2] = {{y[2], 1}, {2, y[3]}};
  move(&p, x[3]);
  move(q + 1, x[0]);
  double number = p.x;
  double* alias = &number;
  *alias *= q[1].x;
  return norm(y.data(), y.data() + 4) + number;
}

TREELIZE(kernel) double algorithms(std::span<const double> x) {
  std::vector<double> v(x.begin(), x.end());
  std::swap(v[0], v[1]);
  double s = std::accumulate(v.begin(), v.end(), 0.0);
  s += std::inner_product(v.begin(), v.end(), x.data(), s);
  std::vector<double> w(4, s);
  std::swap(v, w);
  return v[1] * w[0];
}

} // namespace app

#include "lower-pointers.treelize.hpp"

#include <GradientCheck.h>

int main() {
  const std::vector<double> x = {0.7, -1.3, 0.4, 0.9};
  check::scalar("rows", app::kernels::rows, x);
  check::scalar("walking", app::kernels::walking, x);
  check::scalar("passed", app::kernels::passed, x);
  check::scalar("algorithms", app::kernels::algorithms, x);
  return check::finish();
}
