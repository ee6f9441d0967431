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

/// The columns from `first` on, as many as one sweep takes.
template <class Sweeps>
void set_columns(Sweeps& sweeps, std::size_t first, std::size_t count, matrix& result) {
  sweeps.tangents(
      first, [&](std::size_t position, auto block) { set_units(block, position, first); },
      [&](std::size_t position, auto block) {
        take_columns(block, position, first, count, result);
      });
}

/// The rows from `first` on.
template <class Sweeps>
void set_rows(Sweeps& sweeps, std::size_t first, std::size_t count, matrix& result) {
  sweeps.adjoints([&](std::size_t position, auto block) { set_units(block, position, first); },
                  [&](std::size_t position, auto block) {
                    for (std::size_t lane = 0; lane < count; ++lane)
                      for (std::size_t col = 0; col < block.size(); ++col)
                        result(first + lane, position + col) = block[col][static_cast<int>(lane)];
                  });
}

/// How a kernel is swept: over lanes where it has them.
template <class Kernel, class Signature, class... Args>
struct sweeps_of {
  template <int Lanes>
  using wide = lane_sweeps<Lanes, Kernel, Signature, Args...>;
  using narrow = typed_sweeps<Kernel, Signature, Args...>;
  template <int Lanes>
  using columns = std::conditional_t<wide<Lanes>::has_tangents, wide<Lanes>, narrow>;
  template <int Lanes>
  using rows = std::conditional_t<wide<Lanes>::has_adjoints, wide<Lanes>, narrow>;

  /// Do adjoints of the rows take fewer sweeps than tangents of the columns?
  template <int Lanes>
  static constexpr bool are_rows_fewer(std::size_t row_count, std::size_t column_count) {
    const auto sweeps = [](std::size_t seeds, std::size_t width) {
      return (seeds + width - 1) / width;
    };
    return sweeps(row_count, rows<Lanes>::width) < sweeps(column_count, columns<Lanes>::width);
  }
};

/// How many seeds share the next sweep of so many that are left, where nobody says it: many, so
/// that one primal serves them, but few that are zero. `numbers` is how many have lanes: where
/// there are thousands, more lanes of them leave the caches.
constexpr int lanes_for(std::size_t left, std::size_t numbers) {
  return left <= 8 ? 8 : left <= 16 || numbers > 1024 ? 16 : 32;
}
/// The number of lanes by which sweeps are counted, if nobody says it.
constexpr int lanes_or_default(int lanes) {
  return lanes == 0 ? 8 : lanes;
}

/// Sweeps for `count` seeds: by `few`, which have begun, and by more lanes, which `begin(sweeps)`
/// prepares; `sweep(sweeps, first, count)` takes seeds. `Lanes` is how many share a sweep; 0 leaves
/// it to `lanes_for`.
template <int Lanes, template <int> class Sweeps, class Few, class Begin, class Sweep>
void in_sweeps(Few& few, std::size_t count, std::size_t numbers, const Begin& begin,
               const Sweep& sweep) {
  const auto take = [&](auto& sweeps, std::size_t first) {
    constexpr std::size_t width = std::remove_cvref_t<decltype(sweeps)>::width;
    sweep(sweeps, first, (std::min)(width, count - first));
    return first + width;
  };
  if constexpr (Lanes != 0 || Few::width == 1) {
    for (std::size_t first = 0; first < count;)
      first = take(few, first);
  } else {
    Sweeps<16> some;
    Sweeps<32> many;
    begin(some);
    begin(many);
    for (std::size_t first = 0; first < count;) {
      const int lanes = lanes_for(count - first, numbers);
      first = lanes == 8 ? take(few, first) : lanes == 16 ? take(some, first) : take(many, first);
    }
  }
}

/// `Lanes` is how many seeds share a sweep where the kernel has lanes; 0 leaves it to the number of
/// columns.
template <int Lanes, class Kernel, class... Args>
matrix jacobian(const Kernel& kernel, Args&... args) {
  const auto of = kernel.signature(args...);
  using all = sweeps_of<Kernel, std::remove_cvref_t<decltype(of)>, Args...>;
  constexpr int least = lanes_or_default(Lanes);
  const auto begin = [&](auto& sweeps) { sweeps.begin(kernel, of, args...); };
  typename all::template columns<least> columns;
  begin(columns);
  matrix result(columns.rows(), columns.columns());
  const std::size_t numbers = result.rows() + result.cols();
  if constexpr (all::template columns<least>::has_tangents)
    if (!all::template are_rows_fewer<least>(result.rows(), result.cols())) {
      in_sweeps<Lanes, all::template columns>(
          columns, result.cols(), numbers, begin,
          [&](auto& sweeps, auto first, auto count) { set_columns(sweeps, first, count, result); });
      return result;
    }
  typename all::template rows<least> rows;
  begin(rows);
  in_sweeps<least, all::template rows>(
      rows, result.rows(), numbers, begin,
      [&](auto& sweeps, auto first, auto count) { set_rows(sweeps, first, count, result); });
  return result;
}

} // namespace treelize::detail
