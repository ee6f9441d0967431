// map over static trees: a strict walk without inheritance, in which the first tree says what a
// leaf is. Aux data are part of the structure and must be equal. Where the first has a leaf and
// another a sub-tree, the sub-tree's type counts as a leaf for that argument.
#pragma once

#include "treelize/detail/pytree/leaf_list.hpp"
#include "treelize/tree_function.hpp"

namespace treelize::detail {

/// The types of B's parts that stand where A has a leaf, as far as they are no leaves themselves.
template <class A, class B, class Whole, class Seen>
constexpr auto find_whole_parts() {
  if constexpr (!is_part<A, Whole>) {
    if constexpr (kind_of<B> == shape_kind::leaf)
      return type_list<>{};
    else
      return type_list<B>{};
  } else if constexpr (was_seen<Seen, A> || kind_of<A> != kind_of<B> ||
                       kind_of<A> == shape_kind::dynamic) {
    return type_list<>{}; // the walk says what is wrong
  } else if constexpr (kind_of<A> == shape_kind::record) {
    using seen = typename with_seen<Seen, A>::type;
    constexpr std::size_t size = std::min(shape_of<A>::size, shape_of<B>::size);
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return typename joined_lists<
          decltype(find_whole_parts<std::remove_cv_t<typename shape_of<A>::template child_type<I>>,
                                    std::remove_cv_t<typename shape_of<B>::template child_type<I>>,
                                    Whole, seen>())...>::type{};
    }(std::make_index_sequence<size>{});
  } else {
    return find_whole_parts<std::remove_cv_t<typename shape_of<A>::element_type>,
                            std::remove_cv_t<typename shape_of<B>::element_type>, Whole, Seen>();
  }
}

template <class List>
struct whole_parameter;
template <>
struct whole_parameter<type_list<>> {
  using type = deduced;
};
template <class... T>
struct whole_parameter<type_list<T...>> {
  using type = any_of<const T&...>;
};
template <class... W>
struct whole_parameter<leaf_types<W...>> : whole_parameter<type_list<W...>> {};

template <class F, class Whole, class First, class... Rest>
struct map_leaf {
  static constexpr walk_options options{.mode = mode::strict, .inherit = false, .same_aux = true};
  using parameters = treelize::parameters<
      typename whole_parameter<Whole>::type,
      typename whole_parameter<
          decltype(find_whole_parts<First, Rest, Whole, type_list<>>())>::type...>;

  F* function;

  template <class... A>
    requires std::is_invocable_v<F&, const A&...>
  auto operator()(const A&... leaf) const {
    return (*function)(leaf...);
  }
};

template <class F, class Whole, class First, class... Rest>
auto map_static(F& f, Whole, const First& first, const Rest&... rest) {
  if constexpr (!is_part<First, Whole>)
    return f(first, rest...);
  else
    return walk(map_leaf<F, Whole, First, Rest...>{&f}, first, rest...);
}

} // namespace treelize::detail
