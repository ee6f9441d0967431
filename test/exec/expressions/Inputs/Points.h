// Compares what a kernel of points.py has for derivatives, one way after the other, with what they should be.
// y[0] and y[1] are the operator in a loop, y[2] is zero times it, and y[3] the sum of its operands.
#pragma once

#include <treelize/dual.hpp>
#include <treelize/lanes.hpp>

#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numbers>
#include <span>
#include <vector>

inline constexpr double infinity = std::numeric_limits<double>::infinity();

enum Kind { value, difference, infinite, anything };
struct Expected {
  Kind kind;
  double number = 0;
};

using Numbers = std::span<const double>;
using Four = treelize::lanes<4>;
using Dual = treelize::dual<double>;
using Twice = treelize::dual<Dual>;

struct Row {
  const char* name;
  std::size_t operands;
  void (*adjoint)(Numbers x, double n, double m, std::span<double> x_b, double& w_b, std::span<double> y_b);
  void (*lanes)(Numbers x, double n, double m, std::span<Four> x_b, Four& w_b, std::span<Four> y_b);
  void (*tangent)(Numbers x, double n, double m, Numbers x_t, double w_t, std::span<double> y_t);
  Dual (*dual)(const std::array<Dual, 3>&);
  Twice (*twice)(const std::array<Twice, 3>&);
  long double (*plain)(const std::array<long double, 3>&);
  std::size_t orders;
};

#define TREELIZE_FORMULA(Number, text)                                                                                   \
  [](const std::array<Number, 3>& at) -> Number {                                                                        \
    [[maybe_unused]] const Number &a = at[0], &b = at[1], &c = at[2];                                                    \
    text;                                                                                                                \
  }
#define TREELIZE_ROW(row, count, orders, using_it, call)                                                                 \
  {#row, count,                                                                                                          \
   [](Numbers x, double n, double m, std::span<double> x_b, double& w_b, std::span<double> y_b) {                        \
     std::array<double, 4> y{};                                                                                          \
     at::kernels::row.adjoint(x, 0.0, n, m, y, x_b, w_b, y_b);                                                               \
   },                                                                                                                    \
   [](Numbers x, double n, double m, std::span<Four> x_b, Four& w_b, std::span<Four> y_b) {                              \
     std::array<double, 4> y{};                                                                                          \
     at::kernels::row.adjoint(x, 0.0, n, m, y, x_b, w_b, y_b);                                                               \
   },                                                                                                                    \
   [](Numbers x, double n, double m, Numbers x_t, double w_t, std::span<double> y_t) {                                   \
     std::array<double, 4> y{};                                                                                          \
     at::kernels::row.tangent(x, 0.0, n, m, y, x_t, w_t, y_t);                                                               \
   },                                                                                                                    \
   TREELIZE_FORMULA(Dual, using_it return call), TREELIZE_FORMULA(Twice, using_it return call),                          \
   TREELIZE_FORMULA(long double, using_it return call), orders}

inline int failures = 0;

inline bool agrees(double found, const Expected& wanted, double by_difference) {
  const double number = wanted.kind == difference ? by_difference : wanted.number;
  if (wanted.kind == anything)
    return true;
  if (wanted.kind == infinite)
    return !std::isfinite(found);
  return found == number || std::fabs(found - number) <= (wanted.kind == difference ? 1e-7 : 1e-13) * std::fabs(number);
}

inline void expect(bool holds, const Row& row, Numbers x, const char* how, std::size_t y, std::size_t operand, double found) {
  if (holds)
    return;
  ++failures;
  std::printf("%s at (", row.name);
  for (std::size_t i = 0; i < row.operands; ++i)
    std::printf("%s%.17g", i ? ", " : "", x[i]);
  std::printf("), %s: y[%zu] by operand %zu is %.17g\n", how, y, operand, found);
}

