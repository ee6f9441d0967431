// map over static trees: a strict walk without inheritance, in which the first tree says what a
// leaf is. Where the first has a leaf and another a sub-tree, the sub-tree's type counts as a leaf
// for that argument.
#pragma once

#include "treelize/detail/pytree/leaf_list.hpp"
#include "treelize/tree_function.hpp"

namespace treelize::detail {

/// The types of B's parts that stand where A has a leaf, as far as they are no leaves themselves.
template <class Left, class Right, class Whole, class Seen>
constexpr auto find_whole_parts() {
  if constexpr (!is_part<Left, Whole>) {
    if constexpr (kind_of<Right> == shape_kind::leaf)
      return type_list<>{};
    else
      return type_list<Right>{};
  } else if constexpr (was_seen<Seen, Left> || kind_of<Left> != kind_of<Right> ||
                       kind_of<Left> == shape_kind::dynamic) {
    return type_list<>{}; // the walk says what is wrong
  } else if constexpr (kind_of<Left> == shape_kind::record) {
    using seen = typename with_seen<Seen, Left>::type;
    constexpr std::size_t size = (std::min)(shape_of<Left>::size, shape_of<Right>::size);
    return []<std::size_t... Index>(std::index_sequence<Index...>) {
      return typename joined_lists<
          decltype(find_whole_parts<
                   std::remove_cv_t<typename shape_of<Left>::template child_type<Index>>,
                   std::remove_cv_t<typename shape_of<Right>::template child_type<Index>>, Whole,
                   seen>())...>::type{};
    }(std::make_index_sequence<size>{});
  } else {
    return find_whole_parts<std::remove_cv_t<typename shape_of<Left>::element_type>,
                            std::remove_cv_t<typename shape_of<Right>::element_type>, Whole,
                            Seen>();
  }
}

template <class List>
struct whole_parameter;
template <>
struct whole_parameter<type_list<>> {
  using type = deduced;
};
template <class... Type>
struct whole_parameter<type_list<Type...>> {
  using type = any_of<const Type&...>;
};
template <class... Wanted>
struct whole_parameter<leaf_types<Wanted...>> : whole_parameter<type_list<Wanted...>> {};

template <class Function, class Whole, class First, class... Rest>
struct map_leaf {
  static constexpr walk_options options{.mode = mode::strict, .inherit = false};
  using parameters = treelize::parameters<
      typename whole_parameter<Whole>::type,
      typename whole_parameter<
          decltype(find_whole_parts<First, Rest, Whole, type_list<>>())>::type...>;

  Function* function;

  template <class... Left>
    requires std::is_invocable_v<Function&, const Left&...>
  auto operator()(const Left&... leaf) const {
    return (*function)(leaf...);
  }
};

template <class Function, class Whole, class First, class... Rest>
auto map_static(Function& callable, Whole, const First& first, const Rest&... rest) {
  if constexpr (!is_part<First, Whole>)
    return callable(first, rest...);
  else
    return walk(map_leaf<Function, Whole, First, Rest...>{&callable}, first, rest...);
}

} // namespace treelize::detail
