// A kernel with several results is differentiated for several seeds at once: rows of its Jacobian by one adjoint,
// columns by one tangent. Each lane is what the sweep for its seed alone gives.
// RUN: %treelize %s -o %T/lanes.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/lanes.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %cxx -DTREELIZE_CHECK -I%S/../Inputs -I%T %s %link -o %t.check && %t.check
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace app {

// The primal runs once, whatever the number of lanes.
// CHECK-LABEL: struct rotated_kernel
// CHECK: template <int Lanes>
// CHECK-NEXT: void adjoint(
// CHECK: treelize::lanes<Lanes>* axis_b
// CHECK: void tangent(
// CHECK: template <int Lanes>
// CHECK-NEXT: void tangent(
// CHECK: const treelize::lanes<Lanes>* axis_t
// CHECK: template <int Lanes>
// CHECK-NEXT: static void sweep(
// CHECK: const double s = std::sin(
// CHECK: treelize::lanes<Lanes> {{.*}}_b
// CHECK: template <int Lanes>
// CHECK: static void tangent_sweep(
TREELIZE(kernel)
void rotated(const double* axis, std::span<const double> point, double angle, double* out) {
  const double s = std::sin(angle * axis[0]), c = std::cos(angle * axis[0]);
  double norm[3], sum = 0;
  for (int i = 0; i < 3; ++i) {
    norm[i] = axis[i] * axis[i] + 1;
    sum += norm[i] / (point[i] + angle);
  }
  for (int i = 0; i < 2; ++i)
    out[i] = norm[i] * c + point[i + 1] * s * sum;
}

// A scratch array in a loop, and a running maximum.
TREELIZE(kernel) void filtered(std::span<const double> x, std::span<double> out) {
  std::vector<double> scratch(x.size());
  for (std::size_t k = 0; k < out.size(); ++k) {
    for (std::size_t i = 0; i < x.size(); ++i)
      scratch[i] = std::exp(x[i] * x[k]) - x[i];
    double top = 0;
    for (std::size_t i = 0; i < x.size(); ++i)
      top = std::max(top, scratch[i] * x[0]);
    out[k] = top * x[k];
  }
}

// A root at zero, under a condition: nobody has asked for it in the second lane.
// CHECK-LABEL: struct guarded_kernel
// CHECK: template <int Lanes>
// CHECK: static void sweep(
// CHECK: treelize::where_seeded(
TREELIZE(kernel) void guarded(const double* x, double* out) {
  const double root = std::sqrt(x[0]);
  out[0] = x[1];
  if (x[1] > 0)
    out[0] = root * x[1];
  out[1] = x[1] * 2;
}

// Rows of a table that grows: their zeros are made over lanes.
// CHECK-LABEL: struct tabled_kernel
// CHECK: template <int Lanes>
// CHECK: treelize::zeros_over<Lanes>(table
TREELIZE(kernel) void tabled(const double* x, double* out) {
  std::vector<std::vector<double>> table(1, std::vector<double>(2));
  table[0][0] = x[0] * x[1];
  for (int i = 1; i < 3; ++i) {
    table.push_back(std::vector<double>(2));
    table[i][0] = table[i - 1][0] * x[0];
    table[i][1] = table[i][0] + x[1];
  }
  out[0] = table[2][0] * table[1][1];
  out[1] = table[2][1] * x[1];
}

// One result has one seed, but its Hessian many directions; a vector that the kernel takes by
// reference has no lanes.
// CHECK-LABEL: struct single_kernel
// CHECK-NOT: adjoint({{.*}}Lanes
// CHECK: void hvp(std::span<const double> x, std::span<treelize::lanes<Lanes>> x_t,
// CHECK-NOT: Lanes>& x_b
TREELIZE(kernel) double single(std::span<const double> x) { return x[0] * x[1]; }
TREELIZE(kernel) void grown(const std::vector<double>& x, double* out) { out[0] = x[0] * x[1]; }

} // namespace app

#include "lanes.treelize.hpp"

