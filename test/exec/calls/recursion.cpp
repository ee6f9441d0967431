// Recursive functions stay calls: a forward function that leaves on the tape what its reverse takes from it.
// RUN: %treelize %s -o %T/recursion.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s --input-file=%T/recursion.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <array>
#include <functional>

namespace app {

// A number, and a loop's worth of calls.
inline double power(double x, int n) {
  if (n == 0)
    return 1;
  const double half = power(x, n / 2);
  return n % 2 == 0 ? half * half : x * half * half;
}

// CHECK: static double power_forward(double x, int n, treelize::tape& tape) {
// CHECK: const double power_value = power_forward(x, n / 2, tape);
TREELIZE(kernel) double powers(std::span<const double> x, int n) {
  double sum = 0;
  for (double v : x)
    sum += power(v, n);
  return sum;
}

// The kernel itself, with two calls of which the second reads what the first wrote.
TREELIZE(kernel) double fold(std::span<const double> x, int first, int last) {
  if (last - first == 1)
    return std::sin(x[static_cast<std::size_t>(first)]);
  const int middle = (first + last) / 2;
  const double left = fold(x, first, middle);
  return left * fold(x, middle, last) + std::exp(-left);
}

// A span of three: so is that of its adjoints, in every call.
// CHECK: static void scaled_reverse(std::span<const double, 3> x, int n, double seed,
// CHECK-NEXT: std::span<double, 3> x_b, treelize::tape& tape) {
TREELIZE(kernel) double scaled(std::span<const double, 3> x, int n) {
  return n == 0 ? std::sin(x[0]) : x[1] * scaled(x, n - 1) + x[2];
}

// Two functions that call each other.
inline double odd(double x, int n);
inline double even(double x, int n) { return n == 0 ? x * x : std::cos(x) * odd(x + 0.1 * n, n - 1); }
inline double odd(double x, int n) { return n == 0 ? std::exp(x) : x * even(std::sin(x), n - 1); }
TREELIZE(kernel) double mutual(double x, double y, int n) { return even(x, n) + odd(y, n); }

// A function that is given a lambda: adaptive Simpson integration.
template <class F> double simpson(const F& f, double a, double b, double fa, double fm, double fb, double eps, int depth) {
  const double m = 0.5 * (a + b), lm = 0.5 * (a + m), rm = 0.5 * (m + b);
  const double flm = f(lm), frm = f(rm);
  const double whole = (b - a) / 6 * (fa + 4 * fm + fb);
  const double left = (m - a) / 6 * (fa + 4 * flm + fm), right = (b - m) / 6 * (fm + 4 * frm + fb);
  if (depth == 0 || std::abs(left + right - whole) < eps)
    return left + right;
  return simpson(f, a, m, fa, flm, fm, eps / 2, depth - 1) + simpson(f, m, b, fm, frm, fb, eps / 2, depth - 1);
}
TREELIZE(kernel) double integral(std::span<const double> x, int depth) {
  const double rate = x[0] * x[1];
  const auto f = [&](double t) { return std::exp(-rate * t) * std::sin(x[2] * t); };
  return simpson(f, 0.0, x[1], f(0.0), f(0.5 * x[1]), f(x[1]), 1e-30, depth);
}

// In place: what it overwrites comes back.
inline void haar(double* x, int n) {
  if (n < 2)
    return;
  for (int i = 0; i < n / 2; ++i) {
    const double a = x[i], b = x[n - 1 - i];
    x[i] = a * b;
    x[n - 1 - i] = a - b * b;
  }
  haar(x, n / 2);
  haar(x + n / 2, n - n / 2);
}
TREELIZE(kernel) double wavelet(std::span<const double> x) {
  std::vector<double> y(x.begin(), x.end());
  haar(y.data(), static_cast<int>(y.size()));
  double sum = 0;
  for (std::size_t i = 0; i < y.size(); ++i)
    sum += y[i] * static_cast<double>(i + 1);
  return sum;
}

// Integers alone are written: the order is put back.
inline void sortByKey(const double* key, int* order, int n) {
  if (n < 2)
    return;
  int last = 0;
  for (int i = 1; i < n; ++i)
    if (key[order[i]] < key[order[0]]) {
      ++last;
      std::swap(order[last], order[i]);
    }
  std::swap(order[0], order[last]);
  sortByKey(key, order, last);
  sortByKey(key, order + last + 1, n - last - 1);
}
TREELIZE(kernel) double ranked(std::span<const double> x) {
  std::vector<int> order(x.size());
  for (std::size_t i = 0; i < x.size(); ++i)
    order[i] = static_cast<int>(i);
  sortByKey(x.data(), order.data(), static_cast<int>(order.size()));
  double sum = 0;
  for (std::size_t i = 0; i < order.size(); ++i)
    sum += std::exp(x[static_cast<std::size_t>(order[i])]) / static_cast<double>(i + 1);
  return sum;
}

// Objects, by reference and as a result.
struct Body {
  double x = 0, v = 0;
};
inline Body advance(const Body& b, double k, int n) {
  if (n == 0)
    return b;
  Body next;
  next.v = b.v - k * b.x;
  next.x = b.x + 0.1 * next.v;
  return advance(next, k * 1.01, n - 1);
}
TREELIZE(kernel) double swing(std::span<const double> x, int n) {
  Body start;
  start.x = x[0];
  start.v = x[1];
  const Body end = advance(start, x[2], n);
  return end.x * end.v;
}

// A lambda that is handed itself.
TREELIZE(kernel) double handed(std::span<const double> x, int n) {
  const auto tower = [&](const auto& self, double y, int k) -> double {
    return k == 0 ? y : std::tanh(x[0] * self(self, y * x[1], k - 1) + y);
  };
  return tower(tower, x[2], n);
}

// A std::function that its lambda has captured.
TREELIZE(kernel) double captured(std::span<const double> x, int n) {
  std::function<double(int, double)> series = [&](int k, double y) -> double {
    return k == 0 ? x[0] : std::sin(y) * series(k - 1, y * x[1]) + x[2];
  };
  return series(n, x[0] * x[1]) * series(1, x[2]);
}

// Determinant by minors.
template <std::size_t N> double determinant(const std::array<std::array<double, N>, N>& a, std::size_t row, unsigned used) {
  if (row == N)
    return 1;
  double sum = 0, sign = 1;
  for (std::size_t j = 0; j < N; ++j) {
    if (used & (1U << j))
      continue;
    sum += sign * a[row][j] * determinant(a, row + 1, used | (1U << j));
    sign = -sign;
  }
  return sum;
}
TREELIZE(kernel) double volume(std::span<const double> x) {
  std::array<std::array<double, 4>, 4> a{};
  for (std::size_t i = 0; i < 4; ++i)
    for (std::size_t j = 0; j < 4; ++j)
      a[i][j] = x[4 * i + j] + (i == j ? 2 : 0);
  return determinant(a, 0, 0);
}

// A loop that saves numbers and calls: the tape holds both.
inline double minor(const double* a, std::size_t n, std::size_t m, std::vector<std::size_t>& row, std::vector<std::size_t>& column) {
  const std::size_t first = row[n];
  std::size_t j = column[n];
  if (m == 1)
    return a[first * n + j];
  double sum = 0;
  int sign = 1;
  row[n] = row[first];
  std::size_t before = n;
  for (std::size_t k = 0; k < m; ++k) {
    const double pivot = a[first * n + j];
    column[before] = column[j];
    const double rest = minor(a, n, m - 1, row, column);
    column[before] = j;
    if (sign > 0)
      sum = sum + pivot * rest;
    else
      sum = sum - pivot * rest;
    before = j;
    j = column[j];
    sign = -sign;
  }
  row[n] = first;
  return sum;
}
TREELIZE(kernel) double minors(std::span<const double> x, std::size_t n) {
  std::vector<std::size_t> row(n + 1), column(n + 1);
  for (std::size_t i = 0; i < n; ++i)
    row[i] = column[i] = i + 1;
  return minor(x.data(), n, n, row, column);
}

// A scratch array that every iteration fills by calls.
TREELIZE(kernel) double scratched(std::span<const double> x, int n) {
  std::vector<double> scratch(4);
  double sum = 0;
  for (double v : x) {
    for (int i = 0; i < 4; ++i)
      scratch[static_cast<std::size_t>(i)] = power(v, n + i) + v;
    for (int i = 0; i < 4; ++i)
      sum += scratch[static_cast<std::size_t>(i)] * scratch[0];
  }
  return sum * sum;
}

// What a generic lambda only reads is not taken to be written.
TREELIZE(kernel) double reading(double x, double y) {
  double both = x * y;
  auto f = [&](auto&& self, int n, double t) -> double { return n == 0 ? t : 0.5 * self(self, n - 1, std::sin(t * both)); };
  return f(f, 2, 0.1);
}

// Nobody uses the result: no compiler may complain of that.
double bumped(double& s, int n) {
  if (n <= 0)
    return s;
  s *= 1.1;
  return s + bumped(s, n - 1);
}
TREELIZE(kernel) double unused(double x, double y) {
  bumped(x, 3);
  return x * y;
}

} // namespace app

