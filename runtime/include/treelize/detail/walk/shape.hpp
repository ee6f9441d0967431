// How a type takes part in trees, decided by the type alone.
// A record has keys that are known while compiling (node, tuple, pair, array), a sequence a length
// and a mapping keys that are known when the program runs; an optional is its value or None.
#pragma once

#include "treelize/node.hpp"
#include "treelize/tree.hpp"

#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace treelize::detail {

enum class shape_kind { leaf, record, array, sequence, mapping, optional, dynamic };

/// A key that is known while compiling.
struct static_key {
  std::string_view name = {};
  std::size_t index = 0;
  bool is_index = false;

  friend constexpr bool operator==(const static_key&, const static_key&) = default;
};
constexpr static_key index_key(std::size_t place) {
  return {{}, place, true};
}

// A shape has: kind; for records and arrays size, key(i) and get<I>(x); for homogeneous containers
// element_type and rebind<R>, the same container over another element.
template <class Type>
struct shape {
  static constexpr shape_kind kind = shape_kind::leaf;
};

template <listed_node Type>
struct shape<Type> {
  using members = typename node_traits<Type>::members;
  static constexpr shape_kind kind = shape_kind::record;
  static constexpr std::size_t size = members::children;
  static constexpr static_key key(std::size_t place) {
    return {members::keys[members::child_positions[place]], 0, false};
  }
  template <std::size_t Index>
  using field = typename members::template at<members::child_positions[Index]>;
  template <std::size_t Index>
  using child_type = typename field<Index>::type;
  template <std::size_t Index, class Other>
  static constexpr auto& get(Other& object) {
    return object.*field<Index>::pointer;
  }
};

template <node_by_functions Type>
struct shape<Type> {
  using children = decltype(node_traits<Type>::children(std::declval<Type&>()));
  static constexpr shape_kind kind = shape_kind::record;
  static constexpr std::size_t size = std::tuple_size_v<children>;
  static constexpr static_key key(std::size_t place) {
    if constexpr (requires { node_traits<Type>::keys[place]; })
      return {node_traits<Type>::keys[place], 0, false};
    else
      return index_key(place);
  }
  template <std::size_t Index>
  using child_type = std::remove_cvref_t<std::tuple_element_t<Index, children>>;
  template <std::size_t Index, class Other>
  static constexpr std::tuple_element_t<
      Index, decltype(node_traits<Type>::children(std::declval<Other&>()))>
  get(Other& object) {
    return std::get<Index>(node_traits<Type>::children(object));
  }
};

template <class Type, std::size_t Size>
struct tuple_shape {
  static constexpr shape_kind kind = shape_kind::record;
  static constexpr std::size_t size = Size;
  static constexpr static_key key(std::size_t place) { return index_key(place); }
  template <std::size_t Index>
  using child_type = std::tuple_element_t<Index, Type>;
  template <std::size_t Index, class Other>
  static constexpr auto& get(Other& object) {
    return std::get<Index>(object);
  }
};
template <class... Type>
struct shape<std::tuple<Type...>> : tuple_shape<std::tuple<Type...>, sizeof...(Type)> {};
template <class Left, class Right>
struct shape<std::pair<Left, Right>> : tuple_shape<std::pair<Left, Right>, 2> {};

template <class Type, std::size_t Count>
struct shape<std::array<Type, Count>> {
  static constexpr shape_kind kind = shape_kind::array;
  static constexpr std::size_t size = Count;
  using element_type = Type;
  static constexpr static_key key(std::size_t place) { return index_key(place); }
  template <std::size_t>
  using child_type = Type;
  template <std::size_t Index, class Other>
  static constexpr auto& get(Other& object) {
    return object[Index];
  }
};
template <class Type, std::size_t Count>
struct shape<Type[Count]> : shape<std::array<Type, Count>> {};

template <class Type, class Left>
struct shape<std::vector<Type, Left>> {
  static constexpr shape_kind kind = shape_kind::sequence;
  using element_type = Type;
  // The allocator belongs to the element, so the rebound vector has the usual one.
  template <class Result>
  using rebind = std::vector<Result>;
};

template <class Keys, class Type, class Container, class Left>
struct shape<std::map<Keys, Type, Container, Left>> {
  static constexpr shape_kind kind = shape_kind::mapping;
  using key_type = Keys;
  using compare = Container;
  using element_type = Type;
  template <class Result>
  using rebind = std::map<Keys, Result, Container>;
};

template <class Type>
struct shape<std::optional<Type>> {
  static constexpr shape_kind kind = shape_kind::optional;
  using element_type = Type;
  template <class Result>
  using rebind = std::optional<Result>;
};

template <class Type>
  requires is_dynamic_tree<Type>
struct shape<Type> {
  static constexpr shape_kind kind = shape_kind::dynamic;
};

template <class Type>
using shape_of = shape<std::remove_cvref_t<Type>>;
template <class Type>
inline constexpr shape_kind kind_of = shape_of<Type>::kind;
template <class Type>
inline constexpr bool has_static_keys =
    kind_of<Type> == shape_kind::record || kind_of<Type> == shape_kind::array;

// ---- containers that hold trees ----

enum class container_kind { none, list, tuple, dict };

/// The standard containers that `subside` looks into.
template <class Type>
constexpr container_kind container_of() {
  switch (kind_of<Type>) {
  case shape_kind::sequence:
  case shape_kind::array:
    return container_kind::list;
  case shape_kind::mapping:
    return container_kind::dict;
  case shape_kind::record:
    return node<Type> ? container_kind::none : container_kind::tuple;
  default:
    return container_kind::none;
  }
}

template <class Type>
constexpr bool find_trees();
/// A standard container with a node class or a dynamic tree somewhere in it.
template <class Type>
inline constexpr bool holds_trees = find_trees<Type>();
template <class Type>
inline constexpr bool is_or_holds_tree =
    kind_of<Type> == shape_kind::dynamic || node<Type> || holds_trees<Type>;

template <class Type>
constexpr bool find_trees() {
  using shape = shape_of<Type>;
  if constexpr (container_of<Type>() == container_kind::none)
    return false;
  else if constexpr (requires { typename shape::element_type; })
    return is_or_holds_tree<typename shape::element_type>;
  else
    return []<std::size_t... Index>(std::index_sequence<Index...>) {
      return (false || ... || is_or_holds_tree<typename shape::template child_type<Index>>);
    }(std::make_index_sequence<shape::size>{});
}

} // namespace treelize::detail

namespace treelize {

/// A type that is a tree where a function does not take it whole.
template <class Type>
concept tree_like = detail::kind_of<Type> != detail::shape_kind::leaf &&
                    !std::is_array_v<std::remove_cvref_t<Type>>;

} // namespace treelize
