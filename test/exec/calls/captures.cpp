// A lambda that has copied a pointer or a span sees, and changes, the array itself.
// RUN: %treelize %s -o %T/captures.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <cmath>
#include <functional>

namespace app {

struct Point {
  double x, y;
};

TREELIZE(kernel) double pointer(double* q, double x) {
  const auto product = [=] { return q[1] * q[2]; };
  const double before = product();
  q[1] = std::sin(x);
  return before * product();
}
TREELIZE(kernel) double points(Point* p, double x) {
  const std::function<double(int)> norm = [p](int i) { return std::hypot(p[i].x, p[i].y); };
  p[1].x *= x;
  return norm(0) * norm(1);
}
struct Row {
  double* at;
  double factor;
};
TREELIZE(kernel) double rows(Row row, double x) {
  const auto element = [=](int i) { return row.at[i] * row.factor; };
  row.at[1] *= x;
  row.factor = x;
  return element(0) * element(1);
}
TREELIZE(kernel) void spans(std::span<double> y) {
  const auto scale = [y](std::size_t i, double by) { y[i] *= by; };
  scale(0, y[1]);
  scale(1, y[0]);
  std::transform(y.begin(), y.end(), y.begin(), [=](double v) { return v * y[2]; });
}
TREELIZE(kernel) void nested(std::span<double> y) {
  const auto outer = [=](std::size_t i) {
    const auto inner = [=](double v) { return v * y[i] + y[0]; };
    return inner(y[2]) * inner(2.0);
  };
  y[1] = outer(0);
  y[0] = outer(1);
}

} // namespace app

#include "captures.treelize.hpp"

int main() {
  const double x = 0.7;
  double q[] = {5, 2, 3}, q_b[3] = {}, x_b = 0;
  app::kernels::pointer.adjoint(q, x, 1.0, q_b, x_b); // q1 q2 q2 sin(x)
  check::near("pointer", "q[1]", q[1], 2, 0, 0);
  check::near("pointer", "q_b[0]", q_b[0], 0, 0, 0);
  check::near("pointer", "q_b[1]", q_b[1], 9 * std::sin(x), 1e-14, 0);
  check::near("pointer", "q_b[2]", q_b[2], 12 * std::sin(x), 1e-14, 0);
  check::near("pointer", "x_b", x_b, 18 * std::cos(x), 1e-14, 0);

  app::Point p[] = {{3, 4}, {2, 0}}, p_b[2] = {};
  x_b = 0;
  app::kernels::points.adjoint(p, x, 1.0, p_b, x_b); // 5 * 2 x
  check::near("points", "p[1].x", p[1].x, 2, 0, 0);
  check::near("points", "p_b[0].x", p_b[0].x, 0.6 * 2 * x, 1e-14, 0);
  check::near("points", "p_b[1].x", p_b[1].x, 5 * x, 1e-14, 0);
  check::near("points", "x_b", x_b, 10, 1e-14, 0);

  double at[] = {3, 4}, at_b[2] = {};
  app::Row row_b{at_b, 0};
  x_b = 0;
  app::kernels::rows.adjoint(app::Row{at, 0.5}, x, 1.0, row_b, x_b); // 3 * 4 x * 0.25
  check::near("rows", "at[1]", at[1], 4, 0, 0);
  check::near("rows", "at_b[0]", at_b[0], x, 1e-14, 0);
  check::near("rows", "at_b[1]", at_b[1], 0.75 * x, 1e-14, 0);
  check::near("rows", "factor_b", row_b.factor, 12 * x, 1e-14, 0);
  check::near("rows", "x_b", x_b, 3, 1e-14, 0);

  check::inPlace("spans", app::kernels::spans, {0.7, -1.2, 1.9});
  check::inPlace("nested", app::kernels::nested, {0.7, -1.2, 1.9});
  return check::finish();
}
