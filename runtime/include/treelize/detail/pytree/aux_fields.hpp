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

template <class Type>
struct kept_aux {
  using type = Type;
  static const Type& keep(const Type& value) { return value; }
  static void restore(const Type& kept, Type& value) { value = kept; }
};
template <class Type, std::size_t Size>
struct kept_aux<Type[Size]> {
  using type = std::array<typename kept_aux<Type>::type, Size>;
  static type keep(const Type (&value)[Size]) {
    type kept{};
    for (std::size_t index = 0; index < Size; ++index)
      kept[index] = kept_aux<Type>::keep(value[index]);
    return kept;
  }
  static void restore(const type& kept, Type (&value)[Size]) {
    for (std::size_t index = 0; index < Size; ++index)
      kept_aux<Type>::restore(kept[index], value[index]);
  }
};

/// Which of the members are aux data.
template <class Members>
inline constexpr auto aux_positions = [] {
  std::array<std::size_t, Members::size - Members::children> positions{};
  for (std::size_t index = 0, next = 0; index < Members::size; ++index)
    if (Members::child_of_member[index] == Members::children)
      positions[next++] = index;
  return positions;
}();

/// Which aux field the M-th member is.
template <class Members>
constexpr std::size_t aux_index(std::size_t member) {
  std::size_t index = 0;
  while (index < aux_positions<Members>.size() && aux_positions<Members>[index] != member)
    ++index;
  return index;
}

template <class Type>
struct aux_fields {
  using members = typename node_traits<Type>::members;
  static constexpr std::size_t count = members::size - members::children;
  template <std::size_t Index>
  using field = typename members::template at<aux_positions<members>[Index]>;
  template <std::size_t Index>
  using kept = kept_aux<typename field<Index>::type>;

  static auto keep(const Type& value) {
    return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      static_assert(
          (true && ... && std::equality_comparable<typename kept<Index>::type>),
          "treelize: an aux field is part of the tree's structure and must have operator==");
      return std::tuple<typename kept<Index>::type...>{
          kept<Index>::keep(value.*field<Index>::pointer)...};
    }(std::make_index_sequence<count>{});
  }
  using type = decltype(keep(std::declval<const Type&>()));
};

template <class Type>
constexpr std::string_view node_name() {
  if constexpr (requires { std::string_view(node_traits<Type>::name); })
    return node_traits<Type>::name;
  else
    return type_name<Type>();
}

template <class Type>
concept with_aux_function =
    node_by_functions<Type> && requires(const Type& value) { node_traits<Type>::aux(value); };

/// What makes x a custom node.
template <class Type>
node_data data_of(const Type& value) {
  if constexpr (with_aux_function<Type>) {
    return node_data::of<Type>(
        std::decay_t<decltype(node_traits<Type>::aux(value))>(node_traits<Type>::aux(value)),
        node_name<Type>());
  } else if constexpr (listed_node<Type>) {
    if constexpr (aux_fields<Type>::count > 0)
      return node_data::of<Type>(aux_fields<Type>::keep(value), node_name<Type>());
  }
  if constexpr (!with_aux_function<Type>) {
    static const node_data plain = node_data::of<Type>(node_name<Type>());
    return plain;
  }
}

} // namespace treelize::detail
