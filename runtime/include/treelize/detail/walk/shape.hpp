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
constexpr static_key index_key(std::size_t i) {
  return {{}, i, true};
}

// A shape has: kind; for records and arrays size, key(i) and get<I>(x); for homogeneous containers
// element_type and rebind<R>, the same container over another element.
template <class T>
struct shape {
  static constexpr shape_kind kind = shape_kind::leaf;
};

template <listed_node T>
struct shape<T> {
  using members = typename node_traits<T>::members;
  static constexpr shape_kind kind = shape_kind::record;
  static constexpr std::size_t size = members::children;
  static constexpr static_key key(std::size_t i) {
    return {members::keys[members::child_positions[i]], 0, false};
  }
  template <std::size_t I>
  using field = typename members::template at<members::child_positions[I]>;
  template <std::size_t I>
  using child_type = typename field<I>::type;
  template <std::size_t I, class U>
  static constexpr auto& get(U& x) {
    return x.*field<I>::pointer;
  }
};

template <node_by_functions T>
struct shape<T> {
  using children = decltype(node_traits<T>::children(std::declval<T&>()));
  static constexpr shape_kind kind = shape_kind::record;
  static constexpr std::size_t size = std::tuple_size_v<children>;
  static constexpr static_key key(std::size_t i) {
    if constexpr (requires { node_traits<T>::keys[i]; })
      return {node_traits<T>::keys[i], 0, false};
    else
      return index_key(i);
  }
  template <std::size_t I>
  using child_type = std::remove_cvref_t<std::tuple_element_t<I, children>>;
  template <std::size_t I, class U>
  static constexpr std::tuple_element_t<I, decltype(node_traits<T>::children(std::declval<U&>()))>
  get(U& x) {
    return std::get<I>(node_traits<T>::children(x));
  }
};

template <class T, std::size_t Size>
struct tuple_shape {
  static constexpr shape_kind kind = shape_kind::record;
  static constexpr std::size_t size = Size;
  static constexpr static_key key(std::size_t i) { return index_key(i); }
  template <std::size_t I>
  using child_type = std::tuple_element_t<I, T>;
  template <std::size_t I, class U>
  static constexpr auto& get(U& x) {
    return std::get<I>(x);
  }
};
template <class... T>
struct shape<std::tuple<T...>> : tuple_shape<std::tuple<T...>, sizeof...(T)> {};
template <class A, class B>
struct shape<std::pair<A, B>> : tuple_shape<std::pair<A, B>, 2> {};

template <class T, std::size_t N>
struct shape<std::array<T, N>> {
  static constexpr shape_kind kind = shape_kind::array;
  static constexpr std::size_t size = N;
  using element_type = T;
  static constexpr static_key key(std::size_t i) { return index_key(i); }
  template <std::size_t>
  using child_type = T;
  template <std::size_t I, class U>
  static constexpr auto& get(U& x) {
    return x[I];
  }
};
template <class T, std::size_t N>
struct shape<T[N]> : shape<std::array<T, N>> {};

template <class T, class A>
struct shape<std::vector<T, A>> {
  static constexpr shape_kind kind = shape_kind::sequence;
  using element_type = T;
  // The allocator belongs to the element, so the rebound vector has the usual one.
  template <class R>
  using rebind = std::vector<R>;
};

template <class K, class T, class C, class A>
struct shape<std::map<K, T, C, A>> {
  static constexpr shape_kind kind = shape_kind::mapping;
  using key_type = K;
  using compare = C;
  using element_type = T;
  template <class R>
  using rebind = std::map<K, R, C>;
};

template <class T>
struct shape<std::optional<T>> {
  static constexpr shape_kind kind = shape_kind::optional;
  using element_type = T;
  template <class R>
  using rebind = std::optional<R>;
};

template <class T>
  requires is_dynamic_tree<T>
struct shape<T> {
  static constexpr shape_kind kind = shape_kind::dynamic;
};

template <class T>
using shape_of = shape<std::remove_cvref_t<T>>;
template <class T>
inline constexpr shape_kind kind_of = shape_of<T>::kind;
template <class T>
inline constexpr bool has_static_keys =
    kind_of<T> == shape_kind::record || kind_of<T> == shape_kind::array;

// ---- containers that hold trees ----

enum class container_kind { none, list, tuple, dict };

/// The standard containers that `subside` looks into.
template <class T>
constexpr container_kind container_of() {
  switch (kind_of<T>) {
  case shape_kind::sequence:
  case shape_kind::array:
    return container_kind::list;
  case shape_kind::mapping:
    return container_kind::dict;
  case shape_kind::record:
    return node<T> ? container_kind::none : container_kind::tuple;
  default:
    return container_kind::none;
  }
}

template <class T>
constexpr bool find_trees();
/// A standard container with a node class or a dynamic tree somewhere in it.
template <class T>
inline constexpr bool holds_trees = find_trees<T>();
template <class T>
inline constexpr bool is_or_holds_tree =
    kind_of<T> == shape_kind::dynamic || node<T> || holds_trees<T>;

template <class T>
constexpr bool find_trees() {
  using shape = shape_of<T>;
  if constexpr (container_of<T>() == container_kind::none)
    return false;
  else if constexpr (requires { typename shape::element_type; })
    return is_or_holds_tree<typename shape::element_type>;
  else
    return []<std::size_t... I>(std::index_sequence<I...>) {
      return (false || ... || is_or_holds_tree<typename shape::template child_type<I>>);
    }(std::make_index_sequence<shape::size>{});
}

} // namespace treelize::detail

namespace treelize {

/// A type that is a tree where a function does not take it whole.
template <class T>
concept tree_like =
    detail::kind_of<T> != detail::shape_kind::leaf && !std::is_array_v<std::remove_cvref_t<T>>;

} // namespace treelize
