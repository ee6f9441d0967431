// Indices in the type that another library has for them.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/error.hpp"

#include <algorithm>
#include <cstddef>
#include <span>
#include <string>
#include <utility>

namespace treelize {

/// An index, or a number of entries, that the type of another library cannot hold.
class index_error : public error {
public:
  using error::error;
};

namespace detail {

/// `what` is named in the error: "the number of entries".
template <class Index>
Index narrow_index(std::size_t value, const char* what) {
  if (!std::in_range<Index>(value))
    throw index_error("treelize: " + std::string(what) + ", " + std::to_string(value) +
                      ", does not fit an index of " + std::to_string(sizeof(Index) * 8) +
                      " bits: choose a wider type of indices, or a smaller problem");
  return static_cast<Index>(value);
}

/// Indices that are no greater than `end`.
template <class Index>
void narrow_indices(std::span<const std::size_t> from, std::size_t end, const char* what,
                    Index* to) {
  narrow_index<Index>(end, what);
  std::ranges::transform(from, to, [](std::size_t index) { return static_cast<Index>(index); });
}

} // namespace detail

} // namespace treelize
