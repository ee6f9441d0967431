// The values of a sparse Jacobian or Hessian, from as many seeds as it has colours.
//
// One seed stands for all columns (rows) of a colour; lanes take up to eight seeds in one sweep.
// What the sweeps need is kept in the matrix, so that later calls allocate nothing of their own.
#pragma once

#include "treelize/detail/coloring.hpp"
#include "treelize/detail/hessian.hpp"
#include "treelize/detail/jacobian.hpp"
#include "treelize/sparse.hpp"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <type_traits>

namespace treelize::detail {

[[noreturn]] void throw_pattern_shape(const char* what, std::size_t found, std::size_t expected);

inline void check_extent(const char* what, std::size_t found, std::size_t expected) {
  if (found != expected)
    throw_pattern_shape(what, found, expected);
}

/// The seeds for the colours from `first` on; where the block begins among the rows or columns.
template <int Count>
void set_seeds(std::span<lanes<Count>> block, const std::size_t* color, std::size_t first) {
  for (std::size_t index = 0; index < block.size(); ++index) {
    block[index] = lanes<Count>();
    const std::size_t lane = color[index] - first; // wraps below the first
    if (lane < Count)
      block[index][static_cast<int>(lane)] = 1;
  }
}

/// Does one sweep take all colours, so that each entry has a place among the numbers of the rows?
template <int Count>
bool is_one_sweep(const csr& matrix) {
  return matrix.colors() <= Count &&
         matrix.rows <= std::numeric_limits<std::uint32_t>::max() / Count;
}

/// The places of the entries, or the colours of their columns.
template <int Count>
void find_entries(csr& matrix) {
  coloring& colors = matrix.state.colors;
  if (colors.of_entry.size() == matrix.col.size())
    return;
  colors.of_entry.resize(matrix.col.size());
  const std::size_t per_row = is_one_sweep<Count>(matrix) ? Count : 0;
  for (std::size_t row = 0; row < matrix.rows; ++row)
    for (std::size_t k = matrix.row_start[row]; k < matrix.row_start[row + 1]; ++k)
      colors.of_entry[k] = static_cast<std::uint32_t>(row * per_row + colors.color[matrix.col[k]]);
}

/// Entries of the rows from `position` on, whose columns have colours from `first` on.
template <int Count>
void take_rows(std::span<lanes<Count>> block, std::size_t position, std::size_t first,
               csr& matrix) {
  const std::uint32_t* const of_entry = matrix.state.colors.of_entry.data();
  const std::size_t* const start = matrix.row_start.data() + position;
  double* const value = matrix.value.data();
  if (is_one_sweep<Count>(matrix)) {
    const double* const numbers = &block[0][0];
    const auto before = static_cast<std::uint32_t>(position * Count);
    for (std::size_t k = start[0]; k < start[block.size()]; ++k)
      value[k] = numbers[of_entry[k] - before];
    return;
  }
  for (std::size_t index = 0; index < block.size(); ++index)
    for (std::size_t k = start[index]; k < start[index + 1]; ++k) {
      const std::size_t lane = of_entry[k] - first;
      if (lane < Count)
        value[k] = block[index][static_cast<int>(lane)];
    }
}

/// Entries in the columns from `position` on, of rows that have colours from `first` on.
template <int Count>
void take_cols(std::span<lanes<Count>> block, std::size_t position, std::size_t first,
               csr& matrix) {
  for (std::size_t row = 0; row < matrix.rows; ++row) {
    const std::size_t lane = matrix.state.colors.color[row] - first;
    if (lane >= Count)
      continue;
    for (std::size_t k = matrix.row_start[row]; k < matrix.row_start[row + 1]; ++k) {
      const std::size_t index = matrix.col[k] - position; // wraps before the block
      if (index < block.size())
        matrix.value[k] = block[index][static_cast<int>(lane)];
    }
  }
}

template <class Sweeps>
void fill_by_columns(Sweeps& sweeps, csr& matrix) {
  check_extent("columns", sweeps.columns(), matrix.cols);
  find_entries<Sweeps::width>(matrix);
  for (std::size_t first = 0; first < matrix.colors(); first += Sweeps::width) {
    std::size_t rows = 0;
    sweeps.tangents(
        first,
        [&](std::size_t position, auto block) {
          set_seeds(block, matrix.state.colors.color.data() + position, first);
        },
        [&](std::size_t position, auto block) {
          rows = position + block.size();
          if (rows <= matrix.rows)
            take_rows(block, position, first, matrix);
        });
    check_extent("rows", rows, matrix.rows);
  }
}

template <class Sweeps>
void fill_by_rows(Sweeps& sweeps, csr& matrix) {
  check_extent("rows", sweeps.rows(), matrix.rows);
  check_extent("columns", sweeps.columns(), matrix.cols);
  for (std::size_t first = 0; first < matrix.colors(); first += Sweeps::width)
    sweeps.adjoints(
        [&](std::size_t position, auto block) {
          set_seeds(block, matrix.state.colors.color.data() + position, first);
        },
        [&](std::size_t position, auto block) { take_cols(block, position, first, matrix); });
}

/// Calls `function` with the number of lanes that suits so many seeds.
template <class Function>
void with_lanes_for(std::size_t seeds, const Function& function) {
  if (seeds <= 2)
    function(std::integral_constant<int, 2>());
  else if (seeds <= 4)
    function(std::integral_constant<int, 4>());
  else
    function(std::integral_constant<int, 8>());
}

/// Sets the values of a coloured Jacobian by tangents (columns) or adjoints (rows), over lanes
/// where the kernel has them. The arguments are as before afterwards.
template <class Kernel, class... Args>
void fill_jacobian(const Kernel& kernel, csr& matrix, Args&... args) {
  const auto of = kernel.signature(args...);
  matrix.value.resize(matrix.col.size());
  with_lanes_for(matrix.colors(), [&](auto lanes) {
    using all = sweeps_of<Kernel, std::remove_cvref_t<decltype(of)>, Args...>;
    using columns = typename all::template columns<lanes>;
    using rows = typename all::template rows<lanes>;
    const auto begun = [&]<class Sweeps>(std::type_identity<Sweeps>) -> Sweeps& {
      Sweeps& sweeps = matrix.state.room.template get<Sweeps>([] { return Sweeps(); });
      sweeps.begin(kernel, of, args...);
      return sweeps;
    };
    if constexpr (columns::has_tangents)
      if (!matrix.state.colors.is_by_rows)
        return fill_by_columns(begun(std::type_identity<columns>()), matrix);
    if (!matrix.state.colors.is_by_rows)
      color_rows(matrix);
    fill_by_rows(begun(std::type_identity<rows>()), matrix);
  });
}

/// Sets the values of a coloured Hessian by products with it.
template <class Kernel, class... Args>
void fill_hessian(const Kernel& kernel, csr& matrix, Args&... args) {
  const auto of = kernel.signature(args...);
  matrix.value.resize(matrix.col.size());
  with_lanes_for(matrix.colors(), [&](auto lanes) {
    using sweeps_type = typename products_of<Kernel, std::remove_cvref_t<decltype(of)>,
                                             Args...>::template by<lanes>;
    auto& sweeps = matrix.state.room.template get<sweeps_type>([] { return sweeps_type(); });
    sweeps.begin(kernel, of, args...);
    check_extent("columns", sweeps.columns(), matrix.cols);
    find_entries<sweeps_type::width>(matrix);
    for (std::size_t first = 0; first < matrix.colors(); first += sweeps.width)
      sweeps.products(
          [&](std::size_t position, auto block) {
            set_seeds(block, matrix.state.colors.color.data() + position, first);
          },
          [&](std::size_t position, auto block) { take_rows(block, position, first, matrix); });
  });
  for (const auto& [entry, image] : matrix.state.colors.mirrored)
    matrix.value[entry] = matrix.value[image];
}

} // namespace treelize::detail
