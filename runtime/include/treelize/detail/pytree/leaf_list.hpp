// The types of a static tree's leaves: what its flat list of leaves is made of.
// One type gives a vector of it, several a vector of a variant in the order in which they first
// occur.
#pragma once

#include "treelize/detail/walk/shape.hpp"

#include <concepts>
#include <type_traits>
#include <variant>

namespace treelize {

/// Types that are leaves although they are trees: `flatten(model,
/// leaf_types<std::vector<double>>{})`.
template <class... Whole>
struct leaf_types {
  template <class Type>
  static constexpr bool takes = (false || ... || std::same_as<Type, Whole>);
};

namespace detail {

template <class Parameter>
inline constexpr bool is_leaf_types = false;
template <class... Which>
inline constexpr bool is_leaf_types<leaf_types<Which...>> = true;

/// The type is descended.
template <class Type, class Whole>
inline constexpr bool is_part = kind_of<Type> != shape_kind::leaf && !Whole::template takes<Type>;

template <class... Type>
struct type_list {};

template <class... Type, class... Other>
constexpr auto operator|(type_list<Type...> list, type_list<Other...>) {
  if constexpr (sizeof...(Other) == 0)
    return list;
  else
    return (list | ... | std::type_identity<Other>{});
}
template <class... Type, class Other>
constexpr auto operator|(type_list<Type...> list, std::type_identity<Other>) {
  if constexpr ((false || ... || std::same_as<Type, Other>))
    return list;
  else
    return type_list<Type..., Other>{};
}

/// All of the lists joined. Not a fold: a class may have more fields than one takes.
template <class... List>
struct joined_lists {
  using type = type_list<>;
};
template <class List>
struct joined_lists<List> {
  using type = List;
};
template <bool AllSame, class Left, class Right, class... More>
struct joined_rest : joined_lists<decltype(Left{} | Right{}), More...> {};
template <class Left, class Right, class... More>
struct joined_rest<true, Left, Right, More...> {
  using type = Left;
};
template <class Left, class Right, class... More>
struct joined_lists<Left, Right, More...>
    : joined_rest<all_are<Left, Right, More...>(), Left, Right, More...> {};

template <class Seen, class Type>
inline constexpr bool was_seen = false;
template <class... Source, class Type>
inline constexpr bool was_seen<type_list<Source...>, Type> =
    (false || ... || std::same_as<Source, Type>);
template <class Seen, class Type>
struct with_seen;
template <class... Source, class Type>
struct with_seen<type_list<Source...>, Type> {
  using type = type_list<Source..., Type>;
};

/// A node class may contain itself: what was seen on the way down has been counted.
template <class Type, class Whole, class Seen>
constexpr auto find_leaf_list() {
  if constexpr (!is_part<Type, Whole>) {
    return type_list<Type>{};
  } else if constexpr (was_seen<Seen, Type>) {
    return type_list<>{};
  } else if constexpr (kind_of<Type> == shape_kind::dynamic) {
    return type_list<typename Type::leaf_type>{};
  } else if constexpr (kind_of<Type> == shape_kind::record) {
    using seen = typename with_seen<Seen, Type>::type;
    return []<std::size_t... Index>(std::index_sequence<Index...>) {
      return typename joined_lists<
          decltype(find_leaf_list<
                   std::remove_cv_t<typename shape_of<Type>::template child_type<Index>>, Whole,
                   seen>())...>::type{};
    }(std::make_index_sequence<shape_of<Type>::size>{});
  } else {
    return find_leaf_list<std::remove_cv_t<typename shape_of<Type>::element_type>, Whole, Seen>();
  }
}

template <class List>
struct leaf_of_list;
template <>
struct leaf_of_list<type_list<>> {
  using type = std::monostate;
};
template <class Type>
struct leaf_of_list<type_list<Type>> {
  using type = Type;
};
template <class Type, class Other, class... More>
struct leaf_of_list<type_list<Type, Other, More...>> {
  using type = std::variant<Type, Other, More...>;
};

/// The type that the leaves of a tree of class Type are listed as.
template <class Type, class Whole = leaf_types<>>
using leaf_of = typename leaf_of_list<decltype(find_leaf_list<Type, Whole, type_list<>>())>::type;

template <class Type>
inline constexpr bool is_leaf_variant = false;
template <class... Type>
inline constexpr bool is_leaf_variant<std::variant<Type...>> = true;

} // namespace detail
} // namespace treelize
