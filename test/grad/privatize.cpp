// An array that every iteration fills before it reads any of it is scratch space: it lives in a room of the loop, and a
// loop that shares nothing else is reversed iteration by iteration.
// RUN: %treelize %s -o %T/privatize.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/privatize.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=privatize --disable-pass=histories -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <cmath>
#include <utility>

namespace app {

// CHECK-LABEL: struct mixture_kernel
// CHECK: static double sweep(
// CHECK: for (std::size_t p = 0; p < x.size(); ++p) {
// CHECK-NEXT: double offset_rows[6]{};
// CHECK-NEXT: for (std::size_t c = 0; c < 2; ++c) {
// CHECK-NEXT: double* const offset = treelize::row(offset_rows, c, 3);
// CHECK-NOT: _old
// CHECK: total +=
// CHECK: double* const offset = treelize::row(offset_rows, c, 3);
// OFF-LABEL: struct mixture_kernel
// OFF: offset_old
TREELIZE(kernel) double mixture(std::span<const double> x) {
  std::vector<double> offset(3), density(2);
  double total = 0;
  for (std::size_t p = 0; p < x.size(); ++p) {
    for (std::size_t c = 0; c < 2; ++c) {
      for (std::size_t i = 0; i < 3; ++i)
        offset[i] = x[p] - x[c] * static_cast<double>(i);
      double norm = 0;
      for (std::size_t i = 0; i < 3; ++i)
        norm += offset[i] * offset[i];
      density[c] = std::exp(-norm);
    }
    total += std::log(density[0] + 2 * density[1]);
  }
  return total;
}

// The array is overwritten within the iteration: what lies on the tape is put back there.
TREELIZE(kernel) double stages(std::span<const double> x, int steps) {
  double y = x[0], stage[2];
  for (int s = 0; s < steps; ++s) {
    for (int i = 0; i < 2; ++i)
      stage[i] = y * x[i];
    y = y + 0.1 * stage[0] * stage[1];
    for (int i = 0; i < 2; ++i)
      stage[i] = stage[i] * std::sin(y);
    y = y * stage[0] + stage[1];
  }
  return y;
}

// Filled by the library, as often as it is long: its length is what it was made with.
// CHECK-LABEL: struct filled_kernel
// CHECK: static double sweep(
// CHECK: double* const mean = treelize::row(mean_rows, i, n);
// CHECK-NOT: mean_old
// CHECK: tangent_sweep(
// OFF-LABEL: struct filled_kernel
// OFF: mean_old
TREELIZE(kernel) double filled(std::span<const double> x) {
  const std::size_t n = x.size();
  std::vector<double> mean(n);
  double sum = 0;
  for (std::size_t i = 0; i < n; ++i) {
    std::fill(mean.begin(), mean.end(), 0.0);
    for (std::size_t k = 0; k < 3; ++k)
      for (std::size_t j = 0; j < n; ++j)
        mean[j] += x[i] * x[j] * x[k];
    for (std::size_t j = 0; j < n; ++j)
      sum += mean[j] * mean[j] / x[0];
    sum = std::sin(sum);
  }
  return sum;
}

// Filled whole and then added to by indices that nobody knows: whichever element it is, the iteration has written it.
// Trips of a while loop have arrays of their own as iterations have.
// CHECK-LABEL: struct scattered_kernel
// CHECK: static double sweep(
// CHECK: double* const load = tape.take<double>(n);
// CHECK-NOT: load_old
// CHECK: tangent_sweep(
// OFF-LABEL: struct scattered_kernel
// OFF: load_old
TREELIZE(kernel) double scattered(std::span<const double> x, const std::vector<int>& to) {
  const std::size_t n = x.size();
  std::vector<double> load(n), u(x.begin(), x.end());
  double size = 1;
  while (size > 0.1) {
    for (double& v : load)
      v = 0;
    for (std::size_t e = 0; e < to.size(); ++e)
      load[to[e]] += x[e % n] * u[to[e]];
    for (std::size_t i = 0; i < n; ++i)
      if (i % 2 == 0)
        load[i] = u[i];
    size *= 0.5 + 0.1 * std::sin(load[0] * load[to[1]]);
    for (std::size_t i = 0; i < n; ++i)
      u[i] += 0.3 * load[i] * load[i];
  }
  return size + u[1] * u[0];
}

// The same, but for what leaves elements as they were: the first one, the last ones, all of them in some rounds, those
// before an unknown one is read; a condition of the loop that reads them, a reader behind it, a name for them.
TREELIZE(kernel) double leaving(std::span<const double> x, const std::vector<int>& to, int few) {
  const std::size_t n = x.size();
  std::vector<double> first(n), last(n), some(n), early(n), asked(n, 1.0), late(n), named(n);
  double sum = 0;
  for (int k = 0; asked[to[k]] < 20 && k < 4; ++k) {
    for (std::size_t i = 1; i < n; ++i)
      first[i] = x[i] * sum;
    for (int i = 0; i < few; ++i)
      last[i] = x[i] - sum;
    if (x[k] > 0)
      for (std::size_t i = 0; i < n; ++i)
        some[i] = x[i] * x[k];
    sum += early[to[k]] * early[to[k]];
    for (std::size_t i = 0; i < n; ++i) {
      early[i] = x[i] + sum;
      asked[i] = 1 + x[i] * x[i] * sum;
      late[i] = x[i] * x[i] - sum;
      named[i] = x[i] * sum;
    }
    const std::span<double> name(named);
    for (int e : to) {
      first[e] += x[e] * x[k];
      last[e] += 0.1 * x[k];
      some[e] += x[e] * x[e];
      early[e] *= x[e];
      late[e] *= sum;
      name[e] *= name[to[k]];
      sum += 0.01 * (first[to[k]] * first[e] + last[e] * last[to[k]] + some[e] * some[to[k]] + early[e] * early[e] +
                     late[e] * late[to[k]] + named[e] * named[e]);
    }
  }
  return sum * late[to[0]] * late[1];
}

// Vectors that take turns have one length, which says that others are filled. But not if one is longer.
// CHECK-LABEL: struct turns_kernel
// CHECK: static double sweep(
// CHECK: double* const flux = treelize::row(flux_rows, s, n);
// CHECK-NOT: flux_old
// CHECK: tangent_sweep(
// OFF-LABEL: struct turns_kernel
// OFF: flux_old
// CHECK-LABEL: struct longer_kernel
// CHECK: static double sweep(
// CHECK: flux_old
// CHECK: tangent_sweep(
TREELIZE(kernel) double turns(std::span<const double> x, int steps) {
  const std::size_t n = x.size();
  std::vector<double> u(x.begin(), x.end()), next(n), flux(n);
  for (int s = 0; s < steps; ++s) {
    for (std::size_t i = 0; i < n; ++i)
      flux[i] = u[i] * u[i];
    for (std::size_t i = 0; i < next.size(); ++i)
      next[i] = u[i] - 0.1 * flux[i] * flux[i > 0 ? i - 1 : 0];
    std::swap(u, next);
  }
  return u[0] * u[1] + u[2];
}

TREELIZE(kernel) double longer(std::span<const double> x, int steps) {
  const std::size_t n = x.size();
  std::vector<double> u(x.begin(), x.end()), next(n + 1), flux(n + 1);
  for (int s = 0; s < steps; ++s) {
    for (std::size_t i = 0; i < u.size(); ++i)
      flux[i] = u[i] * u[i];
    for (std::size_t i = 0; i < next.size(); ++i)
      next[i] = u[i < n ? i : 0] - 0.1 * flux[i] * flux[i > 0 ? i - 1 : 0];
    std::swap(u, next);
  }
  return u[0] * u[1] + u[2];
}

// Not scratch space: filled in part, read first, filled under a condition, read afterwards.
TREELIZE(kernel) double shared(std::span<const double> x) {
  const int n = static_cast<int>(x.size());
  std::vector<double> part(n), before(n), sometimes(n), after(n);
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    for (int i = 1; i < n; ++i)
      part[i] = x[i] * x[i - 1] + part[i - 1];
    part[0] += x[k];
    sum += before[k] * before[k];
    for (int i = 0; i < n; ++i)
      before[i] = x[i] * part[i] + sum;
    if (x[k] > 0)
      for (int i = 0; i < n; ++i)
        sometimes[i] = x[i] * before[i];
    for (int i = 0; i < n; ++i)
      after[i] = sometimes[i] * sometimes[i];
    sum += after[k];
  }
  return sum * after[1];
}

} // namespace app

#include "privatize.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4};
  check::scalar("mixture", app::kernels::mixture, x);
  check::scalar("filled", app::kernels::filled, x);
  check::scalar("stages", app::kernels::stages, x, 3);
  check::scalar("shared", app::kernels::shared, x);
  const std::vector<int> to{2, 0, 1, 2, 0};
  check::scalar("scattered", app::kernels::scattered, x, to);
  check::scalar("leaving", app::kernels::leaving, std::vector<double>{0.9, -0.3, 0.4, 0.7}, to, 2);
  check::scalar("turns", app::kernels::turns, x, 3);
  check::scalar("turns", app::kernels::turns, x, 0);
  check::scalar("longer", app::kernels::longer, x, 4);
  return check::finish();
}
