// Filters by what declarations say of a leaf: its type, the tags of its fields.
#pragma once

#include "treelize/detail/filter/filter.hpp"
#include "treelize/detail/fixed_string.hpp"
#include "treelize/detail/pytree/type_name.hpp"

#include <string>
#include <typeinfo>
#include <utility>

namespace treelize {

namespace detail {

template <class T>
struct of_type_filter : filter_base<of_type_filter<T>> {
  template <class Leaf>
  static constexpr bool reads_leaf = type_query<T, Leaf>::reads_leaf;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>& s) const {
    return type_query<T, Leaf>::ask(s.leaf);
  }
  std::string str() const { return "of_type<" + std::string(type_name<T>()) + ">"; }
};

template <class Text>
struct with_tag_filter : filter_base<with_tag_filter<Text>> {
  Text tag;

  constexpr explicit with_tag_filter(Text t) : tag(std::move(t)) {}
  template <class Leaf>
  static constexpr bool reads_leaf = tag_query<Leaf>::reads_leaf;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>& s) const {
    const std::string_view text(tag);
    return has_step_tag(s.last, text) ? verdict::yes : tag_query<Leaf>::ask(s.leaf, text);
  }
  std::string str() const { return "with_tag(\"" + std::string(std::string_view(tag)) + "\")"; }
};

struct with_tag_fn {
  template <std::size_t N>
  constexpr auto operator()(const char (&tag)[N]) const {
    return with_tag_filter<fixed_string<N - 1>>(fixed_string<N - 1>(tag));
  }
  auto operator()(std::string_view tag) const {
    return with_tag_filter<std::string>(std::string(tag));
  }
};

} // namespace detail

/// Leaves of this type, of a class derived from it, or whose std::variant holds such a one.
template <class T>
inline constexpr detail::of_type_filter<T> of_type{};
/// Leaves at or below a field with this tag, and leaves with such a member `tag`.
inline constexpr detail::with_tag_fn with_tag{};

} // namespace treelize
