// A list of values of several types that can be part of a type (std::tuple cannot): a base class
// for each value. Without state it is an empty class.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace treelize::detail {

template <std::size_t Index, class Type>
struct pack_item {
  Type value;
  constexpr pack_item() = default;
  constexpr explicit pack_item(Type given) : value(std::move(given)) {}
  constexpr const Type& get() const { return value; }
};
template <std::size_t Index, class Type>
  requires(std::is_empty_v<Type> && std::is_default_constructible_v<Type>)
struct pack_item<Index, Type> {
  constexpr pack_item() = default;
  constexpr explicit pack_item(const Type&) {}
  constexpr Type get() const { return {}; }
};

template <class Indices, class... Type>
struct pack_items;
template <std::size_t... Index, class... Type>
struct pack_items<std::index_sequence<Index...>, Type...> : pack_item<Index, Type>... {
  constexpr pack_items() = default;
  constexpr explicit pack_items(Type... values)
    requires(sizeof...(Type) > 0)
      : pack_item<Index, Type>(std::move(values))... {}
};

template <class... Type>
struct value_pack : pack_items<std::index_sequence_for<Type...>, Type...> {
  using pack_items<std::index_sequence_for<Type...>, Type...>::pack_items;
  static constexpr std::size_t size = sizeof...(Type);
};

template <std::size_t Index, class Type>
constexpr decltype(auto) value_at(const pack_item<Index, Type>& item) {
  return item.get();
}

template <class... Type, class Function>
constexpr void for_each_value(const value_pack<Type...>& values, Function&& function) {
  [&]<std::size_t... Index>(std::index_sequence<Index...>) {
    (function(value_at<Index>(values)), ...);
  }(std::index_sequence_for<Type...>{});
}
template <class Type, class Function>
constexpr void for_each_value(const std::vector<Type>& values, Function&& function) {
  for (const Type& value : values)
    function(value);
}

} // namespace treelize::detail
