// Positions of extremes in the rows of a matrix, and iterators as results of functions: an iterator that was found is
// subtracted from one that another expression makes.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/row-extremes.treelize.hpp -- -std=c++20
// RUN: %FileCheck %s --input-file=%t/row-extremes.treelize.hpp
// RUN: %cxx -I%t %s %link -o %t/run && %t/run
// RUN: %clangxx -I%t %s -fsyntax-only
#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <treelize/annotations.hpp>
#include <vector>

namespace app {

using Matrix = std::vector<std::vector<double>>;

// CHECK-LABEL: struct greatest_kernel
TREELIZE(kernel) double greatest(const Matrix& m) {
  double s = 0;
  for (std::size_t i = 0; i < m.size(); ++i) {
    const auto j = std::max_element(m[i].begin(), m[i].end()) - m[i].begin();
    s += m[i][static_cast<std::size_t>(j)] * m[i][0] * static_cast<double>(j + 1);
  }
  return s;
}
TREELIZE(kernel) double least(const Matrix& m) {
  double s = 0;
  for (const auto& row : m) {
    const auto j = static_cast<std::size_t>(std::distance(row.begin(), std::min_element(row.begin(), row.end())));
    s += row[j] * row[j] * static_cast<double>(j + 1);
  }
  for (std::size_t i = 0; i < m.size(); ++i) {
    auto it = std::min_element(m[i].cbegin(), m[i].cend());
    if (it < m[i].end())
      s += *it * m[i][static_cast<std::size_t>(std::distance(m[i].begin(), it))];
  }
  return s;
}
TREELIZE(kernel) double local(double x, double y) {
  Matrix m(3, std::vector<double>(4));
  for (int i = 0; i < 3; ++i)
    for (int j = 0; j < 4; ++j)
      m[static_cast<std::size_t>(i)][static_cast<std::size_t>(j)] = std::sin(x * i + y * j);
  double s = 0;
  for (auto& row : m) {
    const auto j = std::max_element(row.begin(), row.end()) - row.begin();
    s += row[static_cast<std::size_t>(j)] * static_cast<double>(j + 1);
    row.erase(row.begin() + j);
    s += *std::max_element(row.begin(), row.end()) * x;
  }
  return s;
}
inline std::vector<double>::const_iterator best(const std::vector<double>& v) { return std::max_element(v.begin(), v.end()); }
inline std::size_t argmax(const std::vector<double>& v) { return static_cast<std::size_t>(std::max_element(v.begin(), v.end()) - v.begin()); }
inline auto above(const std::vector<double>& v, double t) {
  for (auto i = v.begin(); i != v.end(); ++i)
    if (*i > t)
      return i;
  return v.end();
}
TREELIZE(kernel) double helpers(const Matrix& m) {
  double s = 0;
  for (std::size_t i = 0; i < m.size(); ++i) {
    const auto b = best(m[i]);
    s += *best(m[i]) * m[i][argmax(m[i])] + static_cast<double>(b - m[i].begin()) * *b;
    if (const auto a = above(m[i], 2.5); a != m[i].end())
      s += *a * static_cast<double>(std::distance(a, m[i].end()));
  }
  return s;
}
inline double* greatest_of(double* a, int n) {
  double* b = a;
  for (int i = 1; i < n; ++i)
    if (a[i] > *b)
      b = a + i;
  return b;
}
inline const double* least_of(const std::array<double, 3>& a) { return std::min_element(a.begin(), a.end()); }
TREELIZE(kernel) double arrays(double x, double y) {
  std::array<double, 3> a{x, x * y, y};
  double c[2][3] = {{x, y, x * y}, {y, x, 1}};
  double s = 0;
  for (auto& row : c) {
    *greatest_of(row, 3) *= 2;
    s += row[0] * row[1] + static_cast<double>(greatest_of(row, 3) - row) * row[2];
  }
  return s + *least_of(a) * static_cast<double>(least_of(a) - a.begin() + 1);
}
struct Grid {
  std::vector<double> v;
  std::vector<double>::iterator worst() { return std::min_element(v.begin(), v.end()); }
  auto begin() const { return v.begin(); }
  auto end() const { return v.end(); }
};
TREELIZE(kernel) double member(const std::vector<double>& v, double x) {
  Grid g{v};
  *g.worst() *= x;
  double s = 0;
  for (double e : g)
    s += e * e;
  return s + static_cast<double>(g.worst() - g.begin()) * x;
}

} // namespace app

#include "row-extremes.treelize.hpp"
#include <treelize/check_gradient.hpp>

int main() {
  using namespace app;
  int failures = 0;
  const auto check = [&](const auto& kernel, const auto& primal, auto... args) {
    failures += !treelize::check_gradient(kernel, args...).passed();
    failures += std::fabs(kernel(args...) - primal(args...)) > 1e-13 * std::fabs(primal(args...));
  };
  const Matrix m{{1, 2, 3}, {4, 6, 5}, {2.25, 1.5, 0.5}};
  check(kernels::greatest, greatest, m);
  check(kernels::least, least, m);
  check(kernels::local, local, 0.3, 0.9);
  check(kernels::helpers, helpers, m);
  check(kernels::arrays, arrays, 0.4, 0.8);
  check(kernels::member, member, std::vector<double>{1, 3, 2}, 0.5);
  return failures;
}
