// any and all: of one tree the reduction of its leaves, of anything else the filter that combines
// filters. A std::vector of filters is not a tree but a list of filters.
#pragma once

#include "treelize/detail/filter/filter_for.hpp"
#include "treelize/detail/pytree/reduce.hpp"
#include "treelize/detail/walk/shape.hpp"

namespace treelize::detail {

template <class... Type>
inline constexpr bool holds_filters = false;
template <class Filter>
inline constexpr bool holds_filters<std::vector<Filter>> = filter<Filter>;
template <class... Filter>
inline constexpr bool holds_filters<std::tuple<Filter...>> = (false || ... || filter<Filter>);

/// The one argument is a tree whose leaves are meant.
template <class Type>
inline constexpr bool is_reduced = tree_like<Type> && !holds_filters<Type>;

struct any_fn {
  template <class... Type>
  constexpr auto operator()(const Type&... filters) const {
    return combine_any()(filters...);
  }
  template <filter Filter>
  auto operator()(const std::vector<Filter>& filters) const {
    return as_filter(filters);
  }
  template <class Tree>
    requires is_reduced<Tree>
  bool operator()(const Tree& whole) const {
    return any_leaf_fn()(whole);
  }
};

struct all_fn {
  template <class... Type>
  constexpr auto operator()(const Type&... filters) const {
    return combine_all()(filters...);
  }
  template <filter Filter>
  auto operator()(const std::vector<Filter>& filters) const {
    return all_filter<std::vector<Filter>>(filters);
  }
  template <class Tree>
    requires is_reduced<Tree>
  bool operator()(const Tree& whole) const {
    return all_leaves_fn()(whole);
  }
};

} // namespace treelize::detail

namespace treelize {

/// `any(tree)`: whether some leaf is true; of no leaves false. `any(filters...)`: the leaves that
/// one of them selects; of no filters none.
inline constexpr detail::any_fn any{};
/// `all(tree)`: whether every leaf is true; of no leaves true. `all(filters...)`: the leaves that
/// each of them selects; of no filters all.
inline constexpr detail::all_fn all{};

} // namespace treelize
