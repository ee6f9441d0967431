// The aux fields of a node class as one value that can be kept in a structure, and put back.
// C arrays travel as std::array, as nothing else can be copied.
#pragma once

#include "treelize/detail/pytree/node_data.hpp"
#include "treelize/node.hpp"

#include <array>
#include <concepts>
#include <tuple>
#include <type_traits>

namespace treelize::detail {

template <class T>
struct kept_aux {
  using type = T;
  static const T& keep(const T& x) { return x; }
  static void restore(const T& kept, T& x) { x = kept; }
};
template <class T, std::size_t N>
struct kept_aux<T[N]> {
  using type = std::array<typename kept_aux<T>::type, N>;
  static type keep(const T (&x)[N]) {
    type kept{};
    for (std::size_t i = 0; i < N; ++i)
      kept[i] = kept_aux<T>::keep(x[i]);
    return kept;
  }
  static void restore(const type& kept, T (&x)[N]) {
    for (std::size_t i = 0; i < N; ++i)
      kept_aux<T>::restore(kept[i], x[i]);
  }
};

/// Which of the members are aux data.
template <class Members>
inline constexpr auto aux_positions = [] {
  std::array<std::size_t, Members::size - Members::children> positions{};
  for (std::size_t i = 0, next = 0; i < Members::size; ++i)
    if (Members::child_of_member[i] == Members::children)
      positions[next++] = i;
  return positions;
}();

/// Which aux field the M-th member is.
template <class Members>
constexpr std::size_t aux_index(std::size_t member) {
  std::size_t i = 0;
  while (i < aux_positions<Members>.size() && aux_positions<Members>[i] != member)
    ++i;
  return i;
}

template <class T>
struct aux_fields {
  using members = typename node_traits<T>::members;
  static constexpr std::size_t count = members::size - members::children;
  template <std::size_t I>
  using field = typename members::template at<aux_positions<members>[I]>;
  template <std::size_t I>
  using kept = kept_aux<typename field<I>::type>;

  static auto keep(const T& x) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      static_assert(
          (true && ... && std::equality_comparable<typename kept<I>::type>),
          "treelize: an aux field is part of the tree's structure and must have operator==");
      return std::tuple<typename kept<I>::type...>{kept<I>::keep(x.*field<I>::pointer)...};
    }(std::make_index_sequence<count>{});
  }
  using type = decltype(keep(std::declval<const T&>()));
};

template <class T>
constexpr std::string_view node_name() {
  if constexpr (requires { std::string_view(node_traits<T>::name); })
    return node_traits<T>::name;
  else
    return type_name<T>();
}

template <class T>
concept with_aux_function =
    node_by_functions<T> && requires(const T& x) { node_traits<T>::aux(x); };

/// What makes x a custom node.
template <class T>
node_data data_of(const T& x) {
  if constexpr (with_aux_function<T>) {
    return node_data::of<T>(std::decay_t<decltype(node_traits<T>::aux(x))>(node_traits<T>::aux(x)),
                            node_name<T>());
  } else if constexpr (listed_node<T>) {
    if constexpr (aux_fields<T>::count > 0)
      return node_data::of<T>(aux_fields<T>::keep(x), node_name<T>());
  }
  if constexpr (!with_aux_function<T>) {
    static const node_data plain = node_data::of<T>(node_name<T>());
    return plain;
  }
}

} // namespace treelize::detail
