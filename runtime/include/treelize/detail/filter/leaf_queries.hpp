// What filters ask of a leaf: its type and its tag. A leaf is of the types that it derives from; a
// std::variant is of its alternative's types. A tag is a member `tag`: a constant of the class, a
// string, an optional string, or a function that gives one. Without a leaf (while compiling) the
// type answers.
#pragma once

#include "treelize/detail/filter/site.hpp"

#include <algorithm>
#include <concepts>
#include <optional>
#include <string_view>
#include <type_traits>
#include <variant>

namespace treelize::detail {

template <class Type>
inline constexpr bool is_variant = false;
template <class... Type>
inline constexpr bool is_variant<std::variant<Type...>> = true;

template <class Leaf, class Type>
inline constexpr bool leaf_derives = std::same_as<Leaf, Type> || std::is_base_of_v<Type, Leaf>;

template <class Type, class Leaf>
struct type_query {
  static constexpr bool reads_leaf = false;
  static constexpr verdict ask(const Leaf*) { return verdict_of(leaf_derives<Leaf, Type>); }
};
template <class Type, class... Alternative>
struct type_query<Type, std::variant<Alternative...>> {
  static constexpr bool every = (true && ... && leaf_derives<Alternative, Type>);
  static constexpr bool none = !(false || ... || leaf_derives<Alternative, Type>);
  static constexpr bool reads_leaf = !every && !none;
  static constexpr verdict ask(const std::variant<Alternative...>* leaf) {
    if constexpr (!reads_leaf)
      return verdict_of(every);
    else if (!leaf)
      return verdict::maybe;
    else
      return std::visit(
          []<class Held>(const Held&) { return verdict_of(leaf_derives<Held, Type>); }, *leaf);
  }
};

template <class Leaf>
concept has_static_tag =
    requires { &Leaf::tag; } && !std::is_member_pointer_v<decltype(&Leaf::tag)>;
template <class Leaf>
concept has_constant_tag = has_static_tag<Leaf> && requires {
  typename std::integral_constant<std::size_t, std::string_view(Leaf::tag).size()>;
};
template <class Leaf>
concept has_tag_function = requires(const Leaf& leaf) { std::string_view(leaf.tag()); };
template <class Leaf>
concept has_optional_tag = requires(const Leaf& leaf) {
  std::string_view(*leaf.tag);
  static_cast<bool>(leaf.tag);
};
template <class Leaf>
concept has_string_tag = requires(const Leaf& leaf) { std::string_view(leaf.tag); };

template <class Leaf>
struct tag_query {
  static constexpr bool reads_leaf =
      !has_constant_tag<Leaf> &&
      (has_tag_function<Leaf> || has_string_tag<Leaf> || has_optional_tag<Leaf>);
  static constexpr verdict ask(const Leaf* leaf, std::string_view tag) {
    if constexpr (has_constant_tag<Leaf>)
      return verdict_of(std::string_view(Leaf::tag) == tag);
    else if constexpr (!reads_leaf)
      return verdict::no;
    else
      return leaf ? verdict_of(read(*leaf, tag)) : verdict::maybe;
  }

private:
  static constexpr bool read(const Leaf& leaf, std::string_view tag) {
    if constexpr (has_tag_function<Leaf>)
      return std::string_view(leaf.tag()) == tag;
    else if constexpr (has_string_tag<Leaf>)
      return std::string_view(leaf.tag) == tag;
    else
      return leaf.tag && std::string_view(*leaf.tag) == tag;
  }
};
template <class... Alternative>
struct tag_query<std::variant<Alternative...>> {
  static constexpr bool reads_leaf =
      (false || ... || (has_constant_tag<Alternative> || tag_query<Alternative>::reads_leaf));
  static constexpr verdict ask(const std::variant<Alternative...>* leaf, std::string_view tag) {
    if constexpr (!reads_leaf)
      return verdict::no;
    else if (!leaf)
      return verdict::maybe;
    else
      return std::visit(
          [&]<class Held>(const Held& value) { return tag_query<Held>::ask(&value, tag); }, *leaf);
  }
};

/// A tag of a field on the way to the leaf.
constexpr bool has_step_tag(const site_step* step, std::string_view tag) {
  for (; step; step = step->up)
    if (std::find(step->tags.begin(), step->tags.end(), tag) != step->tags.end())
      return true;
  return false;
}

} // namespace treelize::detail
