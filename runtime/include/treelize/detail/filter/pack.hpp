// A list of values of several types that can be part of a type (std::tuple cannot): a base class
// for each value. Without state it is an empty class.
#pragma once

#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace treelize::detail {

template <std::size_t I, class T>
struct pack_item {
  T value;
  constexpr pack_item() = default;
  constexpr explicit pack_item(T v) : value(std::move(v)) {}
  constexpr const T& get() const { return value; }
};
template <std::size_t I, class T>
  requires(std::is_empty_v<T> && std::is_default_constructible_v<T>)
struct pack_item<I, T> {
  constexpr pack_item() = default;
  constexpr explicit pack_item(const T&) {}
  constexpr T get() const { return {}; }
};

template <class Indices, class... T>
struct pack_items;
template <std::size_t... I, class... T>
struct pack_items<std::index_sequence<I...>, T...> : pack_item<I, T>... {
  constexpr pack_items() = default;
  constexpr explicit pack_items(T... values)
    requires(sizeof...(T) > 0)
      : pack_item<I, T>(std::move(values))... {}
};

template <class... T>
struct value_pack : pack_items<std::index_sequence_for<T...>, T...> {
  using pack_items<std::index_sequence_for<T...>, T...>::pack_items;
  static constexpr std::size_t size = sizeof...(T);
};

template <std::size_t I, class T>
constexpr decltype(auto) value_at(const pack_item<I, T>& item) {
  return item.get();
}

template <class... T, class F>
constexpr void for_each_value(const value_pack<T...>& values, F&& f) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    (f(value_at<I>(values)), ...);
  }(std::index_sequence_for<T...>{});
}
template <class T, class F>
constexpr void for_each_value(const std::vector<T>& values, F&& f) {
  for (const T& value : values)
    f(value);
}

} // namespace treelize::detail
