// The filters that ask one thing of a leaf: what is declared of it, where it stands, what a
// function of the user says; and the form of each that is a constant expression.
#pragma once

#include "treelize/detail/filter/declared_filters.hpp"
#include "treelize/detail/filter/fixed_filters.hpp"
#include "treelize/detail/filter/path_filters.hpp"
#include "treelize/detail/fixed_string.hpp"
#include "treelize/detail/type_identity.hpp"

#include <cstdint>
#include <string>
#include <type_traits>
#include <utility>

namespace treelize {

namespace detail {

/// A function of the user over (path, value).
template <class Predicate>
struct predicate_filter : filter_base<predicate_filter<Predicate>> {
  Predicate function;

  constexpr explicit predicate_filter(Predicate given) : function(std::move(given)) {}
  template <class Leaf>
  static constexpr bool reads_leaf = true;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>& here) const {
    static_assert(
        std::is_invocable_v<const Predicate&, const key_path&, const Leaf&>,
        "treelize: a predicate that is used as a filter takes (const key_path&, const Leaf&) "
        "for each type of leaf that the tree has");
    if (!here.leaf)
      return verdict::maybe;
    return verdict_of(static_cast<bool>(function(path_of(here.last), *here.leaf)));
  }
  /// A function pointer and a function object without state are known by their value, others by
  /// where they are: such a filter equals itself alone.
  std::string str() const {
    std::string text = "predicate<" + distinct_name<Predicate>() + ">";
    if constexpr (std::is_pointer_v<Predicate>)
      text += '@' + std::to_string(reinterpret_cast<std::uintptr_t>(function));
    else if constexpr (!std::is_empty_v<Predicate>)
      text += '@' + std::to_string(reinterpret_cast<std::uintptr_t>(this));
    return text;
  }
};

/// A filter as a part of a type, so that what it selects can be known while compiling.
template <auto Predicate>
struct constant_filter : filter_base<constant_filter<Predicate>> {
  template <class Leaf>
  static constexpr bool reads_leaf = decltype(Predicate)::template reads_leaf<Leaf>;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>& here) const {
    return Predicate.test(here);
  }
  std::string str() const { return Predicate.str(); }
};

} // namespace detail

/// `constant<with_tag("param")>`: with it, static trees are checked while compiling.
template <auto Predicate>
inline constexpr detail::constant_filter<Predicate> constant{};

namespace literals {

/// `"param"_tag` is `constant<with_tag("param")>`.
template <fixed_string Tag>
constexpr auto operator""_tag() {
  return constant<detail::with_tag_filter<std::remove_const_t<decltype(Tag)>>(Tag)>;
}
/// `"layers"_key` is `constant<path_contains("layers")>`.
template <fixed_string Key>
constexpr auto operator""_key() {
  return constant<detail::path_contains_filter<std::remove_const_t<decltype(Key)>>(Key, true)>;
}

} // namespace literals

} // namespace treelize
