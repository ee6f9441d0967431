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
template <class... Filter, class Leaf>
struct items_read_leaf<value_pack<Filter...>, Leaf> {
  static constexpr bool value = (false || ... || Filter::template reads_leaf<Leaf>);
};
template <class Filter, class Leaf>
struct items_read_leaf<std::vector<Filter>, Leaf> {
  static constexpr bool value = Filter::template reads_leaf<Leaf>;
};

/// Without items it selects nothing.
template <class Items>
struct any_filter : filter_base<any_filter<Items>>, Items {
  constexpr any_filter() = default;
  constexpr explicit any_filter(Items items) : Items(std::move(items)) {}
  template <class Leaf>
  static constexpr bool reads_leaf = items_read_leaf<Items, Leaf>::value;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>& here) const {
    verdict result = verdict::no;
    for_each_value(static_cast<const Items&>(*this), [&](const auto& item) {
      if (result != verdict::yes)
        result = (std::max)(result, item.test(here));
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
  constexpr verdict test(const site<Leaf>& here) const {
    verdict result = verdict::yes;
    for_each_value(static_cast<const Items&>(*this), [&](const auto& item) {
      if (result != verdict::no)
        result = (std::min)(result, item.test(here));
    });
    return result;
  }
  std::string str() const { return joined("all(", static_cast<const Items&>(*this)); }
};

template <class Filter>
struct not_filter : filter_base<not_filter<Filter>>, value_pack<Filter> {
  constexpr not_filter() = default;
  constexpr explicit not_filter(Filter item) : value_pack<Filter>(std::move(item)) {}
  template <class Leaf>
  static constexpr bool reads_leaf = Filter::template reads_leaf<Leaf>;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>& here) const {
    return opposite(value_at<0>(*this).test(here));
  }
  std::string str() const { return "not_(" + value_at<0>(*this).str() + ')'; }
};

// ---- literals ----

template <class Type>
inline constexpr bool is_list_literal = false;
template <class... Type>
inline constexpr bool is_list_literal<std::tuple<Type...>> = true;
template <class Type>
inline constexpr bool is_list_literal<std::vector<Type>> = true;
template <class Type, std::size_t Count>
inline constexpr bool is_list_literal<std::array<Type, Count>> = true;

template <class Type>
constexpr auto as_filter(const Type& literal);
template <class Type>
using filter_of = decltype(as_filter(std::declval<const Type&>()));

template <class... Filter>
constexpr auto any_of_pack(Filter... items) {
  return any_filter<value_pack<Filter...>>(value_pack<Filter...>(std::move(items)...));
}
constexpr auto any_of_pack() {
  return any_filter<value_pack<>>();
}

template <class Type>
constexpr auto list_as_filter(const std::vector<Type>& items) {
  std::vector<filter_of<Type>> filters;
  for (const Type& item : items)
    filters.push_back(as_filter(item));
  return any_filter<std::vector<filter_of<Type>>>(std::move(filters));
}
template <class List>
constexpr auto list_as_filter(const List& items) {
  return std::apply([](const auto&... item) { return any_of_pack(as_filter(item)...); }, items);
}

template <class Type>
inline constexpr bool is_number = std::is_arithmetic_v<Type> && !std::same_as<Type, bool>;

template <class Type>
constexpr auto as_filter(const Type& literal) {
  static_assert(!is_number<Type>,
                "treelize: a number is no filter; path_contains(k) asks for a key");
  if constexpr (filter<Type>)
    return literal;
  else if constexpr (std::same_as<Type, bool>)
    return bool_filter(literal);
  else if constexpr (std::same_as<Type, std::nullopt_t> || std::same_as<Type, std::nullptr_t> ||
                     is_number<Type>)
    return nothing_filter();
  else if constexpr (std::is_array_v<Type> || std::is_convertible_v<const Type&, std::string_view>)
    return with_tag_fn()(literal);
  else if constexpr (is_list_literal<Type>)
    return list_as_filter(literal);
  else
    return predicate_filter<std::decay_t<Type>>(literal);
}

struct not_fn {
  template <class Type>
  constexpr auto operator()(const Type& literal) const {
    return not_filter<filter_of<Type>>(as_filter(literal));
  }
};

struct combine_any {
  template <class... Type>
  constexpr auto operator()(const Type&... literals) const {
    return any_of_pack(as_filter(literals)...);
  }
};

struct combine_all {
  constexpr auto operator()() const { return all_filter<value_pack<>>(); }
  template <class... Type>
  constexpr auto operator()(const Type&... literals) const {
    using items = value_pack<filter_of<Type>...>;
    return all_filter<items>(items(as_filter(literals)...));
  }
};

} // namespace treelize::detail

namespace treelize {

/// The leaves that the filter does not select.
inline constexpr detail::not_fn not_{};

} // namespace treelize
