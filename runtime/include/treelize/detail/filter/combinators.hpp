// Filters made of filters: any, all, not_. What they are made of is a pack, or a std::vector of
// filters of one type; values that are no filters mean what Flax's literals mean: a bool is
// everything or nothing, a string a tag, a list any of its elements, a function is asked for (path,
// value).
#pragma once

#include "treelize/detail/filter/predicates.hpp"

#include <array>
#include <optional>
#include <tuple>

namespace treelize::detail {

template <class Items>
std::string joined(std::string text, const Items& items) {
  bool first = true;
  for_each_value(items, [&](const auto& item) {
    text += (first ? "" : ", ") + item.str();
    first = false;
  });
  return text + ')';
}

template <class Items, class Leaf>
struct items_read_leaf;
template <class... F, class Leaf>
struct items_read_leaf<value_pack<F...>, Leaf> {
  static constexpr bool value = (false || ... || F::template reads_leaf<Leaf>);
};
template <class F, class Leaf>
struct items_read_leaf<std::vector<F>, Leaf> {
  static constexpr bool value = F::template reads_leaf<Leaf>;
};

/// Without items it selects nothing.
template <class Items>
struct any_filter : filter_base<any_filter<Items>>, Items {
  constexpr any_filter() = default;
  constexpr explicit any_filter(Items items) : Items(std::move(items)) {}
  template <class Leaf>
  static constexpr bool reads_leaf = items_read_leaf<Items, Leaf>::value;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>& s) const {
    verdict result = verdict::no;
    for_each_value(static_cast<const Items&>(*this), [&](const auto& item) {
      if (result != verdict::yes)
        result = std::max(result, item.test(s));
    });
    return result;
  }
  std::string str() const { return joined("any(", static_cast<const Items&>(*this)); }
};

/// Without items it selects everything.
template <class Items>
struct all_filter : filter_base<all_filter<Items>>, Items {
  constexpr all_filter() = default;
  constexpr explicit all_filter(Items items) : Items(std::move(items)) {}
  template <class Leaf>
  static constexpr bool reads_leaf = items_read_leaf<Items, Leaf>::value;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>& s) const {
    verdict result = verdict::yes;
    for_each_value(static_cast<const Items&>(*this), [&](const auto& item) {
      if (result != verdict::no)
        result = std::min(result, item.test(s));
    });
    return result;
  }
  std::string str() const { return joined("all(", static_cast<const Items&>(*this)); }
};

template <class F>
struct not_filter : filter_base<not_filter<F>>, value_pack<F> {
  constexpr not_filter() = default;
  constexpr explicit not_filter(F item) : value_pack<F>(std::move(item)) {}
  template <class Leaf>
  static constexpr bool reads_leaf = F::template reads_leaf<Leaf>;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>& s) const {
    return opposite(value_at<0>(*this).test(s));
  }
  std::string str() const { return "not_(" + value_at<0>(*this).str() + ')'; }
};

// ---- literals ----

template <class T>
inline constexpr bool is_list_literal = false;
template <class... T>
inline constexpr bool is_list_literal<std::tuple<T...>> = true;
template <class T>
inline constexpr bool is_list_literal<std::vector<T>> = true;
template <class T, std::size_t N>
inline constexpr bool is_list_literal<std::array<T, N>> = true;

template <class T>
constexpr auto as_filter(const T& literal);
template <class T>
using filter_of = decltype(as_filter(std::declval<const T&>()));

template <class... F>
constexpr auto any_of_pack(F... items) {
  return any_filter<value_pack<F...>>(value_pack<F...>(std::move(items)...));
}
constexpr auto any_of_pack() {
  return any_filter<value_pack<>>();
}

template <class T>
constexpr auto list_as_filter(const std::vector<T>& items) {
  std::vector<filter_of<T>> filters;
  for (const T& item : items)
    filters.push_back(as_filter(item));
  return any_filter<std::vector<filter_of<T>>>(std::move(filters));
}
template <class List>
constexpr auto list_as_filter(const List& items) {
  return std::apply([](const auto&... item) { return any_of_pack(as_filter(item)...); }, items);
}

template <class T>
inline constexpr bool is_number = std::is_arithmetic_v<T> && !std::same_as<T, bool>;

template <class T>
constexpr auto as_filter(const T& literal) {
  static_assert(!is_number<T>, "treelize: a number is no filter; path_contains(k) asks for a key");
  if constexpr (filter<T>)
    return literal;
  else if constexpr (std::same_as<T, bool>)
    return bool_filter(literal);
  else if constexpr (std::same_as<T, std::nullopt_t> || std::same_as<T, std::nullptr_t> ||
                     is_number<T>)
    return nothing_filter();
  else if constexpr (std::is_array_v<T> || std::is_convertible_v<const T&, std::string_view>)
    return with_tag_fn()(literal);
  else if constexpr (is_list_literal<T>)
    return list_as_filter(literal);
  else
    return predicate_filter<std::decay_t<T>>(literal);
}

struct not_fn {
  template <class T>
  constexpr auto operator()(const T& literal) const {
    return not_filter<filter_of<T>>(as_filter(literal));
  }
};

struct combine_any {
  template <class... T>
  constexpr auto operator()(const T&... literals) const {
    return any_of_pack(as_filter(literals)...);
  }
};

struct combine_all {
  constexpr auto operator()() const { return all_filter<value_pack<>>(); }
  template <class... T>
  constexpr auto operator()(const T&... literals) const {
    using items = value_pack<filter_of<T>...>;
    return all_filter<items>(items(as_filter(literals)...));
  }
};

} // namespace treelize::detail

namespace treelize {

/// The leaves that the filter does not select.
inline constexpr detail::not_fn not_{};

} // namespace treelize