#include "recursion.treelize.hpp"

int main() {
  const std::vector<double> x{0.7, 1.3, -0.4, 1.9, 0.3, -1.1, 0.2};
  for (int n : {0, 1, 5, 8})
    check::scalar("powers", app::kernels::powers, x, n);
  check::scalar("fold", app::kernels::fold, x, 0, 7);
  for (int n : {0, 1, 4})
    check::scalar("integral", app::kernels::integral, std::vector<double>{0.7, 1.3, 2.1}, n);
  check::scalar("wavelet", app::kernels::wavelet, x);
  check::scalar("ranked", app::kernels::ranked, x);
  check::scalar("swing", app::kernels::swing, std::vector<double>{0.7, 1.3, 0.1}, 6);
  check::scalar("handed", app::kernels::handed, std::vector<double>{0.7, 1.3, 0.1}, 3);
  check::scalar("captured", app::kernels::captured, std::vector<double>{0.7, 1.3, 0.1}, 4);
  std::vector<double> a;
  for (int i = 0; i < 16; ++i)
    a.push_back(std::sin(i * i + 1.0));
  check::scalar("volume", app::kernels::volume, a);
  check::scalar("scratched", app::kernels::scratched, x, 3);
  check::scalar("minors", app::kernels::minors, a, std::size_t{4});
  const auto [g, h] = app::kernels::mutual.grad(0.4, 0.9, 3);
  const double d = 1e-6;
  check::near("mutual", "x", g, (app::mutual(0.4 + d, 0.9, 3) - app::mutual(0.4 - d, 0.9, 3)) / (2 * d), 1e-7, 1);
  check::near("mutual", "y", h, (app::mutual(0.4, 0.9 + d, 3) - app::mutual(0.4, 0.9 - d, 3)) / (2 * d), 1e-7, 1);
  std::array<double, 3> three{0.7, 1.3, -0.4};
  const std::array<double, 3> slopes = app::kernels::scaled.grad(three, 4).x;
  for (std::size_t i = 0; i < 3; ++i) {
    std::array<double, 3> above = three, below = three;
    above[i] += d;
    below[i] -= d;
    check::near("scaled", "x", slopes[i], (app::scaled(above, 4) - app::scaled(below, 4)) / (2 * d), 1e-7, 1);
  }
  check::numbers("reading", app::kernels::reading, 0.7, -0.4);
  check::numbers("unused", app::kernels::unused, 0.7, -0.4);
  return check::failures();
}
