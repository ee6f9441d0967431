// Containers that are swapped are swapped back: nothing of them is saved, and no copy is made.
// RUN: %treelize %s -o %T/exchanges.treelize.hpp -- -std=c++20 -I%S/../Inputs
// RUN: %FileCheck %s --input-file=%T/exchanges.treelize.hpp
// RUN: %cxx -I%S/../Inputs -I%T %s %link -o %t && %t
// RUN: %treelize %s -o - --disable-pass=exchanges -- -std=c++20 -I%S/../Inputs | %FileCheck %s --check-prefix=OFF
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <cmath>
#include <utility>

namespace app {

// CHECK-LABEL: struct heat_kernel
// CHECK: static double sweep(
// CHECK: std::swap(u, next);
// CHECK-NOT: tape
// CHECK: std::swap(u, next);
// CHECK-NEXT: std::swap(u_b, next_b);
// CHECK: tangent_sweep(
// CHECK: std::swap(u_t, next_t);
// CHECK-NEXT: std::swap(u, next);
// OFF-LABEL: struct heat_kernel
// OFF-NOT: std::swap
// OFF: tape.push(swapped);
// OFF: tangent_sweep(
TREELIZE(kernel) double heat(std::span<const double> x, int steps) {
  const std::size_t n = x.size();
  std::vector<double> u(x.begin(), x.end()), next(n);
  for (int s = 0; s < steps; ++s) {
    next[0] = u[0];
    next[n - 1] = u[n - 1];
    for (std::size_t i = 1; i + 1 < n; ++i)
      next[i] = u[i] + 0.1 * x[i] * (u[i + 1] - 2 * u[i] + u[i - 1]);
    std::swap(u, next);
  }
  return u[1] * u[1] + std::sin(u[2]);
}

// Of different lengths; under a condition; arrays; members; the one of the two that matters changes.
TREELIZE(kernel) double lengths(std::span<const double> x) {
  std::vector<double> a{x[0], x[1] * x[2]}, b{x[1], x[2], x[3] * x[3]}, c(2);
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    for (std::size_t i = 0; i < a.size(); ++i)
      a[i] = std::sin(a[i] * x[1]);
    if (a[0] > 0.2)
      a.swap(b);
    b.push_back(a[0] * x[0]);
    std::swap(c, b);
    sum += a[0] * c[1] * static_cast<double>(a.size());
  }
  return sum * a[1];
}

struct Pair {
  double first[3], second[3];
};

TREELIZE(kernel) double members(std::span<const double> x) {
  Pair p{{x[0], x[1], 1}, {x[2], x[3], 2}};
  std::array<double, 2> a{x[0], 2}, b{3, x[1] * x[1]};
  for (int i = 0; i < 3; ++i) {
    p.first[i] *= x[i];
    std::swap(p.first, p.second);
    a[0] *= p.first[0] * a[1];
    std::swap(a, b);
  }
  return p.first[0] * p.second[1] + a[0] * b[1] * p.first[2];
}

// The caller's vectors come back as they were.
TREELIZE(kernel) void turned(std::vector<double>& y, std::vector<double>& z) {
  for (int i = 0; i < 2; ++i) {
    y[0] = std::sin(y[0] * z[1]);
    std::swap(y, z);
    z[1] += y[0] * y[1];
  }
}

// Rows and all, three of them in turn.
// CHECK-LABEL: struct levels_kernel
// CHECK: static double sweep(
// CHECK: std::swap(before, u);
// CHECK-NEXT: std::swap(u, after);
// CHECK: for (int s = steps; s-- > 0;) {
// CHECK: std::swap(u, after);
// CHECK-NEXT: std::swap(u_b, after_b);
// CHECK-NEXT: std::swap(before, u);
// CHECK-NEXT: std::swap(before_b, u_b);
// CHECK-NOT: push
// CHECK: tangent_sweep(
TREELIZE(kernel) double levels(std::span<const double> x, int steps) {
  const std::size_t n = x.size();
  std::vector<std::vector<double>> u(n, std::vector<double>(n, x[0])), before(n, std::vector<double>(n)), after(before);
  double sum = 0;
  for (int s = 0; s < steps; ++s) {
    for (std::size_t i = 1; i + 1 < n; ++i)
      for (std::size_t j = 1; j + 1 < n; ++j)
        after[i][j] = 2 * u[i][j] - before[i][j] + x[i] * (u[i + 1][j] * u[i - 1][j] + u[i][j + 1] - u[i][j - 1]);
    std::swap(before, u);
    std::swap(u, after);
    sum += u[1][2] * u[1][1];
  }
  return sum;
}

// Objects that hold containers, with numbers beside them; vectors of objects.
struct State {
  std::vector<double> height;
  std::vector<std::array<double, 2>> flow;
  double time;
  int steps;
};

