// The dense Hessian of a free kernel with one floating result: its products with unit vectors.
#pragma once

#include "treelize/detail/jacobian.hpp"
#include "treelize/detail/matrix.hpp"
#include "treelize/detail/second_sweeps.hpp"

#include <cstddef>
#include <type_traits>

namespace treelize::detail {

template <class Kernel, class Signature, class... Args>
struct products_of {
  template <int Lanes>
  using wide = lane_products<Lanes, Kernel, Signature, Args...>;
  template <int Lanes>
  using by = std::conditional_t<wide<Lanes>::has_products, wide<Lanes>,
                                typed_products<Kernel, Signature, Args...>>;
};

/// `Lanes` is how many directions share a sweep where the kernel has lanes.
template <int Lanes, class Kernel, class... Args>
matrix hessian(const Kernel& kernel, Args&... args) {
  const auto of = kernel.signature(args...);
  using all = products_of<Kernel, std::remove_cvref_t<decltype(of)>, Args...>;
  const auto begin = [&](auto& sweeps) { sweeps.begin(kernel, of, args...); };
  typename all::template by<lanes_or_default(Lanes)> few;
  begin(few);
  const std::size_t size = few.columns();
  matrix result(size, size);
  in_sweeps<Lanes, all::template by>(
      few, size, size, begin, [&](auto& sweeps, auto first, auto count) {
        sweeps.products(
            [&](std::size_t position, auto block) { set_units(block, position, first); },
            [&](std::size_t position, auto block) {
              take_columns(block, position, first, count, result);
            });
      });
  return result;
}

} // namespace treelize::detail
