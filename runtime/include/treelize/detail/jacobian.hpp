// The dense Jacobian of a free kernel: its columns by tangents, or its rows by adjoints.
#pragma once

#include "treelize/detail/lane_sweeps.hpp"
#include "treelize/detail/matrix.hpp"
#include "treelize/detail/typed_sweeps.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <type_traits>

namespace treelize::detail {

/// Sets one lane after the other: `unit` is where the first of them stands.
template <int Count>
void set_units(std::span<lanes<Count>> block, std::size_t position, std::size_t unit) {
  std::ranges::fill(block, lanes<Count>());
  for (std::size_t lane = 0; lane < Count; ++lane)
    if (unit + lane >= position && unit + lane < position + block.size())
      block[unit + lane - position][static_cast<int>(lane)] = 1;
}

/// Rows from `position` on, of `count` columns.
template <int Count>
void take_columns(std::span<lanes<Count>> block, std::size_t position, std::size_t first,
                  std::size_t count, matrix& result) {
  for (std::size_t row = 0; row < block.size(); ++row)
    for (std::size_t lane = 0; lane < count; ++lane)
      result(position + row, first + lane) = block[row][static_cast<int>(lane)];
}

template <class Sweeps>
void set_columns(Sweeps& sweeps, matrix& result) {
  constexpr std::size_t width = Sweeps::width;
  for (std::size_t first = 0; first < result.cols(); first += width) {
    const std::size_t count = (std::min)(width, result.cols() - first);
    sweeps.tangents(
        first, [&](std::size_t position, auto block) { set_units(block, position, first); },
        [&](std::size_t position, auto block) {
          take_columns(block, position, first, count, result);
        });
  }
}

template <class Sweeps>
void set_rows(Sweeps& sweeps, matrix& result) {
  constexpr std::size_t width = Sweeps::width;
  for (std::size_t first = 0; first < result.rows(); first += width) {
    const std::size_t count = (std::min)(width, result.rows() - first);
    sweeps.adjoints([&](std::size_t position, auto block) { set_units(block, position, first); },
                    [&](std::size_t position, auto block) {
                      for (std::size_t lane = 0; lane < count; ++lane)
                        for (std::size_t col = 0; col < block.size(); ++col)
                          result(first + lane, position + col) = block[col][static_cast<int>(lane)];
                    });
  }
}

/// How a kernel is swept: over lanes where it has them.
template <int Lanes, class Kernel, class Signature, class... Args>
struct sweeps_of {
  using wide = lane_sweeps<Lanes, Kernel, Signature, Args...>;
  using narrow = typed_sweeps<Kernel, Signature, Args...>;
  using for_columns = std::conditional_t<wide::has_tangents, wide, narrow>;
  using for_rows = std::conditional_t<wide::has_adjoints, wide, narrow>;

  static constexpr std::size_t sweeps(std::size_t seeds, std::size_t width) {
    return (seeds + width - 1) / width;
  }
  /// Do adjoints of the rows take fewer sweeps than tangents of the columns?
  static constexpr bool are_rows_fewer(std::size_t rows, std::size_t columns) {
    return sweeps(rows, for_rows::width) < sweeps(columns, for_columns::width);
  }
};

/// `Lanes` is how many seeds share a sweep where the kernel has lanes.
template <int Lanes, class Kernel, class... Args>
matrix jacobian(const Kernel& kernel, Args&... args) {
  const auto of = kernel.signature(args...);
  using all = sweeps_of<Lanes, Kernel, std::remove_cvref_t<decltype(of)>, Args...>;
  typename all::for_columns columns;
  columns.begin(kernel, of, args...);
  matrix result(columns.rows(), columns.columns());
  if constexpr (all::for_columns::has_tangents)
    if (!all::are_rows_fewer(result.rows(), result.cols())) {
      set_columns(columns, result);
      return result;
    }
  typename all::for_rows rows;
  rows.begin(kernel, of, args...);
  set_rows(rows, result);
  return result;
}

} // namespace treelize::detail