// CHECK-LABEL: struct states_kernel
// CHECK: static double sweep(
// CHECK: std::swap(now, next);
// CHECK: std::swap(now, next);
// CHECK-NEXT: std::swap(now_b, next_b);
// CHECK-NOT: push
// CHECK: tangent_sweep(
TREELIZE(kernel) double states(std::span<const double> x, int steps) {
  const std::size_t n = x.size();
  State now{{x.begin(), x.end()}, std::vector<std::array<double, 2>>(n), x[0], 0}, next = now;
  std::vector<State> history(2), others(1);
  for (int s = 0; s < steps; ++s) {
    for (std::size_t i = 0; i < n; ++i) {
      next.height[i] = now.height[i] * now.height[(i + 1) % n] + now.flow[i][s % 2] * now.time;
      next.flow[i][1] = now.flow[i][0] + now.height[i] * x[i];
    }
    next.time = now.time * x[1] + now.height[0];
    next.steps = now.steps + 1;
    std::swap(now, next);
    history[0] = now;
    std::swap(history, others);
    history.resize(2);
  }
  return now.time * now.height[1] * now.steps + next.flow[2][1] * next.steps + now.flow[0][1];
}

// One row of several with a vector beside them: which one it is stays known, though its index changes afterwards.
// CHECK-LABEL: struct rows_kernel
// CHECK: static double sweep(
// CHECK: std::swap(u[l2], next);
// CHECK-NOT: push(u
// CHECK: std::swap(u[l], next);
// CHECK-NEXT: std::swap(u_b[l], next_b);
// CHECK: tangent_sweep(
// CHECK: std::swap(u_t[l2], next_t);
// CHECK-NEXT: std::swap(u[l2], next);
// OFF-LABEL: struct rows_kernel
// OFF-NOT: std::swap
// OFF: tangent_sweep(
TREELIZE(kernel) double rows(std::span<const double> x, int steps) {
  const std::size_t n = x.size();
  std::vector<std::vector<double>> u;
  for (std::size_t l = 0; l < 3; ++l)
    u.push_back(std::vector<double>(n + l, x[l]));
  double sum = 0;
  std::size_t l = 0;
  for (int s = 0; s < steps; ++s) {
    std::vector<double> next(u[l].size(), sum);
    for (int sweep = 0; sweep < 3; ++sweep) {
      for (std::size_t i = 1; i + 1 < u[l].size(); ++i)
        next[i] = u[l][i] + x[i % n] * u[l][i - 1] * u[l][i + 1];
      if (next[1] != 3)
        u[l].swap(next);
    }
    sum += u[l][1] * u[(l + 1) % 3][2] + next[2] * next[2];
    l = (l + 2) % 3;
  }
  return sum * u[0][1] + u[1][1] * u[2][1];
}

// Of another length each time; of the caller's rows, which come back as they were.
TREELIZE(kernel) double given(std::vector<std::vector<double>>& y, double scale) {
  std::vector<double> spare{scale, scale * scale};
  double sum = 0;
  for (std::size_t i = 0; i < y.size(); ++i) {
    for (double& v : y[i])
      v = std::sin(v * scale) + sum;
    y[i].swap(spare);
    y[i].push_back(sum);
    sum += y[i][0] * y[i][y[i].size() - 2] * spare[0];
  }
  return sum + spare[0] * y[0][1];
}

// Two rows of a matrix, of which one may be the other; an index that changes before the second half of the exchange.
TREELIZE(kernel) double pivots(std::span<const double> x) {
  const std::size_t n = x.size();
  std::vector<std::vector<double>> a(n, std::vector<double>(n, 1.0));
  std::vector<double> kept(n), one(x.begin(), x.end());
  double sum = 0;
  for (std::size_t k = 0; k < n; ++k) {
    for (std::size_t j = 0; j < n; ++j)
      a[k][j] += x[j] * x[k] + (j == k ? 2 : 0) + sum;
    std::swap(a[k], a[(k * k) % n]);
    std::size_t row = k;
    std::vector<double> between = a[row];
    a[row] = one;
    row = (k + 1) % n;
    one = between;
    a[row][0] *= one[k];
    sum += a[k][k] * a[0][k] * one[0];
  }
  return sum;
}

// No exchange: the copy is asked for, or something comes between.
// CHECK-LABEL: struct copies_kernel
// CHECK: static double sweep(
// CHECK-NOT: std::swap
// CHECK: tangent_sweep(
TREELIZE(kernel) double copies(std::span<const double> x) {
  std::vector<double> a{x[0], x[1]}, b{x[2], x[3]};
  const std::vector<double> kept = a;
  a = b;
  b = kept;
  return a[0] * b[1] * kept[0];
}

