// A dense matrix of double, row by row: what `kernel.jacobian(...)` and `kernel.hessian(...)`
// return.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include <cstddef>
#include <vector>

namespace treelize {

/// A dense matrix of double: element (i, j) is the derivative of output i by input j.
class matrix {
public:
  matrix() = default;
  /// Of zeros.
  matrix(std::size_t rows, std::size_t cols) : rows_(rows), cols_(cols), values_(rows * cols) {}

  /// The number of rows.
  std::size_t rows() const noexcept { return rows_; }
  /// The number of columns.
  std::size_t cols() const noexcept { return cols_; }
  double& operator()(std::size_t row, std::size_t col) { return values_[row * cols_ + col]; }
  const double& operator()(std::size_t row, std::size_t col) const {
    return values_[row * cols_ + col];
  }
  /// The elements, row by row: (i, j) is at i * cols() + j.
  double* data() noexcept { return values_.data(); }
  const double* data() const noexcept { return values_.data(); }

  friend bool operator==(const matrix&, const matrix&) = default;

private:
  std::size_t rows_ = 0, cols_ = 0;
  std::vector<double> values_;
};

} // namespace treelize
