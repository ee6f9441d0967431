// Algorithms of the standard library: searches decide, what is moved and combined carries the derivative.
// RUN: %treelize %s -o %T/algorithms.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %FileCheck %s < %T/algorithms.treelize.hpp
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <array>
#include <functional>
#include <iterator>
#include <numeric>
#include <tuple>
#include <vector>

namespace app {

// A table with its interval found by bisection.
TREELIZE(kernel) double interpolated(std::span<const double> x) {
  std::vector<double> grid(6), values(6);
  for (std::size_t i = 0; i < 6; ++i) {
    grid[i] = 0.5 * static_cast<double>(i) - 1.2;
    values[i] = std::sin(x[0] * static_cast<double>(i)) + x[1];
  }
  double sum = 0;
  for (double at : x) {
    const auto upper = std::upper_bound(grid.begin(), std::prev(grid.end()), at);
    const auto i = std::max<std::ptrdiff_t>(std::distance(grid.begin(), upper) - 1, 0);
    const double t = (at - grid[i]) / (grid[i + 1] - grid[i]);
    sum += values[i] * (1 - t) + values[i + 1] * t * t;
  }
  const auto lower = std::lower_bound(grid.begin(), grid.end(), x[0], [](double a, double b) { return a < b; });
  return std::binary_search(grid.begin(), grid.end(), 0.3) ? sum : sum * *lower;
}

TREELIZE(kernel) double found(std::span<const double> x) {
  const auto first = std::find_if_not(x.begin(), x.end(), [](double a) { return a > 0; });
  const auto falls = std::adjacent_find(x.begin(), x.end(), [](double a, double b) { return a > b; });
  double sum = first == x.end() ? x[0] : *first * *first * x[0];
  sum += falls == x.end() ? 0.0 : *falls * *std::next(falls);
  if (std::all_of(x.begin(), x.end(), [](double a) { return a > -2; }) && !std::is_sorted(x.begin(), x.end()))
    sum *= 1 + x[2] * x[2];
  auto it = x.begin();
  std::advance(it, 3);
  return sum + *it * *it;
}

// CHECK-LABEL: median
// CHECK: treelize::sorted_order
TREELIZE(kernel) double median(std::span<const double> x) {
  std::vector<double> v(x.begin(), x.end()), w(x.begin(), x.end());
  std::nth_element(v.begin(), v.begin() + v.size() / 2, v.end());
  std::partial_sort(w.begin(), w.begin() + 2, w.end(), std::greater<>());
  return v[v.size() / 2] * x[0] + w[0] * w[0] * w[1];
}

TREELIZE(kernel) double moved(std::span<const double> x) {
  std::vector<double> v(x.begin(), x.end()), back(x.size());
  const auto first = std::rotate(v.begin(), v.begin() + 2, v.end());
  double sum = *first * v[0] + static_cast<double>(first - v.begin()) * v[1];
  std::reverse_copy(v.begin(), v.end(), back.begin());
  std::copy_backward(back.begin(), back.end() - 2, back.end());
  std::iter_swap(back.begin(), back.begin() + 3);
  for (std::size_t i = 0; i < v.size(); ++i)
    sum += back[i] * v[i] * static_cast<double>(i + 1);
  return sum;
}

TREELIZE(kernel) double kept(std::span<const double> x) {
  std::vector<double> positive, squares;
  std::copy_if(x.begin(), x.end(), std::back_inserter(positive), [](double a) { return a > 0; });
  std::transform(positive.begin(), positive.end(), std::back_inserter(squares), [](double a) { return a * a; });
  std::vector<double> v(x.begin(), x.end());
  v.erase(std::remove_if(v.begin(), v.end(), [](double a) { return a < 0.5; }), v.end());
  std::replace(squares.begin(), squares.end(), 1.0, 2.0);
  const auto middle = std::partition(positive.begin(), positive.end(), [](double a) { return a > 1; });
  double sum = 0;
  for (auto it = positive.begin(); it != middle; ++it)
    sum += *it * *it * *it;
  for (double a : v)
    sum += std::exp(a);
  for (std::size_t i = 0; i < squares.size(); ++i)
    sum += squares[i] * static_cast<double>(i + 2);
  return sum;
}

// CHECK-LABEL: compared
// CHECK: if (isEqual)
TREELIZE(kernel) double compared(std::span<const double> x) {
  const std::vector<double> v(x.begin(), x.end());
  std::vector<double> w = v;
  double sum = v == w ? x[0] * x[0] : x[1];
  w[2] += 1;
  sum += v == w ? x[1] * x[1] : x[2] * x[3];
  w.push_back(x[0]);
  sum += v != w ? x[4] * x[4] : x[1];
  const bool isNear = std::equal(v.begin(), v.end(), w.begin(), [](double a, double b) { return std::abs(a - b) < 2; });
  return isNear ? sum * x[5] : sum;
}

TREELIZE(kernel) double applied(std::span<const double> x) {
  const std::tuple<double, double> pair(x[0] * x[1], x[2]);
  const std::array<double, 3> three{x[3], x[4], x[5]};
  const double product = std::apply([](double a, double b) { return a * std::sin(b); }, pair);
  const double sum = std::apply([](auto... each) { return (each + ... + 0.0); }, three);
  const auto scaled = std::bind_front([](double by, double a) { return by * a * a; }, x[0]);
  return product * sum + scaled(x[1]) * scaled(x[2]);
}

// The number that is looked for is a loop's, passed to a function by value.
double discount(const std::vector<double>& times, double at) {
  return static_cast<double>(std::upper_bound(times.begin(), times.end(), at) - times.begin());
}
TREELIZE(kernel) double valued(std::span<const double> x) {
  const std::vector<double> times{1, 2, 3};
  double sum = 0;
  for (double t = 0.5; t < 5; t += 0.5)
    sum += discount(times, t) * x[0] * x[1];
  return sum;
}

} // namespace app

#include "algorithms.treelize.hpp"

int main() {
  const std::vector<double> x{0.7, 1.3, -0.4, 0.9, 0.2, -1.1, 0.55};
  check::scalar("interpolated", app::kernels::interpolated, x);
  check::scalar("found", app::kernels::found, x);
  check::scalar("median", app::kernels::median, x);
  check::scalar("moved", app::kernels::moved, x);
  check::scalar("kept", app::kernels::kept, x);
  check::scalar("compared", app::kernels::compared, x);
  check::scalar("applied", app::kernels::applied, x);
  check::scalar("valued", app::kernels::valued, x);
  return check::finish();
}
