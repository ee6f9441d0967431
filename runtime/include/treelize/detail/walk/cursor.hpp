// How an argument gives its element number i in a loop: by a pointer that stays in a register
// wherever the elements are contiguous.
#pragma once

#include "treelize/detail/walk/static_level.hpp"

#include <cstddef>
#include <iterator>
#include <type_traits>

namespace treelize::detail {

template <class T>
struct pointer_cursor {
  T* first;
  T& operator()(std::size_t i) const { return first[i]; }
};
template <class C>
struct index_cursor {
  C* container;
  decltype(auto) operator()(std::size_t i) const { return (*container)[i]; }
};
template <class A>
struct same_cursor {
  A* argument;
  A& operator()(std::size_t) const { return *argument; }
};
/// A small constant is copied, so that nothing the loop writes can be taken to change it.
template <class A>
struct value_cursor {
  A value;
  const A& operator()(std::size_t) const { return value; }
};

template <class X>
auto make_cursor(typename X::type& a) {
  using type = typename X::type;
  using value = std::remove_const_t<type>;
  if constexpr (X::branch) {
    if constexpr (requires { std::data(a); })
      return pointer_cursor<std::remove_pointer_t<decltype(std::data(a))>>{std::data(a)};
    else
      return index_cursor<type>{&a};
  } else if constexpr (std::is_const_v<type> && std::is_trivially_copyable_v<value> &&
                       !std::is_array_v<value> && sizeof(value) <= 16) {
    return value_cursor<value>{a};
  } else {
    return same_cursor<type>{&a};
  }
}

} // namespace treelize::detail
