// Is the pattern of a sparse matrix right? At random values no entry of the dense matrix lies outside
// of it, and the values of the sparse one are those of the dense one. The seeds are fixed.
#pragma once

#include <treelize/detail/dependence.hpp>
#include <treelize/sparse.hpp>

#include <cmath>
#include <cstddef>
#include <cstdio>
#include <random>
#include <string>
#include <tuple>
#include <vector>

namespace check {

inline int& failures() {
  static int count = 0;
  return count;
}

/// A line for each row, `#` for an entry.
inline std::string picture(const treelize::csr& matrix) {
  std::string text;
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    std::string line(matrix.cols, '.');
    for (std::size_t k = matrix.row_start[row]; k < matrix.row_start[row + 1]; ++k)
      line[matrix.col[k]] = '#';
    text += line + "\n";
  }
  return text;
}

inline void same(const char* name, const std::string& found, const std::string& expected) {
  if (found == expected)
    return;
  std::printf("%s: the pattern is\n%sand should be\n%s", name, found.c_str(), expected.c_str());
  ++failures();
}

/// Sets all real numbers of the arguments.
template <class Tuple>
void randomize(Tuple& args, std::mt19937& random) {
  std::uniform_real_distribution<double> number(-2, 2);
  std::apply(
      [&](auto&... each) {
        (treelize::dependence::for_each_real(
             [&]<class Leaf>(Leaf& leaf) {
               if constexpr (!std::is_const_v<Leaf>)
                 leaf = static_cast<Leaf>(number(random));
             },
             each),
         ...);
      },
      args);
}

/// Compares a sparse matrix with the dense one at 40 points; returns the entries that were zero at
/// all of them, of which a pattern for straight code has none.
template <class Pattern, class Sparse, class Dense, class... Args>
std::size_t compare(const char* name, const Pattern& pattern_of, const Sparse& sparse_of, const Dense& dense_of,
                    const Args&... args) {
  std::tuple<Args...> at(args...);
  const treelize::csr pattern = std::apply(pattern_of, at);
  std::vector<bool> is_seen(pattern.col.size());
  treelize::csr sparse = pattern;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    randomize(at, random);
    std::tuple<Args...> again = at;
    const treelize::matrix dense = std::apply(dense_of, at);
    std::apply([&](auto&... each) { sparse_of(each..., sparse); }, again);
    if (dense.rows() != pattern.rows || dense.cols() != pattern.cols) {
      std::printf("%s: %zu x %zu, dense %zu x %zu\n", name, pattern.rows, pattern.cols, dense.rows(), dense.cols());
      ++failures();
      return 0;
    }
    for (std::size_t row = 0; row < pattern.rows; ++row) {
      std::vector<bool> is_inside(pattern.cols);
      for (std::size_t k = pattern.row_start[row]; k < pattern.row_start[row + 1]; ++k) {
        const double value = dense(row, pattern.col[k]);
        is_inside[pattern.col[k]] = true;
        is_seen[k] = is_seen[k] || value != 0;
        if (!(std::fabs(sparse.value[k] - value) <= 1e-8 * (1 + std::fabs(value))) && std::isfinite(value)) {
          std::printf("%s, seed %u: entry (%zu, %zu) is %g, dense %g\n", name, seed, row, pattern.col[k],
                      sparse.value[k], value);
          ++failures();
        }
      }
      for (std::size_t column = 0; column < pattern.cols; ++column)
        if (!is_inside[column] && dense(row, column) != 0) {
          std::printf("%s, seed %u: (%zu, %zu) is %g and outside of the pattern\n", name, seed, row, column,
                      dense(row, column));
          ++failures();
        }
    }
  }
  std::size_t unseen = 0;
  for (const bool is : is_seen)
    unseen += !is;
  return unseen;
}

template <class Kernel, class... Args>
std::size_t jacobian(const char* name, const Kernel& kernel, const Args&... args) {
  return compare(
      name, [&](auto&... each) { return kernel.jacobian_pattern(each...); },
      [&](auto&... each) { kernel.jacobian_csr(each...); }, [&](auto&... each) { return kernel.jacobian(each...); },
      args...);
}

template <class Kernel, class... Args>
std::size_t hessian(const char* name, const Kernel& kernel, const Args&... args) {
  return compare(
      name, [&](auto&... each) { return kernel.hessian_pattern(each...); },
      [&](auto&... each) { kernel.hessian_csr(each...); }, [&](auto&... each) { return kernel.hessian(each...); },
      args...);
}

} // namespace check
