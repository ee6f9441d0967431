// Eigen's matrices and arrays in kernels: their shadows are matrices of the same shape, and the
// tape holds their coefficients. A generated header includes this one where a kernel handles them.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/dense.hpp"

#include <Eigen/Core>

#include <cstddef>

namespace treelize {

namespace detail {

struct matrix_shape {
  Eigen::Index rows, columns;
  friend bool operator==(const matrix_shape&, const matrix_shape&) = default;
};

template <class Matrix>
struct dense_eigen {
  static auto data(Matrix& matrix) { return matrix.data(); }
  static auto data(const Matrix& matrix) { return matrix.data(); }
  static std::size_t size(const Matrix& matrix) { return static_cast<std::size_t>(matrix.size()); }
  static matrix_shape shape(const Matrix& matrix) { return {matrix.rows(), matrix.cols()}; }
  static void reshape(Matrix& matrix, matrix_shape to) { matrix.resize(to.rows, to.columns); }
  static Matrix zeros(matrix_shape of) { return Matrix::Zero(of.rows, of.columns); }
};

} // namespace detail

template <class Number, int Rows, int Columns, int Options, int MaxRows, int MaxColumns>
struct dense<Eigen::Matrix<Number, Rows, Columns, Options, MaxRows, MaxColumns>>
    : detail::dense_eigen<Eigen::Matrix<Number, Rows, Columns, Options, MaxRows, MaxColumns>> {};

template <class Number, int Rows, int Columns, int Options, int MaxRows, int MaxColumns>
struct dense<Eigen::Array<Number, Rows, Columns, Options, MaxRows, MaxColumns>>
    : detail::dense_eigen<Eigen::Array<Number, Rows, Columns, Options, MaxRows, MaxColumns>> {};

} // namespace treelize
