// Sparse Jacobians and Hessians as Eigen's sparse matrices, by rows.
//
//   auto j = treelize::eigen::sparse_matrix(kernels::residuals.jacobian_csr(y, r));
//   treelize::eigen::set_values(j, matrix);   // of the same pattern, without allocation
//
// A matrix by columns can be assigned from one by rows.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/narrow_index.hpp"
#include "treelize/sparse.hpp"

#include <Eigen/SparseCore>

#include <algorithm>
#include <cstddef>
#include <string>

namespace treelize::eigen {

/// Sets the values of a matrix that sparse_matrix made of the same pattern.
template <int Options, class Index>
void set_values(Eigen::SparseMatrix<double, Options, Index>& matrix, const csr& from) {
  static_assert(Options & Eigen::RowMajorBit, "treelize: a csr has its entries by rows");
  if (static_cast<std::size_t>(matrix.nonZeros()) != from.value.size())
    throw mismatch_error("treelize: Eigen's matrix has " + std::to_string(matrix.nonZeros()) +
                         " entries, the csr " + std::to_string(from.value.size()) +
                         ": make another one by sparse_matrix");
  std::ranges::copy(from.value, matrix.valuePtr());
}

/// The same rows, columns and entries; values of a pattern are zero. Indices that do not fit throw.
template <class Index = int>
Eigen::SparseMatrix<double, Eigen::RowMajor, Index> sparse_matrix(const csr& from) {
  Eigen::SparseMatrix<double, Eigen::RowMajor, Index> result(
      treelize::detail::narrow_index<Index>(from.rows, "the number of rows"),
      treelize::detail::narrow_index<Index>(from.cols, "the number of columns"));
  result.resizeNonZeros(
      treelize::detail::narrow_index<Index>(from.col.size(), "the number of entries"));
  if (from.rows > 0)
    treelize::detail::narrow_indices(std::span(from.row_start), from.col.size(),
                                     "the number of entries", result.outerIndexPtr());
  treelize::detail::narrow_indices(std::span(from.col), from.cols, "a column",
                                   result.innerIndexPtr());
  if (from.value.empty())
    std::fill_n(result.valuePtr(), from.col.size(), 0.0);
  else
    set_values(result, from);
  return result;
}

} // namespace treelize::eigen
