// Filters by what declarations say of a leaf: its type, the tags of its fields.
#pragma once

#include "treelize/detail/filter/filter.hpp"
#include "treelize/detail/fixed_string.hpp"
#include "treelize/detail/pytree/type_name.hpp"

#include <string>
#include <utility>

namespace treelize {

namespace detail {

template <class Type>
struct of_type_filter : filter_base<of_type_filter<Type>> {
  template <class Leaf>
  static constexpr bool reads_leaf = type_query<Type, Leaf>::reads_leaf;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>& here) const {
    return type_query<Type, Leaf>::ask(here.leaf);
  }
  std::string str() const { return "of_type<" + std::string(type_name<Type>()) + ">"; }
};

template <class Text>
struct with_tag_filter : filter_base<with_tag_filter<Text>> {
  Text tag;

  constexpr explicit with_tag_filter(Text given) : tag(std::move(given)) {}
  template <class Leaf>
  static constexpr bool reads_leaf = tag_query<Leaf>::reads_leaf;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>& here) const {
    const std::string_view text(tag);
    return has_step_tag(here.last, text) ? verdict::yes : tag_query<Leaf>::ask(here.leaf, text);
  }
  std::string str() const { return "with_tag(\"" + std::string(std::string_view(tag)) + "\")"; }
};

struct with_tag_fn {
  template <std::size_t Count>
  constexpr auto operator()(const char (&tag)[Count]) const {
    return with_tag_filter<fixed_string<Count - 1>>(fixed_string<Count - 1>(tag));
  }
  auto operator()(std::string_view tag) const {
    return with_tag_filter<std::string>(std::string(tag));
  }
};

} // namespace detail

/// Leaves of this type, of a class derived from it, or whose std::variant holds such a one.
template <class Type>
inline constexpr detail::of_type_filter<Type> of_type{};
/// Leaves at or below a field with this tag, and leaves with such a member `tag`.
inline constexpr detail::with_tag_fn with_tag{};

} // namespace treelize