namespace {

using Two = treelize::lanes<2>;

void checkRotated() {
  const double axis[3] = {0.7, -0.4, 1.1}, angle = 0.6;
  const std::vector<double> point{1.5, 0.9, -2.0};
  double out[2];
  Two axis_b[3]{}, angle_b, out_b[2] = {Two::unit(0), Two::unit(1)};
  std::vector<Two> point_b(3);
  app::kernels::rotated.adjoint(axis, point, angle, out, axis_b, std::span(point_b), angle_b, out_b);
  for (int row = 0; row < 2; ++row) {
    double one_b[3]{}, angleOne_b = 0, seed[2] = {row == 0 ? 1. : 0., row == 1 ? 1. : 0.};
    std::vector<double> pointOne_b(3);
    app::kernels::rotated.adjoint(axis, point, angle, out, one_b, pointOne_b, angleOne_b, seed);
    for (std::size_t i = 0; i < 3; ++i) {
      check::near("rotated", "axis", axis_b[i][row], one_b[i], 1e-14, 1);
      check::near("rotated", "point", point_b[i][row], pointOne_b[i], 1e-14, 1);
    }
    check::near("rotated", "angle", angle_b[row], angleOne_b, 1e-14, 1);
    check::near("rotated", "consumed", out_b[row][row], 0, 0, 1);
  }
  // Columns by the tangent agree with rows by the adjoint.
  Two axis_t[3] = {Two::unit(0), Two::unit(1), 0.0}, out_t[2];
  std::vector<Two> point_t(3);
  Two angle_t;
  app::kernels::rotated.tangent(axis, point, angle, out, axis_t, std::span(point_t), angle_t, out_t);
  for (std::size_t row = 0; row < 2; ++row)
    for (int column = 0; column < 2; ++column)
      check::near("rotated", "tangent", out_t[row][column], axis_b[column][static_cast<int>(row)], 1e-13, 1);
}

void checkFiltered() {
  const std::vector<double> x{0.4, 1.2, -0.7, 0.9};
  std::array<double, 3> out{};
  std::array<treelize::lanes<3>, 3> out_b{treelize::lanes<3>::unit(0), treelize::lanes<3>::unit(1), treelize::lanes<3>::unit(2)};
  std::vector<treelize::lanes<3>> x_b(x.size());
  app::kernels::filtered.adjoint(x, out, std::span(x_b), std::span<treelize::lanes<3>>(out_b));
  for (std::size_t row = 0; row < 3; ++row) {
    std::array<double, 3> seed{};
    seed[row] = 1;
    std::vector<double> one_b(x.size());
    app::kernels::filtered.adjoint(x, out, one_b, seed);
    for (std::size_t i = 0; i < x.size(); ++i)
      check::near("filtered", "adjoint", x_b[i][static_cast<int>(row)], one_b[i], 1e-14, 1);
  }
}

void checkTabled() {
  const double x[2] = {1.3, -0.6};
  double out[2];
  Two x_b[2]{}, out_b[2] = {Two::unit(0), Two::unit(1)};
  app::kernels::tabled.adjoint(x, out, x_b, out_b);
  Two x_t[2] = {Two::unit(0), Two::unit(1)}, out_t[2];
  app::kernels::tabled.tangent(x, out, x_t, out_t);
  for (int row = 0; row < 2; ++row) {
    double one_b[2]{}, seed[2] = {row == 0 ? 1. : 0., row == 1 ? 1. : 0.};
    app::kernels::tabled.adjoint(x, out, one_b, seed);
    for (int i = 0; i < 2; ++i) {
      check::near("tabled", "adjoint", x_b[i][row], one_b[i], 1e-14, 1);
      check::near("tabled", "tangent", out_t[row][i], x_b[i][row], 1e-13, 1);
    }
  }
}

void checkGuarded() {
  const double x[2] = {0, 1};
  double out[2];
  Two x_b[2]{}, out_b[2] = {Two::unit(0), Two::unit(1)};
  app::kernels::guarded.adjoint(x, out, x_b, out_b);
  check::near("guarded", "asked for", std::isinf(x_b[0][0]), 1, 0, 1);
  check::near("guarded", "not asked for", x_b[0][1], 0, 0, 1);
  check::near("guarded", "other", x_b[1][1], 2, 0, 1);
}

} // namespace

// A multiple that is added is the same as one that was multiplied before.
constexpr treelize::lanes<2> sums = [] {
  treelize::lanes<2> sum = treelize::lanes<2>::unit(1) * 2.0;
  sum += 0.5 * treelize::lanes<2>(4.0);
  sum -= treelize::lanes<2>(3.0) * 1.0;
  return sum;
}();
static_assert(sums[0] == -1.0 && sums[1] == 1.0);

int main() {
  checkRotated();
  checkFiltered();
  checkGuarded();
  checkTabled();
  return check::finish();
}
