// The dense Hessian of a free kernel with one floating result: its products with unit vectors.
#pragma once

#include "treelize/detail/jacobian.hpp"
#include "treelize/detail/matrix.hpp"
#include "treelize/detail/second_sweeps.hpp"

#include <algorithm>
#include <cstddef>
#include <type_traits>

namespace treelize::detail {

template <int Lanes, class Kernel, class Signature, class... Args>
using products_of =
    std::conditional_t<lane_products<Lanes, Kernel, Signature, Args...>::has_products,
                       lane_products<Lanes, Kernel, Signature, Args...>,
                       typed_products<Kernel, Signature, Args...>>;

/// `Lanes` is how many directions share a sweep where the kernel has lanes.
template <int Lanes, class Kernel, class... Args>
matrix hessian(const Kernel& kernel, Args&... args) {
  const auto of = kernel.signature(args...);
  products_of<Lanes, Kernel, std::remove_cvref_t<decltype(of)>, Args...> sweeps;
  sweeps.begin(kernel, of, args...);
  const std::size_t size = sweeps.columns();
  matrix result(size, size);
  for (std::size_t first = 0; first < size; first += sweeps.width) {
    const std::size_t count = (std::min)(std::size_t{sweeps.width}, size - first);
    sweeps.products([&](std::size_t position, auto block) { set_units(block, position, first); },
                    [&](std::size_t position, auto block) {
                      take_columns(block, position, first, count, result);
                    });
  }
  return result;
}

} // namespace treelize::detail
