// Derivatives that the user has given are called in the place of those that could be derived.
// RUN: %treelize %s -o %T/rules.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/rules.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>
#include <treelize/kernel.hpp>

#include <array>
#include <span>
#include <vector>

namespace app {

// --- numbers: one of the two is enough ---------------------------------------------------------

double inDark(double x, double y);

TREELIZE(adjoint_of(inDark)) inline void inDark_adjoint(double x, double y, double seed, double& x_b, double& y_b) {
  x_b += seed * y * std::cos(x);
  y_b += seed * std::sin(x);
}
// CHECK: app::inDark(a * b, b)
// CHECK: app::inDark_adjoint(a * b, b, {{.*}}, argument_b, b_b);
TREELIZE(kernel) double byAdjoint(double a, double b) { return inDark(a * b, b) * a + inDark(1.0, b); }

double sine(double x, int n);
TREELIZE(tangent_of(sine)) inline treelize::tangent_result<double> sine_tangent(double x, int n, double x_t) {
  return {std::sin(n * x), n * std::cos(n * x) * x_t};
}
TREELIZE(kernel) double byTangent(double a, double b) {
  double sum = 0;
  for (int i = 1; i < 4; ++i)
    sum += sine(a * b, i) * sine(b, 2);
  return sum;
}

// --- containers and records: a fixed point, with the adjoint of its end -------------------------

struct Coefficients {
  double a = 0, b = 0;
};

/// y with y = cos(a y) + b v[i], for every i; its adjoint by the implicit function theorem.
inline std::vector<double> solve(const Coefficients& c, std::span<const double> v) {
  std::vector<double> y(v.size());
  for (std::size_t i = 0; i < v.size(); ++i)
    for (int k = 0; k < 200; ++k)
      y[i] = std::cos(c.a * y[i]) + c.b * v[i];
  return y;
}
TREELIZE(adjoint_of(app::solve))
inline void solve_adjoint(const Coefficients& c, std::span<const double> v, const std::vector<double>& seed,
                          Coefficients& c_b, std::span<double> v_b) {
  const std::vector<double> y = solve(c, v);
  for (std::size_t i = 0; i < v.size(); ++i) {
    const double w = seed[i] / (1 + c.a * std::sin(c.a * y[i]));
    c_b.a -= w * y[i] * std::sin(c.a * y[i]);
    c_b.b += w * v[i];
    v_b[i] += w * c.b;
  }
}
TREELIZE(tangent_of(solve))
inline treelize::tangent_result<std::vector<double>> solve_tangent(const Coefficients& c, std::span<const double> v,
                                                                   const Coefficients& c_t, std::span<const double> v_t) {
  std::vector<double> y = solve(c, v), y_t(v.size());
  for (std::size_t i = 0; i < v.size(); ++i)
    y_t[i] = (-std::sin(c.a * y[i]) * y[i] * c_t.a + c.b * v_t[i] + v[i] * c_t.b) / (1 + c.a * std::sin(c.a * y[i]));
  return {y, y_t};
}
TREELIZE(kernel) double equilibrium(std::span<const double> x) {
  Coefficients c;
  c.a = x[0] * 0.1;
  c.b = x[1];
  const std::vector<double> y = solve(c, x.subspan(1));
  double sum = 0;
  for (std::size_t i = 0; i < y.size(); ++i)
    sum += y[i] * y[i] * static_cast<double>(i + 1);
  return sum;
}

// --- what is written through a reference is put back before the adjoint runs --------------------

inline void squareAll(std::vector<double>& x, double& total) {
  for (double& v : x) {
    total += v;
    v *= v;
  }
}
TREELIZE(adjoint_of(squareAll))
inline void squareAll_adjoint(std::vector<double>& x, double&, std::vector<double>& x_b, double& total_b) {
  for (std::size_t i = 0; i < x.size(); ++i)
    x_b[i] = 2 * x[i] * x_b[i] + total_b;
}
TREELIZE(kernel) double inPlace(std::span<const double> x) {
  std::vector<double> y(x.begin(), x.end());
  double total = x[0];
  for (int k = 0; k < 2; ++k)
    squareAll(y, total);
  double sum = total * total;
  for (double v : y)
    sum += v;
  return sum;
}

// The index that an iteration writes to moves with the call: each element is written again.
inline void advance(int& k, double& w) {
  k -= 1;
  w *= 2;
}
TREELIZE(adjoint_of(advance)) inline void advance_adjoint(int&, double&, double& w_b) {
  w_b *= 2;
}
TREELIZE(kernel) double movingIndex(std::span<const double> x) {
  int k = 1;
  double w = x[1], s = 0;
  std::vector<double> y(x.begin(), x.end());
  for (int i = 0; i < 3; ++i) {
    advance(k, w);
    y[i + k] = x[i % 2] * (i + 1.5);
    s += std::sin(y[i + k]);
  }
  return s * w;
}

} // namespace app

#include "rules.treelize.hpp"

double app::inDark(double x, double y) { return y * std::sin(x); }
double app::sine(double x, int n) { return std::sin(n * x); }

template <class K> concept HasTangent = requires(K k, std::vector<double> x) { k.tangent(x, x); };

int main() {
  check::numbers("byAdjoint", app::kernels::byAdjoint, 0.61, -0.37);
  check::numbers("byTangent", app::kernels::byTangent, 0.61, -0.37);
  const std::vector<double> x{0.7, 1.3, -0.4, 1.9};
  check::scalar("equilibrium", app::kernels::equilibrium, x);

  static_assert(!HasTangent<decltype(app::kernels::inPlace)> && HasTangent<decltype(app::kernels::equilibrium)>);
  const std::vector<double> g = app::kernels::inPlace.grad(x).x;
  for (std::size_t i = 0; i < x.size(); ++i) {
    std::vector<double> up = x, down = x;
    up[i] += 1e-6;
    down[i] -= 1e-6;
    check::near("inPlace", "x", g[i], (app::inPlace(up) - app::inPlace(down)) / 2e-6, 1e-7, 1);
    check::near("movingIndex", "x", app::kernels::movingIndex.grad(x).x[i],
                (app::movingIndex(up) - app::movingIndex(down)) / 2e-6, 1e-7, 1);
  }
  return check::finish();
}