// What a function returns takes the place of what it was made of: one of the two is kept, and its objects are numbers.
// CHECK-LABEL: struct cut_kernel
// CHECK: static double sweep(
// CHECK-NOT: app::Corner
// CHECK: outer_x.push_back(
// CHECK: std::swap(outer_x, out_x);
// CHECK-NEXT: std::swap(outer_y, out_y);
// CHECK-NOT: push(outer
// CHECK: tape.push(out_y);
// CHECK-NOT: push(outer
// CHECK: std::swap(outer_x, out_x);
// CHECK-NEXT: std::swap(outer_x_b, out_x_b);
// CHECK: tangent_sweep(
// OFF-LABEL: struct cut_kernel
// OFF: tape.push(outer_x)
struct Corner {
  double x, y;
};

inline std::vector<Corner> cut(const std::vector<Corner>& from, double at) {
  std::vector<Corner> out;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const Corner here = from[i];
    if (here.x * here.y < at)
      out.push_back(here);
    else
      out.push_back({here.x * at, here.y + here.x * here.x});
    if (i % 2 == 1)
      out.push_back({here.y, from[i - 1].x});
  }
  return out;
}

TREELIZE(kernel) double cut(std::span<const double> x, int times) {
  std::vector<Corner> outer;
  for (std::size_t i = 0; i + 1 < x.size(); i += 2)
    outer.push_back({x[i], x[i + 1]});
  for (int k = 0; k < times; ++k)
    outer = cut(outer, x[k]);
  double sum = 0;
  for (const Corner& corner : outer)
    sum += corner.x * corner.y;
  return sum;
}

// What is asked for behind the assignment is no move, nor is what is the caller's.
// CHECK-LABEL: struct kept_kernel
// CHECK-NOT: std::swap
TREELIZE(kernel) double kept(std::span<const double> x, int times) {
  std::vector<double> all(x.begin(), x.end());
  double sum = 0;
  for (int k = 0; k < times; ++k) {
    std::vector<double> more;
    for (std::size_t i = 0; i < all.size(); ++i)
      more.push_back(std::sin(all[i]) * x[k]);
    more.push_back(x[k]);
    all = more;
    sum += more[0] * all[1];
  }
  return sum;
}

} // namespace app

#include "exchanges.treelize.hpp"

int main() {
  const std::vector<double> x{0.9, -0.3, 0.4, 0.7};
  check::scalar("heat", app::kernels::heat, x, 5);
  check::scalar("heat", app::kernels::heat, x, 0);
  check::scalar("levels", app::kernels::levels, x, 4);
  check::scalar("states", app::kernels::states, x, 3);
  check::scalar("states", app::kernels::states, x, 0);
  check::scalar("lengths", app::kernels::lengths, x);
  for (int times = 0; times < 4; ++times) {
    check::scalar("cut", app::kernels::cut, x, times);
    check::scalar("kept", app::kernels::kept, x, times);
  }
  check::scalar("members", app::kernels::members, x);
  check::scalar("copies", app::kernels::copies, x);
  check::scalar("rows", app::kernels::rows, x, 5);
  check::scalar("rows", app::kernels::rows, x, 0);
  check::scalar("pivots", app::kernels::pivots, x);
  check::second(
      "rows", x, [](const std::vector<double>& at) { return app::kernels::rows.grad(at, 4).x; },
      [](const std::vector<double>& at, const std::vector<double>& along) {
        return app::kernels::rows.hvp(at, 4, along).x;
      });
  std::vector<std::vector<double>> r{{0.3, 0.5, 1.1}, {0.7, -0.2}}, r_b{{0, 0, 0}, {0, 0, 0, 0}}; // as it is afterwards
  const auto moved = [&](double by) {
    std::vector<std::vector<double>> at{{0.3 + by, 0.5 - by, 1.1}, {0.7 + 2 * by, -0.2 + by}};
    return app::given(at, 0.8 + by);
  };
  double scale_b = 0;
  app::kernels::given.adjoint(r, 0.8, 1.0, r_b, scale_b);
  check::near("given", "adjoint against differences", r_b[0][0] - r_b[0][1] + 2 * r_b[1][0] + r_b[1][1] + scale_b,
              (moved(1e-6) - moved(-1e-6)) / 2e-6, 1e-7, 1);
  check::near("given", "left as it was", r[0][2] + r[1][1] + static_cast<double>(r[1].size()), 1.1 - 0.2 + 2, 1e-15, 1);
  std::vector<double> y{0.4, 0.8}, z{0.3, -0.5}, y_b{1, 0.5}, z_b{-0.2, 2}, y_t{0.3, 0.7}, z_t{-0.6, 0.1};
  std::vector<double> yt = y, zt = z, dy = y_t, dz = z_t;
  app::kernels::turned.tangent(yt, zt, dy, dz);
  const double forward = check::dot(dy, y_b) + check::dot(dz, z_b);
  app::kernels::turned.adjoint(y, z, y_b, z_b);
  check::near("turned", "adjoint against tangent", check::dot(y_t, y_b) + check::dot(z_t, z_b), forward, 1e-12, 1);
  check::near("turned", "left as it was", y[0] + z[1], 0.4 - 0.5, 1e-15, 1);
  return check::finish();
}
