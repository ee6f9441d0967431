// Patterns of sparse matrices, as they come and at random.
#pragma once

#include "treelize/sparse.hpp"

#include <cstddef>
#include <functional>
#include <random>

namespace treelize::test {

inline csr patternOf(std::size_t rows, std::size_t cols,
                     const std::function<bool(std::size_t, std::size_t)>& isEntry) {
  csr pattern{.rows = rows, .cols = cols, .row_start = {0}};
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < cols; ++j)
      if (isEntry(i, j))
        pattern.col.push_back(j);
    pattern.row_start.push_back(pattern.col.size());
  }
  return pattern;
}

inline std::size_t distance(std::size_t a, std::size_t b) {
  return a < b ? b - a : a - b;
}

inline csr randomPattern(std::mt19937& random, std::size_t rows, std::size_t cols) {
  std::bernoulli_distribution isEntry(std::uniform_real_distribution(0.02, 0.4)(random));
  return patternOf(rows, cols, [&](std::size_t, std::size_t) { return isEntry(random); });
}

inline csr randomSymmetricPattern(std::mt19937& random, std::size_t size) {
  const csr half = randomPattern(random, size, size);
  const auto has = [&](std::size_t i, std::size_t j) {
    for (std::size_t k = half.row_start[i]; k < half.row_start[i + 1]; ++k)
      if (half.col[k] == j)
        return true;
    return false;
  };
  return patternOf(size, size,
                   [&](std::size_t i, std::size_t j) { return has(i, j) || has(j, i); });
}

} // namespace treelize::test
