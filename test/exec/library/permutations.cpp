// Algorithms of the library that reorder, merge and search: their own bodies become part of the kernel.
// RUN: %treelize %s -o %T/permutations.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%S/../../Inputs -I%T %s %link -o %t && %t
#include <GradientCheck.h>
#include <treelize/annotations.hpp>

#include <algorithm>
#include <iterator>
#include <numeric>

namespace app {

using numbers = std::vector<double>;

inline double weighted(const numbers& v) {
  double sum = 0;
  for (std::size_t i = 0; i < v.size(); ++i)
    sum += static_cast<double>(i + 1) * v[i] * v[i];
  return sum;
}
inline bool isLarge(double x) { return x > 0.5; }

TREELIZE(kernel) double permuted(std::span<const double> x) {
  numbers v(x.begin(), x.end());
  double sum = 0;
  for (int i = 0; i < 3; ++i) {
    std::next_permutation(v.begin(), v.end());
    sum += weighted(v) * v[0];
  }
  std::prev_permutation(v.begin(), v.end());
  return sum * weighted(v);
}

TREELIZE(kernel) double merged(std::span<const double> x) {
  numbers v(x.begin(), x.end()), both(2 * x.size()), all, rest, common;
  std::sort(v.begin(), v.end());
  std::merge(v.begin(), v.end(), v.begin(), v.end(), both.begin());
  std::set_union(v.begin(), v.begin() + 3, v.begin() + 1, v.end(), std::back_inserter(all));
  std::set_difference(v.begin(), v.end(), v.begin(), v.begin() + 1, std::back_inserter(rest));
  std::set_intersection(v.begin(), v.begin() + 2, v.begin() + 1, v.end(), std::back_inserter(common));
  std::rotate(v.begin(), v.begin() + 2, v.end());
  std::inplace_merge(v.begin(), v.end() - 2, v.end());
  return weighted(both) * weighted(all) + weighted(rest) * weighted(common) + weighted(v);
}

TREELIZE(kernel) double heaped(std::span<const double> x) {
  numbers v(x.begin(), x.end());
  std::make_heap(v.begin(), v.end());
  double result = weighted(v);
  std::pop_heap(v.begin(), v.end());
  result *= v.back();
  v.back() *= v[0];
  std::push_heap(v.begin(), v.end());
  result += weighted(v);
  std::sort_heap(v.begin(), v.end());
  return result * weighted(v);
}

TREELIZE(kernel) double copied(std::span<const double> x) {
  numbers rotated(x.size()), large(x.size()), small(x.size()), replaced(x.size()), without(x.size()), least(2);
  std::rotate_copy(x.begin(), x.begin() + 1, x.end(), rotated.begin());
  std::partition_copy(x.begin(), x.end(), large.begin(), small.begin(), isLarge);
  std::replace_copy_if(x.begin(), x.end(), replaced.begin(), isLarge, 0.25);
  std::remove_copy(x.begin(), x.end(), without.begin(), x[1]);
  std::partial_sort_copy(x.begin(), x.end(), least.begin(), least.end());
  std::shift_left(rotated.begin(), rotated.end(), 1);
  std::shift_right(small.begin(), small.end(), 1);
  std::move(least.begin(), least.end(), large.begin());
  return weighted(rotated) * weighted(large) + weighted(small) * weighted(replaced) + weighted(without) * weighted(least);
}

TREELIZE(kernel) double searched(std::span<const double> x) {
  numbers v(x.begin(), x.end());
  std::sort(v.begin(), v.end());
  const auto [first, last] = std::equal_range(v.begin(), v.end(), v[1]);
  const auto [low, high] = std::minmax({x[0], x[1], x[2]});
  double result = *first * static_cast<double>(last - first) * low * high;
  result += *std::search(x.begin(), x.end(), x.begin() + 1, x.begin() + 3);
  result *= *std::find_end(x.begin(), x.end(), x.begin(), x.begin() + 1);
  result += x[0] * *std::find_first_of(x.begin(), x.end(), v.begin() + 2, v.end());
  if (std::includes(v.begin(), v.end(), v.begin(), v.begin() + 2) && std::is_permutation(x.begin(), x.end(), v.begin()))
    result *= x[1];
  return result;
}

} // namespace app

#include "permutations.treelize.hpp"

int main() {
  const std::vector<double> x = {0.7, 0.2, 1.1, 0.4, 0.9};
  check::scalar("permuted", app::kernels::permuted, x);
  check::scalar("merged", app::kernels::merged, x);
  check::scalar("heaped", app::kernels::heaped, x);
  check::scalar("copied", app::kernels::copied, x);
  check::scalar("searched", app::kernels::searched, x);
  return check::finish();
}
