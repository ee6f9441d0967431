// The level where an argument is an optional: its value, or None.
#pragma once

#include "treelize/detail/walk/loop_level.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <type_traits>

namespace treelize::detail {

template <class F, class... X>
struct container_level<F, level_kind::optional, X...> {
  static constexpr mode walk_mode = F::options.mode;
  using indices = std::index_sequence_for<X...>;

  template <class Y>
  static bool has(typename Y::type& a) {
    if constexpr (Y::branch && Y::kind == shape_kind::optional)
      return a.has_value();
    else
      return true;
  }
  template <std::size_t... I>
  static presence presence_of(std::index_sequence<I...>, typename X::type&... a) {
    return (presence(0) | ... | (has<X>(a) ? presence(1) << I : presence(0)));
  }
  static constexpr presence branches = [] {
    constexpr std::array<bool, sizeof...(X)> branch{X::branch...};
    presence mask = 0;
    for (std::size_t i = 0; i < sizeof...(X); ++i)
      if (branch[i])
        mask |= presence(1) << i;
    return mask;
  }();

  static bool result_present(presence mask) {
    switch (walk_mode) {
    case mode::inner:
      return mask == all_present<X...>;
    case mode::outer:
      return (mask & branches) != 0;
    default:
      return mask >> leader_index<X...>() & 1;
    }
  }

  static void check(const path_frame* path, typename X::type&... a) {
    const presence mask = presence_of(indices{}, a...);
    const presence lacking = branches & ~mask;
    if (lacking == 0 || (walk_mode == mode::strict && lacking == branches))
      return;
    if (walk_mode == mode::strict)
      throw_presence_differs(path, first(branches & mask), first(lacking));
    if (walk_mode != mode::inner && !fills_gaps<F> && result_present(mask))
      throw_missing(path, first(lacking));
  }
  static std::size_t first(presence mask) {
    std::size_t i = 0;
    while (!(mask >> i & 1))
      ++i;
    return i;
  }

  template <class Y, bool Present>
  static decltype(auto) value_of(typename Y::type& a) {
    if constexpr (!Y::branch || (Present && Y::kind != shape_kind::optional))
      return (a);
    else if constexpr (Present)
      return *a;
    else
      return (the_missing_part);
  }
  template <presence Mask, std::size_t... I, class Call>
  static decltype(auto) call_masked(const Call& call, std::index_sequence<I...>,
                                    typename X::type&... a) {
    return call(parts_t<Mask, X...>{}, value_of < X, (Mask >> I & 1) != 0 > (a)...);
  }

  /// The call for what is known to be there.
  template <class Call>
  static decltype(auto) present(const Call& call, typename X::type&... a) {
    return with_mask<F, X...>(
        presence_of(indices{}, a...),
        [&]<presence Mask>(std::integral_constant<presence, Mask>) -> decltype(auto) {
          return call_masked<Mask>(call, indices{}, a...);
        });
  }
  template <class Call>
  static void for_each(const Call& call, typename X::type&... a) {
    if (result_present(presence_of(indices{}, a...)))
      present(call, a...);
  }
  template <class Call>
  static void for_each_frame(const path_frame* path, const Call& call, typename X::type&... a) {
    for_each([&](auto args, auto&&... part) { call(args, path, part...); }, a...);
  }
  template <class Target, class Make>
  static Target collect(const Make& make, typename X::type&... a) {
    if (!result_present(presence_of(indices{}, a...)))
      return std::nullopt;
    return Target(present(make, a...));
  }
};

} // namespace treelize::detail
