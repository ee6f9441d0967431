// Whether nodes that meet have equal aux data: what pytree functions ask for, as aux data are part
// of the structure.
#pragma once

#include "treelize/detail/walk/static_fits.hpp"

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace treelize::detail {

template <std::size_t M, class A, class B>
bool same_member(const A& a, const B& b) {
  using member = typename node_traits<A>::members::template at<M>;
  using other = typename node_traits<B>::members::template at<M>;
  if constexpr (member::is_aux && other::is_aux &&
                requires { a.*member::pointer == b.*other::pointer; })
    return a.*member::pointer == b.*other::pointer;
  else
    return true;
}

/// Of two nodes of one family of classes; data that cannot be compared count as equal.
template <class A, class B>
bool same_aux(const A& a, const B& b) {
  if constexpr (!has_aux<A>()) {
    return true;
  } else if constexpr (listed_node<A>) {
    return [&]<std::size_t... M>(std::index_sequence<M...>) {
      bool same = true;
      for (bool equal : {true, same_member<M>(a, b)...})
        same = same && equal;
      return same;
    }(std::make_index_sequence<node_traits<A>::members::size>{});
  } else if constexpr (requires { node_traits<A>::aux(a) == node_traits<B>::aux(b); }) {
    return node_traits<A>::aux(a) == node_traits<B>::aux(b);
  } else {
    return true;
  }
}

/// The first argument whose aux data are not the leader's, or `absent`.
template <class... X>
std::size_t odd_aux(const leader_type<X...>& first, typename X::type&... a) {
  std::size_t odd = absent, argument = 0;
  auto compare = [&]<class Y>(std::type_identity<Y>, const auto& other) {
    using type = std::remove_cv_t<typename Y::type>;
    if constexpr (Y::branch && node<type> && same_family<leader_type<X...>, type>())
      if (odd == absent && !same_aux(first, other))
        odd = argument;
    ++argument;
  };
  (compare(std::type_identity<X>{}, a), ...);
  return odd;
}

} // namespace treelize::detail
