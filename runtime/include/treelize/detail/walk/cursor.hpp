// How an argument gives its element number i in a loop: by a pointer that stays in a register
// wherever the elements are contiguous.
#pragma once

#include "treelize/detail/walk/static_level.hpp"

#include <cstddef>
#include <iterator>
#include <type_traits>

namespace treelize::detail {

template <class Type>
struct pointer_cursor {
  Type* first;
  Type& operator()(std::size_t index) const { return first[index]; }
};
template <class Container>
struct index_cursor {
  Container* container;
  decltype(auto) operator()(std::size_t index) const { return (*container)[index]; }
};
template <class Argument>
struct same_cursor {
  Argument* argument;
  Argument& operator()(std::size_t) const { return *argument; }
};
/// A small constant is copied, so that nothing the loop writes can be taken to change it.
template <class Argument>
struct value_cursor {
  Argument value;
  const Argument& operator()(std::size_t) const { return value; }
};

template <class Side>
auto make_cursor(typename Side::type& object) {
  using type = typename Side::type;
  using value = std::remove_const_t<type>;
  if constexpr (Side::branch) {
    if constexpr (requires { std::data(object); })
      return pointer_cursor<std::remove_pointer_t<decltype(std::data(object))>>{std::data(object)};
    else
      return index_cursor<type>{&object};
  } else if constexpr (std::is_const_v<type> && std::is_trivially_copyable_v<value> &&
                       !std::is_array_v<value> && sizeof(value) <= 16) {
    return value_cursor<value>{object};
  } else {
    return same_cursor<type>{&object};
  }
}

} // namespace treelize::detail
