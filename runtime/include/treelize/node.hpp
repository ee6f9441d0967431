// What makes a class a node of a static tree: `node_traits<T>`.
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
template <class Type>
struct node_traits {};

/// The tags of a field, for filters.
template <fixed_string... Tag>
struct tags {
  /// The tags in their order.
  static constexpr std::array<std::string_view, sizeof...(Tag)> names{Tag.view()...};
};

namespace detail {

template <class Type>
struct member_type;
template <class Container, class Type>
struct member_type<Type Container::*> {
  using type = Type;
};

} // namespace detail

/// A field that is a child of its node.
template <fixed_string Key, auto Pointer, class Tags = tags<>>
struct child {
  static constexpr std::string_view key = Key.view(); ///< the field's name
  static constexpr auto pointer = Pointer;            ///< its member pointer
  static constexpr bool is_aux = false;               ///< part of the structure, no child
  using type = typename detail::member_type<decltype(Pointer)>::type;
  using tag_list = Tags;
};

/// A field that is part of the structure.
template <fixed_string Key, auto Pointer, class Tags = tags<>>
struct aux {
  static constexpr std::string_view key = Key.view(); ///< the field's name
  static constexpr auto pointer = Pointer;            ///< its member pointer
  static constexpr bool is_aux = true;                ///< part of the structure, no child
  using type = typename detail::member_type<decltype(Pointer)>::type;
  using tag_list = Tags;
};

namespace detail {

/// What the expansion of a pack over fields is written into. Not a fold: compilers limit its depth,
/// and a class may have hundreds of fields.
constexpr void in_order(std::initializer_list<bool>) {}

/// Every Result is an Argument.
template <class Argument, class... Result>
constexpr bool all_are() {
  for (bool same : {true, std::same_as<Argument, Result>...})
    if (!same)
      return false;
  return true;
}

#if defined(__has_builtin) && __has_builtin(__type_pack_element)
/// A class, as g++ 14 crashes where a function's type names the builtin.
template <std::size_t Index, class... Type>
struct type_of_index {
  using type = __type_pack_element<Index, Type...>;
};
#else
template <std::size_t Index, class Type>
struct indexed_type {
  using type = Type;
};
template <class Indices, class... Type>
struct type_map;
template <std::size_t... Index, class... Type>
struct type_map<std::index_sequence<Index...>, Type...> : indexed_type<Index, Type>... {};
template <std::size_t Index, class Type>
indexed_type<Index, Type> select_type(const indexed_type<Index, Type>&);
/// Found by one conversion, whatever the length of the list.
template <std::size_t Index, class... Type>
struct type_of_index : decltype(select_type<Index>(
                           std::declval<type_map<std::index_sequence_for<Type...>, Type...>>())) {};
#endif

/// The I-th of a list of types.
template <std::size_t Index, class... Type>
using type_at = typename type_of_index<Index, Type...>::type;

} // namespace detail

/// The fields of a node in the order of their declaration.
template <class... Member>
struct members {
  /// The number of fields.
  static constexpr std::size_t size = sizeof...(Member);
  /// How many of them are children; the others are aux data.
  static constexpr std::size_t children = [] {
    std::size_t count = 0; // no fold: compilers limit its depth, and a class may have many fields
    for (bool is_aux : {Member::is_aux..., true})
      count += !is_aux;
    return count;
  }();
  template <std::size_t Index>
  using at = detail::type_at<Index, Member...>;

  /// Which member the i-th child is.
  static constexpr std::array<std::size_t, children> child_positions = [] {
    std::array<std::size_t, children> positions{};
    constexpr std::array<bool, sizeof...(Member)> is_aux{Member::is_aux...};
    for (std::size_t index = 0, child = 0; index < size; ++index)
      if (!is_aux[index])
        positions[child++] = index;
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
  /// The name of each field.
  static constexpr std::array<std::string_view, sizeof...(Member)> keys{Member::key...};
};

namespace detail {

template <class Type>
concept listed_node = requires { typename node_traits<Type>::members; };
template <class Type>
concept node_by_functions =
    !listed_node<Type> && requires(const Type& value) { node_traits<Type>::children(value); };

} // namespace detail

/// A class that takes part in static trees by its fields.
template <class Type>
concept node = detail::listed_node<std::remove_cvref_t<Type>> ||
               detail::node_by_functions<std::remove_cvref_t<Type>>;

} // namespace treelize
