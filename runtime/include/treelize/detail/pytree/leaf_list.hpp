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
  template <class T>
  static constexpr bool takes = (false || ... || std::same_as<T, Whole>);
};

namespace detail {

template <class P>
inline constexpr bool is_leaf_types = false;
template <class... W>
inline constexpr bool is_leaf_types<leaf_types<W...>> = true;

/// The type is descended.
template <class T, class Whole>
inline constexpr bool is_part = kind_of<T> != shape_kind::leaf && !Whole::template takes<T>;

template <class... T>
struct type_list {};

template <class... T, class... U>
constexpr auto operator|(type_list<T...> list, type_list<U...>) {
  if constexpr (sizeof...(U) == 0)
    return list;
  else
    return (list | ... | std::type_identity<U>{});
}
template <class... T, class U>
constexpr auto operator|(type_list<T...> list, std::type_identity<U>) {
  if constexpr ((false || ... || std::same_as<T, U>))
    return list;
  else
    return type_list<T..., U>{};
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
template <bool AllSame, class A, class B, class... More>
struct joined_rest : joined_lists<decltype(A{} | B{}), More...> {};
template <class A, class B, class... More>
struct joined_rest<true, A, B, More...> {
  using type = A;
};
template <class A, class B, class... More>
struct joined_lists<A, B, More...> : joined_rest<all_are<A, B, More...>(), A, B, More...> {};

template <class Seen, class T>
inline constexpr bool was_seen = false;
template <class... S, class T>
inline constexpr bool was_seen<type_list<S...>, T> = (false || ... || std::same_as<S, T>);
template <class Seen, class T>
struct with_seen;
template <class... S, class T>
struct with_seen<type_list<S...>, T> {
  using type = type_list<S..., T>;
};

/// A node class may contain itself: what was seen on the way down has been counted.
template <class T, class Whole, class Seen>
constexpr auto find_leaf_list() {
  if constexpr (!is_part<T, Whole>) {
    return type_list<T>{};
  } else if constexpr (was_seen<Seen, T>) {
    return type_list<>{};
  } else if constexpr (kind_of<T> == shape_kind::dynamic) {
    return type_list<typename T::leaf_type>{};
  } else if constexpr (kind_of<T> == shape_kind::record) {
    using seen = typename with_seen<Seen, T>::type;
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return typename joined_lists<
          decltype(find_leaf_list<std::remove_cv_t<typename shape_of<T>::template child_type<I>>,
                                  Whole, seen>())...>::type{};
    }(std::make_index_sequence<shape_of<T>::size>{});
  } else {
    return find_leaf_list<std::remove_cv_t<typename shape_of<T>::element_type>, Whole, Seen>();
  }
}

template <class List>
struct leaf_of_list;
template <>
struct leaf_of_list<type_list<>> {
  using type = std::monostate;
};
template <class T>
struct leaf_of_list<type_list<T>> {
  using type = T;
};
template <class T, class U, class... More>
struct leaf_of_list<type_list<T, U, More...>> {
  using type = std::variant<T, U, More...>;
};

/// The type that the leaves of a tree of class T are listed as.
template <class T, class Whole = leaf_types<>>
using leaf_of = typename leaf_of_list<decltype(find_leaf_list<T, Whole, type_list<>>())>::type;

template <class T>
inline constexpr bool is_leaf_variant = false;
template <class... T>
inline constexpr bool is_leaf_variant<std::variant<T...>> = true;

} // namespace detail
} // namespace treelize