template <class Number>
std::array<Number, 3> with_orders(const Row& row, double n, double m, Numbers x) {
  std::array<Number, 3> at{Number(n), Number(m), Number(0.0)};
  for (std::size_t i = 0; i < row.operands; ++i)
    at[row.orders + i] = Number(x[i]);
  return at;
}

/// Outside of its domain an operator is no number, and so is what it is multiplied by.
inline bool is_outside(const Row& row, double n, double m, Numbers x) {
  return std::isnan(row.plain(with_orders<long double>(row, n, m, x)));
}

/// Of y[0], y[1], y[2] and y[3] by operand i of the first or the second run of the loop.
inline void check_entry(const Row& row, Numbers x, const char* how, std::size_t y, std::size_t run, std::size_t i, double found, const Expected& wanted,
                        double by_difference) {
  const bool isIt = y < 2 && y == run;
  const bool isRight = isIt ? agrees(found, wanted, by_difference) : found == (y == 3 && run == 0 ? 1.0 : 0.0);
  expect(isRight, row, x, how, y, row.operands * run + i, found);
}

inline void check(const Row& row, double n, double m, const std::vector<double>& once, const std::vector<Expected>& wanted) {
  const std::size_t count = row.operands;
  std::vector<double> x = once, differences;
  x.insert(x.end(), once.begin(), once.end());
  for (std::size_t i = 0; i < count; ++i) {
    const long double step = 1e-6L;
    auto above = with_orders<long double>(row, n, m, once), below = above;
    above[row.orders + i] += step;
    below[row.orders + i] -= step;
    const bool isAsked = wanted[i].kind == difference;
    differences.push_back(isAsked ? static_cast<double>((row.plain(above) - row.plain(below)) / (2 * step)) : 0);
  }
  const bool has_product = !is_outside(row, n, m, once);
  const auto entry = [&](const char* how, std::size_t y, std::size_t at, double found) {
    if (y != 2 || has_product)
      check_entry(row, once, how, y, at / count, at % count, found, wanted[at % count], differences[at % count]);
  };

  std::vector<Four> wide(2 * count);
  std::array<Four, 4> seeds{Four::unit(0), Four::unit(1), Four::unit(2), Four::unit(3)};
  Four w_wide;
  row.lanes(x, n, m, wide, w_wide, seeds);
  for (std::size_t y = 0; y < 4; ++y) {
    std::vector<double> x_b(2 * count), y_b(4);
    double w_b = 0;
    y_b[y] = 1;
    row.adjoint(x, n, m, x_b, w_b, y_b);
    for (std::size_t at = 0; at < 2 * count; ++at) {
      entry("adjoint", y, at, x_b[at]);
      entry("adjoint over lanes", y, at, wide[at][static_cast<int>(y)]);
    }
    if (y != 2 && has_product)
      expect(w_b == 0, row, once, "adjoint of the factor", y, 0, w_b);
  }
  for (std::size_t at = 0; at < 2 * count; ++at) {
    std::vector<double> x_t(2 * count), y_t(4);
    x_t[at] = 1;
    row.tangent(x, n, m, x_t, 0, y_t);
    for (std::size_t y = 0; y < 4; ++y)
      entry("tangent", y, at, y_t[y]);
  }
  for (std::size_t i = 0; i < count; ++i) {
    auto at = with_orders<Dual>(row, n, m, once);
    auto still = with_orders<Twice>(row, n, m, once);
    at[row.orders + i] = Dual(once[i], 1.0);
    still[row.orders + i] = Twice(Dual(once[i]), Dual(1.0));
    entry("dual", 0, i, row.dual(at).tangent());
    entry("zero times dual", 2, i, (Dual(0.0) * row.dual(at)).tangent());
    entry("dual of dual", 0, i, row.twice(still).tangent().value());
    const double second = row.twice(still).tangent().tangent();
    expect(second == 0, row, once, "dual of dual in no direction", 0, i, second);
  }
}

inline int finish() {
  return failures != 0;
}
