// Three-way comparisons: of numbers, defaulted, and by hand; what they find chooses between branches.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/orderings.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t -I%S/../../Inputs %s -fsyntax-only
#include <algorithm>
#include <cmath>
#include <compare>
#include <limits>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

struct Defaulted {
  double a;
  int b;
  auto operator<=>(const Defaulted&) const = default;
};
struct ByHand {
  double a;
  std::partial_ordering operator<=>(const ByHand& o) const { return a <=> o.a; }
  bool operator==(const ByHand& o) const { return a == o.a; }
};
struct Key {
  int first, second;
  double value;
  std::strong_ordering operator<=>(const Key& o) const {
    if (const auto order = first <=> o.first; order != 0)
      return order;
    return o.second <=> second;
  }
};

TREELIZE(kernel) double defaulted(std::span<const double> x) {
  Defaulted u{x[0], 1}, v{x[1], 2}, w{x[0], 2};
  double s = u < v ? x[2] : x[3];
  if (u == v)
    s += 1;
  if ((u <=> v) > 0)
    s *= u.a;
  if (u < w && w >= u && u != w)
    s *= v.a;
  return s * v.a;
}
TREELIZE(kernel) double byHand(std::span<const double> x) {
  ByHand u{x[0]}, v{x[1]};
  double s = u < v ? x[2] : x[3];
  if (u == v)
    s += 1;
  if (u >= v)
    s *= u.a;
  const auto order = 2 <=> 3;
  if (order < 0 && std::is_lteq(order))
    s *= x[3];
  for (std::size_t i = 0; i < 4; ++i) {
    const std::partial_ordering sign = x[i] <=> 0.5;
    if (sign == std::partial_ordering::less)
      s += x[i] * s;
    else if (0 < sign)
      s *= x[i];
  }
  return s * v.a;
}
// Nothing holds of what has no order but that it is not equal.
TREELIZE(kernel) double unordered(std::span<const double> x) {
  const double none = std::numeric_limits<double>::quiet_NaN();
  const auto order = x[0] <=> none;
  double s = x[1];
  if (order < 0 || order > 0 || order <= 0 || order >= 0 || order == 0)
    s *= 7;
  if (order != 0 && order == std::partial_ordering::unordered)
    s *= x[2];
  return s;
}
TREELIZE(kernel) double sorted(std::span<const double> x) {
  std::vector<Key> keys{{3, 0, x[0]}, {1, 0, x[1]}, {2, 4, x[2]}, {2, 7, x[3]}};
  std::sort(keys.begin(), keys.end());
  double s = 0;
  for (const Key& key : keys)
    s = s * x[0] + key.value * key.value;
  return s;
}

} // namespace app

#include "orderings.treelize.hpp"

#include <GradientCheck.h>

int main() {
  const std::vector<double> x = {0.61, -0.37, 0.83, 1.21}, y = {-0.61, 0.37, 0.83, 0.21};
  for (const std::vector<double>& at : {x, y}) {
    check::scalar("defaulted", app::kernels::defaulted, at);
    check::scalar("byHand", app::kernels::byHand, at);
    check::scalar("unordered", app::kernels::unordered, at);
    check::scalar("sorted", app::kernels::sorted, at);
  }
  return check::finish();
}
