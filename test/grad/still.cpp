// Directions that leave alone what a sum is taken over: before a nest of loops that reads the same tangents
// again and again the elements are asked, and sums over them are taken in the parts of the lanes that move alone.
// RUN: %treelize %s -o %t.treelize.hpp -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s --input-file=%t.treelize.hpp
// RUN: %treelize %s -o %t.off.hpp --disable-pass=still -- -std=c++20 -DGENERATED='"%t.treelize.hpp"'
// RUN: %FileCheck %s --input-file=%t.off.hpp --check-prefix=OFF
// RUN: %allcxx -DGENERATED='"%t.treelize.hpp"' %s -fsyntax-only
// RUN: %cxx -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// RUN: %clangxx -O1 -DGENERATED='"%t.treelize.hpp"' %s %link -o %t && %t
// OFF-NOT: _moves
#include <treelize/annotations.hpp>

#include <cmath>
#include <span>
#include <vector>

namespace app {

// A table with an answer for each bone, asked before the points; the outermost loop reads nothing else.
// CHECK-LABEL: struct skin_kernel
// CHECK: template <int Lanes>
// CHECK: static void tangent_sweep
// CHECK: treelize::room<int> place_t_moving(
// CHECK: if (0 < points) {
// CHECK-NEXT: for (int [[B:b[0-9]*]] = 0; [[B]] < bones; ++[[B]]) {
// CHECK-NEXT: int [[M:place_t_moves[0-9]*]] = 0;
// CHECK-NEXT: for (int [[I:i[0-9]*]] = 0; [[I]] < 3; ++[[I]]) {
// CHECK-NEXT: [[M]] = [[M]] | treelize::moving_parts(place_t[3 * [[B]] + [[I]]]);
// CHECK: place_t_moving[[[B]]] = [[M]];
// CHECK: for (int o = 0; o < points; ++o)
// CHECK: for (int b = 0; b < bones; ++b) {
// CHECK-NEXT: const int place_t_moves = place_t_moving[b];
// CHECK: at_t[i] += treelize::moving(place_t_moves, weights[bones * o + b] * place_t[3 * b + i]);
// CHECK: at[i] +=
TREELIZE(kernel)
inline void skin(std::span<const double> angles, TREELIZE(nondiff) const std::vector<double>& weights, int bones,
                 int points, std::span<double> r) {
  std::vector<double> place(3 * bones);
  for (int b = 0; b < bones; ++b)
    for (int i = 0; i < 3; ++i)
      place[3 * b + i] = i + std::sin(angles[b] + i);
  for (int o = 0; o < points; ++o) {
    double at[3] = {0.0, 0.0, 0.0};
    for (int b = 0; b < bones; ++b)
      for (int i = 0; i < 3; ++i)
        at[i] += weights[bones * o + b] * place[3 * b + i];
    r[o] = at[0] * at[1] - at[2];
  }
}

// One answer, before the loop over the points.
// CHECK-LABEL: struct skin_by_bones_kernel
// CHECK: template <int Lanes>
// CHECK: static void tangent_sweep
// CHECK: int place_t_moves = 0;
// CHECK: if (0 < points)
// CHECK-NEXT: place_t_moves = place_t_moves | treelize::moving_parts(place_t[b]);
// CHECK: for (int o = 0; o < points; ++o)
// CHECK: r_t[o] += treelize::moving(place_t_moves,
TREELIZE(kernel)
inline void skin_by_bones(std::span<const double> angles, TREELIZE(nondiff) const std::vector<double>& weights,
                          int bones, int points, std::span<double> r) {
  std::vector<double> place(bones);
  for (int b = 0; b < bones; ++b)
    place[b] = std::sin(angles[b]);
  for (int o = 0; o < points; ++o)
    r[o] = 0.0;
  for (int b = 0; b < bones; ++b)
    for (int o = 0; o < points; ++o)
      r[o] += weights[bones * o + b] * place[b];
}

// A step of one product costs no more than a look into a table.
// CHECK-LABEL: struct product_kernel
// CHECK-NOT: moving_parts
// CHECK-LABEL: struct behind_kernel
TREELIZE(kernel)
inline void product(std::span<const double> x, TREELIZE(nondiff) const std::vector<double>& a, std::span<double> y) {
  for (std::size_t i = 0; i < y.size(); ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < x.size(); ++j)
      sum += a[x.size() * i + j] * x[j];
    y[i] = sum;
  }
}

// Nothing is asked where an element need not exist (behind a condition, behind an end), where the loop writes it,
// and where each is read once.
// CHECK-NOT: moving_parts
// CHECK-LABEL: struct next_kernel
TREELIZE(kernel)
inline void behind(std::span<const double> x, int count, std::span<double> y) {
  for (std::size_t i = 0; i < y.size(); ++i)
    for (int j = 0; j < count; ++j)
      if (j < static_cast<int>(x.size()))
        y[i] += (i + 1.0) * x[j];
}
// CHECK-NOT: moving_parts
// CHECK-LABEL: struct besides_kernel
TREELIZE(kernel) inline void next(std::span<double> u, int steps) {
  for (int s = 0; s < steps; ++s)
    for (std::size_t i = 1; i < u.size(); ++i)
      u[i] += 0.1 * u[i - 1];
}

