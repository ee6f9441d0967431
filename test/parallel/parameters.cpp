// Parameters and pieces of many kinds: the gradient has the type that `grad` gives it, and is its sum over the pieces.
// RUN: %treelize %s -o %T/parameters.treelize.hpp
// RUN: %cxx -O1 -I%T %s %link -o %t && %t
// RUN: %allcxx -fsyntax-only -I%T %s
#include <treelize/annotations.hpp>

#include <array>
#include <cmath>
#include <complex>
#include <optional>
#include <span>
#include <tuple>
#include <utility>
#include <vector>

namespace app {

TREELIZE(kernel) inline double number(double w, double x) { return std::sin(w * x); }
TREELIZE(kernel) inline double view(std::span<const double> w, std::span<const double> x) {
  double sum = 0;
  for (std::size_t i = 0; i < x.size(); ++i)
    sum += w[i] * w[i] * x[i];
  return sum;
}
TREELIZE(kernel) inline float single(const std::vector<float>& w, TREELIZE(nondiff) const int& row) {
  return w[static_cast<std::size_t>(row)] * w[0];
}

using Pair = std::pair<std::array<double, 2>, std::optional<double>>;
TREELIZE(kernel) inline double nested(const Pair& w, const std::tuple<double, int>& x) {
  return (w.first[1] * std::get<0>(x) + w.first[0]) * (w.second ? *w.second : 1.0);
}
TREELIZE(kernel) inline double phase(const std::complex<double>& w, double x) { return w.real() * x + w.imag() * w.imag(); }

} // namespace app

#include "parameters.treelize.hpp"

#include <treelize/parallel.hpp>

#include <cstdio>
#include <type_traits>

static int failures = 0;

// With one chunk the sum is a loop's, which `add(piece, w_b)` runs.
template <class Gradient, class Kernel, class Params, class Pieces, class Add>
void check(const char* name, const Kernel& kernel, const Params& params, const Pieces& pieces, const Add& add) {
  const auto sum = treelize::parallel_gradient(kernel, params, pieces, {.chunks = 1});
  static_assert(std::is_same_v<decltype(sum.gradient), Gradient>);
  Gradient wanted = treelize::zeros_like(params);
  std::remove_const_t<decltype(sum.value)> value = 0;
  for (const auto& piece : pieces) {
    add(piece, wanted);
    value += kernel(params, piece);
  }
  if (sum.value == value && sum.gradient == wanted)
    return;
  std::printf("%s: another sum\n", name);
  ++failures;
}

int main() {
  using namespace app;
  const std::vector<double> numbers{0.5, 1.5, -2, 3};
  check<double>("number", kernels::number, 0.7, numbers, [](double x, double& w_b) {
    double x_b = 0;
    kernels::number.adjoint(0.7, x, 1.0, w_b, x_b);
  });

  const std::vector<std::vector<double>> rows{{1, 2, 3}, {4}, {}, {5, 6}};
  const auto addRow = [&](std::span<const double> row, std::vector<double>& w_b) {
    std::vector<double> row_b(row.size());
    kernels::view.adjoint(numbers, row, 1.0, w_b, row_b);
  };
  check<std::vector<double>>("vector for a span", kernels::view, numbers, rows, addRow);
  check<std::vector<double>>("span", kernels::view, std::span<const double>(numbers), rows, addRow);
  const std::vector<std::span<const double>> views(rows.begin(), rows.end());
  check<std::vector<double>>("pieces that are spans", kernels::view, numbers, views, addRow);

  const std::vector<float> floats{0.1f, 0.2f, 0.3f};
  const std::array indices{0, 2, 1, 1};
  check<std::vector<float>>("float", kernels::single, floats, indices, [&](int row, std::vector<float>& w_b) {
    kernels::single.adjoint(floats, row, 1.0f, w_b);
  });

  const std::tuple<double, int> tuples[] = {{0.5, 1}, {1.5, 2}};
  for (const Pair& pair : {Pair{{1.25, -2}, 0.5}, Pair{{1.25, -2}, std::nullopt}})
    check<Pair>("pair", kernels::nested, pair, tuples, [&](const std::tuple<double, int>& x, Pair& w_b) {
      std::tuple<double, int> x_b;
      kernels::nested.adjoint(pair, x, 1.0, w_b, x_b);
    });

  const std::complex<double> z(0.3, 0.4);
  check<std::complex<double>>("complex", kernels::phase, z, numbers, [&](double x, std::complex<double>& w_b) {
    double x_b = 0;
    kernels::phase.adjoint(z, x, 1.0, w_b, x_b);
  });
  return failures != 0;
}
