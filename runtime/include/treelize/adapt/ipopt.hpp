// Sparse Jacobians and Hessians as the triplets of Ipopt: row, column and value of each entry, for
// the functions eval_jac_g and eval_h of a TNLP.
//
//   nnz_jac_g = treelize::ipopt::entries<Index>(jacobian);        // all entries
//   treelize::ipopt::structure(jacobian, iRow, jCol);             // where values is null
//   treelize::ipopt::values(jacobian, values);                    // else
//
// Of a Hessian Ipopt takes the lower triangle: lower_entries, lower_structure, lower_values.
// Indices count from 0, or from 1 with a last argument 1 (IndexStyleEnum FORTRAN_STYLE).
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/narrow_index.hpp"
#include "treelize/sparse.hpp"

#include <algorithm>
#include <cstddef>

namespace treelize::ipopt {

namespace detail {

/// Calls `function(row, entry)` for the entries, those of the lower triangle alone if `isLower`.
template <class Function>
void for_each_entry(const csr& matrix, bool isLower, const Function& function) {
  for (std::size_t row = 0; row < matrix.rows; ++row)
    for (std::size_t k = matrix.row_start[row]; k < matrix.row_start[row + 1]; ++k)
      if (!isLower || matrix.col[k] <= row)
        function(row, k);
}

template <class Index>
void set_structure(const csr& matrix, bool isLower, Index* rows, Index* cols, int base) {
  const auto first = static_cast<std::size_t>(base);
  treelize::detail::narrow_index<Index>(matrix.rows + first, "the number of rows");
  treelize::detail::narrow_index<Index>(matrix.cols + first, "the number of columns");
  for_each_entry(matrix, isLower, [&](std::size_t row, std::size_t k) {
    *rows++ = static_cast<Index>(row + first);
    *cols++ = static_cast<Index>(matrix.col[k] + first);
  });
}

template <class Number>
void set_values(const csr& matrix, bool isLower, Number* values) {
  for_each_entry(matrix, isLower, [&](std::size_t, std::size_t k) {
    *values++ = static_cast<Number>(matrix.value[k]);
  });
}

} // namespace detail

/// How many entries a Jacobian has. A number that does not fit throws.
template <class Index>
Index entries(const csr& jacobian) {
  return treelize::detail::narrow_index<Index>(jacobian.col.size(), "the number of entries");
}
/// Row and column of each entry of a Jacobian.
template <class Index>
void structure(const csr& jacobian, Index* rows, Index* cols, int base = 0) {
  detail::set_structure(jacobian, false, rows, cols, base);
}
/// The values of a Jacobian, in the order of its structure.
template <class Number>
void values(const csr& jacobian, Number* to) {
  detail::set_values(jacobian, false, to);
}

/// How many entries the lower triangle of a Hessian has.
template <class Index>
Index lower_entries(const csr& hessian) {
  std::size_t count = 0;
  detail::for_each_entry(hessian, true, [&](std::size_t, std::size_t) { ++count; });
  return treelize::detail::narrow_index<Index>(count, "the number of entries");
}
/// Row and column of each entry of the lower triangle.
template <class Index>
void lower_structure(const csr& hessian, Index* rows, Index* cols, int base = 0) {
  detail::set_structure(hessian, true, rows, cols, base);
}
/// The values of the lower triangle, in the order of its structure.
template <class Number>
void lower_values(const csr& hessian, Number* to) {
  detail::set_values(hessian, true, to);
}

} // namespace treelize::ipopt
