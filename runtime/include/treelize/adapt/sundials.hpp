// Sparse Jacobians as the matrices of SUNDIALS, by rows, which KLU takes: for the Jacobian function
// of CVODE, ARKODE, IDA and KINSOL.
//
//   auto j = treelize::sundials::sparse_matrix(pattern, context);     // owns a SUNMatrix
//   CVodeSetLinearSolver(cvode, SUNLinSol_KLU(y, j.get(), context), j.get());
//   ... in the Jacobian function, whose matrix SUNDIALS may have cleared:
//   treelize::sundials::assign(matrix, kernels::rates.jacobian_csr(...));
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/narrow_index.hpp"
#include "treelize/sparse.hpp"

#include <sunmatrix/sunmatrix_sparse.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <string>
#include <type_traits>

namespace treelize::sundials {

/// Gives a matrix back to SUNDIALS.
struct destroy_matrix {
  void operator()(SUNMatrix matrix) const { SUNMatDestroy(matrix); }
};
/// Owns a SUNMatrix; `.get()` is what SUNDIALS takes.
using matrix_owner = std::unique_ptr<std::remove_pointer_t<SUNMatrix>, destroy_matrix>;

/// Pattern and values, into a sparse matrix by rows of the same size with room for the entries.
inline void assign(SUNMatrix matrix, const csr& from) {
  static_assert(std::is_same_v<sunrealtype, double>,
                "treelize: a csr has values of type double, SUNDIALS is built for another one");
  const auto rows = static_cast<std::size_t>(SM_ROWS_S(matrix)),
             cols = static_cast<std::size_t>(SM_COLUMNS_S(matrix)),
             room = static_cast<std::size_t>(SM_NNZ_S(matrix));
  if (SM_SPARSETYPE_S(matrix) != CSR_MAT || rows != from.rows || cols != from.cols ||
      room < from.col.size())
    throw mismatch_error("treelize: a matrix of SUNDIALS by " +
                         std::string(SM_SPARSETYPE_S(matrix) == CSR_MAT ? "rows" : "columns") +
                         ", " + std::to_string(rows) + " x " + std::to_string(cols) + " with " +
                         std::to_string(room) + " entries, cannot take a csr of " +
                         std::to_string(from.rows) + " x " + std::to_string(from.cols) + " with " +
                         std::to_string(from.col.size()) +
                         ": make one by treelize::sundials::sparse_matrix");
  treelize::detail::narrow_indices(std::span(from.row_start), from.col.size(),
                                   "the number of entries", SM_INDEXPTRS_S(matrix));
  treelize::detail::narrow_indices(std::span(from.col), from.cols, "a column",
                                   SM_INDEXVALS_S(matrix));
  if (from.value.empty())
    std::fill_n(SM_DATA_S(matrix), from.col.size(), 0.0);
  else
    std::ranges::copy(from.value, SM_DATA_S(matrix));
}

/// A matrix of SUNDIALS with the pattern, and the values if it has some. Indices that do not fit
/// throw.
inline matrix_owner sparse_matrix(const csr& from, SUNContext context) {
  using index = sunindextype;
  matrix_owner result(SUNSparseMatrix(
      treelize::detail::narrow_index<index>(from.rows, "the number of rows"),
      treelize::detail::narrow_index<index>(from.cols, "the number of columns"),
      treelize::detail::narrow_index<index>(from.col.size(), "the number of entries"), CSR_MAT,
      context));
  if (!result)
    throw error("treelize: SUNDIALS makes no sparse matrix of " + std::to_string(from.rows) +
                " x " + std::to_string(from.cols) + " with " + std::to_string(from.col.size()) +
                " entries");
  assign(result.get(), from);
  return result;
}

} // namespace treelize::sundials