// Each of two loops side by side has its own question: one may run where the other does not.
// CHECK: if (0 < count && 0 < first) {
// CHECK: if (0 < count && 0 < second) {
TREELIZE(kernel)
inline void besides(std::span<const double> x, TREELIZE(nondiff) const std::vector<double>& weights, int count, int first,
                    int second, std::span<double> y) {
  for (int t = 0; t < count; ++t) {
    for (int i = 0; i < first; ++i)
      y[i] += weights[t] * x[0];
    for (int i = 0; i < second; ++i)
      y[i] += weights[t] * x[1];
  }
}
// The same where their counters are other ones.
TREELIZE(kernel)
inline void differing(std::span<const double> x, TREELIZE(nondiff) const std::vector<double>& weights, int count,
                      std::span<double> y) {
  for (int t = 0; t < count; ++t) {
    for (int i = 0; i < 3; ++i)
      y[t] += weights[t + i] * x[i];
    for (int j = 0; j < 2; ++j)
      y[t] += weights[j] * x[j + 1];
  }
}
// An empty nest reads nothing.
// CHECK-LABEL: struct none_kernel
// CHECK: if (0 < count && 0 < y.size()) {
// CHECK-NEXT: x_t_moves = x_t_moves | treelize::moving_parts(x_t[first]);
TREELIZE(kernel) inline void none(std::span<const double> x, int count, int first, std::span<double> y) {
  for (int i = 0; i < count; ++i)
    for (std::size_t j = 0; j < y.size(); ++j)
      y[j] += (i + 1.0) * x[first];
}

} // namespace app

#ifdef GENERATED
#include GENERATED

#include <cstdio>
#include <limits>

namespace {

using Numbers = std::vector<double>;
int wrong = 0;

template <class Kernel, class... Rest>
void check(const char* name, const Kernel& kernel, Numbers x, std::size_t rows, const Rest&... rest) {
  Numbers r(rows);
  const treelize::matrix wide = kernel.template jacobian<4>(x, rest..., r);
  double off = wide.rows() == rows && wide.cols() == x.size() ? 0 : 1;
  for (const treelize::matrix& other : {kernel.jacobian(x, rest..., r), kernel.template jacobian<3>(x, rest..., r),
                                        kernel.template jacobian<16>(x, rest..., r), kernel.template jacobian<32>(x, rest..., r)})
    for (std::size_t i = 0; i < rows * x.size(); ++i)
      off = std::fmax(off, std::fabs(other.data()[i] - wide.data()[i]));
  for (std::size_t j = 0; j < x.size(); ++j) {
    Numbers above = x, below = x, up(rows), down(rows);
    above[j] += 1e-6;
    below[j] -= 1e-6;
    kernel(above, rest..., up);
    kernel(below, rest..., down);
    for (std::size_t i = 0; i < rows; ++i)
      off = std::fmax(off, std::fabs(wide(i, j) - (up[i] - down[i]) / 2e-6));
  }
  if (off > 1e-7) {
    std::printf("%s: off by %g\n", name, off);
    ++wrong;
  }
}

Numbers numbers(std::size_t count) {
  Numbers all(count);
  for (std::size_t i = 0; i < count; ++i)
    all[i] = std::cos(3.0 * i + 1);
  return all;
}

} // namespace

int main() {
  namespace kernels = app::kernels;
  check("skin", kernels::skin, numbers(13), 20, numbers(260), 13, 20);
  check("skin by bones", kernels::skin_by_bones, numbers(13), 20, numbers(260), 13, 20);
  check("product", kernels::product, numbers(13), 20, numbers(260));
  Numbers x = numbers(3), y(4);
  kernels::none.tangent(std::span<const double>(x), 0, 1000000000, std::span<double>(y),
                        std::span<treelize::lanes<2>>(), std::span<treelize::lanes<2>>());
  Numbers two = numbers(2), four(4);
  std::vector<treelize::lanes<2>> two_t(2), four_t(4);
  two_t[1] = treelize::lanes<2>({1, 2});
  kernels::besides.tangent(std::span<const double>(two), Numbers(2, 1.0), 2, 0, 3, std::span<double>(four),
                           std::span<treelize::lanes<2>>(two_t), std::span<treelize::lanes<2>>(four_t));
  wrong += four_t[0][0] != 2 || four_t[0][1] != 4;
  // What stays may have an infinite weight.
  Numbers weights(260, 1.0);
  weights[5] = std::numeric_limits<double>::infinity();
  Numbers angles(13), r(20);
  std::vector<treelize::lanes<2>> angles_t(13), r_t(20);
  angles_t[0] = treelize::lanes<2>({1, 2});
  kernels::skin_by_bones.tangent(std::span<const double>(angles), weights, 13, 20, std::span<double>(r),
                                 std::span<treelize::lanes<2>>(angles_t), std::span<treelize::lanes<2>>(r_t));
  wrong += r_t[0][0] != 1 || r_t[0][1] != 2;
  return wrong;
}
#endif
