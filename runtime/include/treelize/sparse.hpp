// Sparse Jacobians and Hessians: `treelize::csr`.
//
//   [[treelize(kernel, jacobian = sparse)]] void residuals(std::span<const double> y,
//                                                          std::span<double> r);
//
//   treelize::csr j = kernels::residuals.jacobian_csr(y, r);  // pattern, colours, values
//   kernels::residuals.jacobian_csr(y, r, j);                 // new values, without allocation
//
// The pattern holds for all values of the numbers that are differentiated. A seed stands for all
// columns (or rows) of one colour, whose entries do not meet: `j.colors()` seeds give all values.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/matrix.hpp"
#include "treelize/detail/scratch.hpp"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace treelize {

namespace detail {

/// Which rows or columns share a seed.
struct coloring {
  /// A seed stands for rows of a Jacobian, which takes an adjoint; else for columns.
  bool is_by_rows = false;
  /// Of every column, or row.
  std::vector<std::size_t> color;
  std::size_t count = 0;
  /// Of every entry: that of its column or, if one sweep takes all colours, its place among the
  /// numbers of the rows. Made by the first evaluation by columns.
  std::vector<std::uint32_t> of_entry;
  /// Of a Hessian: entries that meet another one of their row, each with its mirror image, which
  /// has their value and meets none.
  std::vector<std::pair<std::size_t, std::size_t>> mirrored;
};

/// What a sparse matrix keeps beside its entries.
struct csr_state {
  coloring colors;
  /// The sizes and the other integers that decide the pattern.
  std::vector<long long> key;
  scratch room;
};

} // namespace detail

/// A sparse matrix by rows: those of row i are the entries from row_start[i] to row_start[i + 1].
struct csr {
  std::size_t rows = 0; ///< The number of rows.
  std::size_t cols = 0; ///< The number of columns.
  /// rows + 1 numbers, of which the last is the number of entries.
  std::vector<std::size_t> row_start{};
  /// Of every entry, ascending within a row.
  std::vector<std::size_t> col{};
  /// Of every entry; empty in a pattern.
  std::vector<double> value{};
  /// For the kernel that made the matrix.
  detail::csr_state state{};

  /// The number of seeds that one evaluation takes: of directions, or of adjoints.
  std::size_t colors() const noexcept { return state.colors.count; }
};

} // namespace treelize
