// A small dense system of linear equations: LU with partial pivoting, for a matrix and for its
// transpose.
#pragma once

#include "treelize/detail/raise.hpp"
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

template <class Type>
class dense_lu {
public:
  /// `matrix` has `size` rows of `size` elements, row after row. Throws singular_matrix_error where
  /// it has, up to rounding, no inverse, and where an element is not finite.
  dense_lu(std::vector<Type> matrix, std::size_t size)
      : a_(std::move(matrix)), n_(size), row_(size) {
    std::iota(row_.begin(), row_.end(), std::size_t{0});
    Type largest = 0;
    for (const Type& element : a_) {
      if (!std::isfinite(element))
        detail::raise(
            singular_matrix_error("treelize: a matrix that is not finite has no inverse"));
      largest = (std::max)(largest, std::fabs(element));
    }
    const Type smallest = largest * static_cast<Type>(n_) * std::numeric_limits<Type>::epsilon();
    for (std::size_t step = 0; step < n_; ++step)
      eliminate(step, smallest);
  }

  /// b becomes x with A x = b.
  void solve(std::span<Type> right_side) const {
    std::vector<Type> solution(n_);
    for (std::size_t row = 0; row < n_; ++row) {
      solution[row] = right_side[row_[row]];
      for (std::size_t column = 0; column < row; ++column)
        solution[row] -= at(row, column) * solution[column];
    }
    for (std::size_t row = n_; row-- > 0;) {
      for (std::size_t column = row + 1; column < n_; ++column)
        solution[row] -= at(row, column) * solution[column];
      solution[row] /= at(row, row);
    }
    std::ranges::copy(solution, right_side.begin());
  }

  /// b becomes x with A^T x = b.
  void solve_transposed(std::span<Type> right_side) const {
    std::vector<Type> solution(right_side.begin(), right_side.end());
    for (std::size_t row = 0; row < n_; ++row) {
      for (std::size_t column = 0; column < row; ++column)
        solution[row] -= at(column, row) * solution[column];
      solution[row] /= at(row, row);
    }
    for (std::size_t row = n_; row-- > 0;)
      for (std::size_t column = row + 1; column < n_; ++column)
        solution[row] -= at(column, row) * solution[column];
    for (std::size_t row = 0; row < n_; ++row)
      right_side[row_[row]] = solution[row];
  }

private:
  std::vector<Type> a_; // L below the diagonal of ones, U from it on, rows in the order of row_
  std::size_t n_;
  std::vector<std::size_t> row_;

  Type& at(std::size_t row, std::size_t column) { return a_[row * n_ + column]; }
  const Type& at(std::size_t row, std::size_t column) const { return a_[row * n_ + column]; }

  void eliminate(std::size_t step, Type smallest) {
    std::size_t pivot = step;
    for (std::size_t row = step + 1; row < n_; ++row)
      if (std::fabs(at(row, step)) > std::fabs(at(pivot, step)))
        pivot = row;
    if (!(std::fabs(at(pivot, step)) > smallest))
      detail::raise(singular_matrix_error("treelize: a matrix has no inverse"));
    if (pivot != step) {
      for (std::size_t column = 0; column < n_; ++column)
        std::swap(at(step, column), at(pivot, column));
      std::swap(row_[step], row_[pivot]);
    }
    for (std::size_t row = step + 1; row < n_; ++row) {
      const Type factor = at(row, step) /= at(step, step);
      for (std::size_t column = step + 1; column < n_; ++column)
        at(row, column) -= factor * at(step, column);
    }
  }
};

} // namespace treelize
