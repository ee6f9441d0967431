// What makes a class a node of a static tree: node_traits<T>.
// The tool prints one for each annotated class: its fields in order, each a child or aux data, with
// key, member pointer and tags. By hand, either list the members the same way, or give functions:
//
//   template <> struct treelize::node_traits<Polar> {
//     static constexpr std::array<std::string_view, 2> keys{"r", "phi"};   // without it: indices
//     static auto children(auto& p) { return std::tie(p.r, p.phi); }
//     static int aux(const Polar& p) { return p.id; }                       // optional
//     static Polar make(int aux, double r, double phi) { ... }
//   };
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/fixed_string.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <initializer_list>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>

namespace treelize {

/// Specialised for node classes.
template <class T>
struct node_traits {};

/// The tags of a field, for filters.
template <fixed_string... Tag>
struct tags {
  static constexpr std::array<std::string_view, sizeof...(Tag)> names{Tag.view()...};
};

namespace detail {

template <class T>
struct member_type;
template <class C, class T>
struct member_type<T C::*> {
  using type = T;
};

} // namespace detail

/// A field that is a child of its node.
template <fixed_string Key, auto Pointer, class Tags = tags<>>
struct child {
  static constexpr std::string_view key = Key.view();
  static constexpr auto pointer = Pointer;
  static constexpr bool is_aux = false;
  using type = typename detail::member_type<decltype(Pointer)>::type;
  using tag_list = Tags;
};

/// A field that is part of the structure.
template <fixed_string Key, auto Pointer, class Tags = tags<>>
struct aux {
  static constexpr std::string_view key = Key.view();
  static constexpr auto pointer = Pointer;
  static constexpr bool is_aux = true;
  using type = typename detail::member_type<decltype(Pointer)>::type;
  using tag_list = Tags;
};

namespace detail {

/// What the expansion of a pack over fields is written into. Not a fold: compilers limit its depth,
/// and a class may have hundreds of fields.
constexpr void in_order(std::initializer_list<bool>) {}

/// Every R is an A.
template <class A, class... R>
constexpr bool all_are() {
  for (bool same : {true, std::same_as<A, R>...})
    if (!same)
      return false;
  return true;
}

#if defined(__has_builtin) && __has_builtin(__type_pack_element)
/// A class, as g++ 14 crashes where a function's type names the builtin.
template <std::size_t I, class... T>
struct type_of_index {
  using type = __type_pack_element<I, T...>;
};
#else
template <std::size_t I, class T>
struct indexed_type {
  using type = T;
};
template <class Indices, class... T>
struct type_map;
template <std::size_t... I, class... T>
struct type_map<std::index_sequence<I...>, T...> : indexed_type<I, T>... {};
template <std::size_t I, class T>
indexed_type<I, T> select_type(const indexed_type<I, T>&);
/// Found by one conversion, whatever the length of the list.
template <std::size_t I, class... T>
struct type_of_index
    : decltype(select_type<I>(std::declval<type_map<std::index_sequence_for<T...>, T...>>())) {};
#endif

/// The I-th of a list of types.
template <std::size_t I, class... T>
using type_at = typename type_of_index<I, T...>::type;

} // namespace detail

/// The fields of a node in the order of their declaration.
template <class... Member>
struct members {
  static constexpr std::size_t size = sizeof...(Member);
  static constexpr std::size_t children = [] {
    std::size_t count = 0; // no fold: compilers limit its depth, and a class may have many fields
    for (bool is_aux : {Member::is_aux..., true})
      count += !is_aux;
    return count;
  }();
  template <std::size_t I>
  using at = detail::type_at<I, Member...>;

  /// Which member the i-th child is.
  static constexpr std::array<std::size_t, children> child_positions = [] {
    std::array<std::size_t, children> positions{};
    constexpr std::array<bool, sizeof...(Member)> is_aux{Member::is_aux...};
    for (std::size_t i = 0, child = 0; i < size; ++i)
      if (!is_aux[i])
        positions[child++] = i;
    return positions;
  }();
  /// Which child each member is; `children` if it is none.
  static constexpr std::array<std::size_t, size> child_of_member = [] {
    std::array<std::size_t, size> result{};
    result.fill(children);
    for (std::size_t child = 0; child < children; ++child)
      result[child_positions[child]] = child;
    return result;
  }();
  static constexpr std::array<std::string_view, sizeof...(Member)> keys{Member::key...};
};

namespace detail {

template <class T>
concept listed_node = requires { typename node_traits<T>::members; };
template <class T>
concept node_by_functions =
    !listed_node<T> && requires(const T& x) { node_traits<T>::children(x); };

} // namespace detail

/// A class that takes part in static trees by its fields.
template <class T>
concept node = detail::listed_node<std::remove_cvref_t<T>> ||
               detail::node_by_functions<std::remove_cvref_t<T>>;

} // namespace treelize
