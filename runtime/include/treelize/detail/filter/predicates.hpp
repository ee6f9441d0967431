// The filters that ask one thing of a leaf: what is declared of it, where it stands, what a
// function of the user says; and the form of each that is a constant expression.
#pragma once

#include "treelize/detail/filter/declared_filters.hpp"
#include "treelize/detail/filter/fixed_filters.hpp"
#include "treelize/detail/filter/path_filters.hpp"
#include "treelize/detail/fixed_string.hpp"

#include <cstdint>
#include <string>
#include <type_traits>
#include <typeinfo>
#include <utility>

namespace treelize {

namespace detail {

/// A function of the user over (path, value).
template <class F>
struct predicate_filter : filter_base<predicate_filter<F>> {
  F function;

  constexpr explicit predicate_filter(F f) : function(std::move(f)) {}
  template <class Leaf>
  static constexpr bool reads_leaf = true;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>& s) const {
    static_assert(
        std::is_invocable_v<const F&, const key_path&, const Leaf&>,
        "treelize: a predicate that is used as a filter takes (const key_path&, const Leaf&) "
        "for each type of leaf that the tree has");
    if (!s.leaf)
      return verdict::maybe;
    return verdict_of(static_cast<bool>(function(path_of(s.last), *s.leaf)));
  }
  /// A function pointer and a function object without state are known by their value, others by
  /// where they are: such a filter equals itself alone.
  std::string str() const {
    std::string text = "predicate<" + std::string(typeid(F).name()) + ">";
    if constexpr (std::is_pointer_v<F>)
      text += '@' + std::to_string(reinterpret_cast<std::uintptr_t>(function));
    else if constexpr (!std::is_empty_v<F>)
      text += '@' + std::to_string(reinterpret_cast<std::uintptr_t>(this));
    return text;
  }
};

/// A filter as a part of a type, so that what it selects can be known while compiling.
template <auto F>
struct constant_filter : filter_base<constant_filter<F>> {
  template <class Leaf>
  static constexpr bool reads_leaf = decltype(F)::template reads_leaf<Leaf>;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>& s) const {
    return F.test(s);
  }
  std::string str() const { return F.str(); }
};

} // namespace detail

/// `constant<with_tag("param")>`: with it, static trees are checked while compiling.
template <auto F>
inline constexpr detail::constant_filter<F> constant{};

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
