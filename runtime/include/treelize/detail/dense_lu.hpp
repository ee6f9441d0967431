// A small dense system of linear equations: LU with partial pivoting, for a matrix and for its
// transpose.
#pragma once

#include "treelize/error.hpp"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <limits>
#include <numeric>
#include <span>
#include <utility>
#include <vector>

namespace treelize {

template <class T>
class dense_lu {
public:
  /// `matrix` has `size` rows of `size` elements, row after row. Throws singular_matrix_error where
  /// it has, up to rounding, no inverse, and where an element is not finite.
  dense_lu(std::vector<T> matrix, std::size_t size) : a_(std::move(matrix)), n_(size), row_(size) {
    std::iota(row_.begin(), row_.end(), std::size_t{0});
    T largest = 0;
    for (const T& element : a_) {
      if (!std::isfinite(element))
        throw singular_matrix_error("treelize: a matrix that is not finite has no inverse");
      largest = std::max(largest, std::fabs(element));
    }
    const T smallest = largest * static_cast<T>(n_) * std::numeric_limits<T>::epsilon();
    for (std::size_t k = 0; k < n_; ++k)
      eliminate(k, smallest);
  }

  /// b becomes x with A x = b.
  void solve(std::span<T> b) const {
    std::vector<T> x(n_);
    for (std::size_t i = 0; i < n_; ++i) {
      x[i] = b[row_[i]];
      for (std::size_t j = 0; j < i; ++j)
        x[i] -= at(i, j) * x[j];
    }
    for (std::size_t i = n_; i-- > 0;) {
      for (std::size_t j = i + 1; j < n_; ++j)
        x[i] -= at(i, j) * x[j];
      x[i] /= at(i, i);
    }
    std::ranges::copy(x, b.begin());
  }

  /// b becomes x with A^T x = b.
  void solve_transposed(std::span<T> b) const {
    std::vector<T> x(b.begin(), b.end());
    for (std::size_t i = 0; i < n_; ++i) {
      for (std::size_t j = 0; j < i; ++j)
        x[i] -= at(j, i) * x[j];
      x[i] /= at(i, i);
    }
    for (std::size_t i = n_; i-- > 0;)
      for (std::size_t j = i + 1; j < n_; ++j)
        x[i] -= at(j, i) * x[j];
    for (std::size_t i = 0; i < n_; ++i)
      b[row_[i]] = x[i];
  }

private:
  std::vector<T> a_; // L below the diagonal of ones, U from it on, rows in the order of row_
  std::size_t n_;
  std::vector<std::size_t> row_;

  T& at(std::size_t i, std::size_t j) { return a_[i * n_ + j]; }
  const T& at(std::size_t i, std::size_t j) const { return a_[i * n_ + j]; }

  void eliminate(std::size_t k, T smallest) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < n_; ++i)
      if (std::fabs(at(i, k)) > std::fabs(at(pivot, k)))
        pivot = i;
    if (!(std::fabs(at(pivot, k)) > smallest))
      throw singular_matrix_error("treelize: a matrix has no inverse");
    if (pivot != k) {
      for (std::size_t j = 0; j < n_; ++j)
        std::swap(at(k, j), at(pivot, j));
      std::swap(row_[k], row_[pivot]);
    }
    for (std::size_t i = k + 1; i < n_; ++i) {
      const T factor = at(i, k) /= at(k, k);
      for (std::size_t j = k + 1; j < n_; ++j)
        at(i, j) -= factor * at(k, j);
    }
  }
};

} // namespace treelize
