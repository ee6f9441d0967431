// Filters that have one answer for every leaf.
#pragma once

#include "treelize/detail/filter/filter.hpp"

namespace treelize {

namespace detail {

/// The same answer for every leaf.
template <class Self, verdict Answer>
struct fixed_filter : filter_base<Self> {
  template <class Leaf>
  static constexpr bool reads_leaf = false;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>&) const {
    return Answer;
  }
  std::string str() const { return Answer == verdict::yes ? "everything" : "nothing"; }
};

struct everything_filter : fixed_filter<everything_filter, verdict::yes> {};
/// `...` of other systems: must stand last.
struct rest_filter : fixed_filter<rest_filter, verdict::yes> {};
struct nothing_filter : fixed_filter<nothing_filter, verdict::no> {};

/// `true` and `false` as filters; `true` must stand last.
struct bool_filter : filter_base<bool_filter> {
  bool value;

  constexpr explicit bool_filter(bool answer) : value(answer) {}
  template <class Leaf>
  static constexpr bool reads_leaf = false;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>&) const {
    return verdict_of(value);
  }
  std::string str() const { return value ? "everything" : "nothing"; }
};

} // namespace detail

/// Every leaf.
inline constexpr detail::everything_filter everything{};
/// No leaf.
inline constexpr detail::nothing_filter nothing{};
/// What the filters before it leave over; only filters like it may follow.
inline constexpr detail::rest_filter rest{};

} // namespace treelize
