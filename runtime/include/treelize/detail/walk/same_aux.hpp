// Whether nodes that meet have equal aux data: they are part of the structure, and a result can
// have those of one argument only.
#pragma once

#include "treelize/detail/walk/static_fits.hpp"

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace treelize::detail {

template <std::size_t Member, class Left, class Right>
bool same_member(const Left& left, const Right& right) {
  using member = typename node_traits<Left>::members::template at<Member>;
  using other = typename node_traits<Right>::members::template at<Member>;
  if constexpr (member::is_aux && other::is_aux &&
                requires { left.*member::pointer == right.*other::pointer; })
    return left.*member::pointer == right.*other::pointer;
  else
    return true;
}

/// Of two nodes of one family of classes; data that cannot be compared count as equal.
template <class Left, class Right>
bool same_aux(const Left& left, const Right& right) {
  if constexpr (!has_aux<Left>()) {
    return true;
  } else if constexpr (listed_node<Left>) {
    return [&]<std::size_t... Member>(std::index_sequence<Member...>) {
      bool same = true;
      for (bool equal : {true, same_member<Member>(left, right)...})
        same = same && equal;
      return same;
    }(std::make_index_sequence<node_traits<Left>::members::size>{});
  } else if constexpr (requires {
                         node_traits<Left>::aux(left) == node_traits<Right>::aux(right);
                       }) {
    return node_traits<Left>::aux(left) == node_traits<Right>::aux(right);
  } else {
    return true;
  }
}

/// The first argument whose aux data are not the leader's, or `absent`.
template <class... Side>
std::size_t odd_aux(const leader_type<Side...>& first, typename Side::type&... left) {
  std::size_t odd = absent, argument = 0;
  auto compare = [&]<class Other>(std::type_identity<Other>, const auto& other) {
    using type = std::remove_cv_t<typename Other::type>;
    if constexpr (Other::branch && node<type> && same_family<leader_type<Side...>, type>())
      if (odd == absent && !same_aux(first, other))
        odd = argument;
    ++argument;
  };
  (compare(std::type_identity<Side>{}, left), ...);
  return odd;
}

} // namespace treelize::detail
