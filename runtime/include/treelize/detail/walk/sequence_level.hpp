// The level of vectors and arrays.
#pragma once

#include "treelize/detail/walk/cursor.hpp"
#include "treelize/detail/walk/loop_level.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <type_traits>

namespace treelize::detail {

template <class F, class... X>
struct container_level<F, level_kind::sequence, X...> {
  static constexpr mode walk_mode = F::options.mode;
  using indices = std::index_sequence_for<X...>;
  using full = parts_t<all_present<X...>, X...>;

  template <class Y>
  static std::size_t length_of(typename Y::type& a, std::size_t of_leaf) {
    if constexpr (Y::branch)
      return std::size(a);
    else
      return of_leaf;
  }
  static std::size_t least(typename X::type&... a) {
    return std::min({length_of<X>(a, std::numeric_limits<std::size_t>::max())...});
  }
  static std::size_t length(typename X::type&... a) {
    if constexpr (walk_mode == mode::inner) {
      return least(a...);
    } else if constexpr (walk_mode == mode::outer) {
      return std::max({length_of<X>(a, 0)...});
    } else {
      std::size_t result = 0;
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        ((I == leader_index<X...>() ? void(result = length_of<X>(a, 0)) : void()), ...);
      }(indices{});
      return result;
    }
  }

  static void check(const path_frame* path, typename X::type&... a) {
    if constexpr (walk_mode != mode::inner && !fills_gaps<F>) {
      const std::size_t n = length(a...);
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        (check_length(path, n, I, length_of<X>(a, n)), ...);
      }(indices{});
    }
  }
  static void check_length(const path_frame* path, std::size_t n, std::size_t argument,
                           std::size_t length) {
    if (walk_mode == mode::strict && length != n)
      throw_lengths_differ(path, leader_index<X...>(), n, argument, length);
    if (length < n) {
      path_frame frame = path_frame::indexed(path, length);
      throw_missing(&frame, argument);
    }
  }

  /// The elements that all arguments have, then those with gaps.
  template <class Call>
  static void for_each_index(const Call& call, typename X::type&... a) {
    const std::size_t n = length(a...);
    const std::size_t common = fills_gaps<F> ? std::min(n, least(a...)) : n;
    [&](auto... cursor) {
      for (std::size_t i = 0; i < common; ++i)
        call(i, full{}, cursor(i)...);
    }(make_cursor<X>(a)...);
    if constexpr (fills_gaps<F>)
      for (std::size_t i = common; i < n; ++i)
        with_mask<F, X...>(presence_at(i, indices{}, a...),
                           [&]<presence Mask>(std::integral_constant<presence, Mask>) {
                             call_masked<Mask>(i, call, indices{}, a...);
                           });
  }
  template <std::size_t... I>
  static presence presence_at(std::size_t i, std::index_sequence<I...>, typename X::type&... a) {
    return (presence(0) | ... | (i < length_of<X>(a, i + 1) ? presence(1) << I : presence(0)));
  }
  template <presence Mask, std::size_t... I, class Call>
  static void call_masked(std::size_t i, const Call& call, std::index_sequence<I...>,
                          typename X::type&... a) {
    call(i, parts_t<Mask, X...>{}, element < X, (Mask >> I & 1) != 0 > (i, a)...);
  }
  template <class Y, bool Present>
  static decltype(auto) element(std::size_t i, typename Y::type& a) {
    if constexpr (!Y::branch)
      return (a);
    else if constexpr (Present)
      return a[i];
    else
      return (the_missing_part);
  }

  template <class Call>
  static void for_each(const Call& call, typename X::type&... a) {
    for_each_index([&](std::size_t, auto args, auto&&... part) { call(args, part...); }, a...);
  }
  template <class Call>
  static void for_each_frame(const path_frame* path, const Call& call, typename X::type&... a) {
    for_each_index(
        [&](std::size_t i, auto args, auto&&... part) {
          path_frame frame = path_frame::indexed(path, i);
          call(args, &frame, part...);
        },
        a...);
  }

  template <class Target, class Make>
  static Target collect(const Make& make, typename X::type&... a) {
    if constexpr (kind_of<Target> == shape_kind::array)
      return filled_array<Target>(make, a...);
    else
      return collect_vector<Target>(make, a...);
  }
  /// A function of its own: GCC makes a result in place only if it is declared at the top.
  template <class Target, class Make>
  static Target filled_array(const Make& make, typename X::type&... a) {
    Target out;
    fill(out.data(), make, a...);
    return out;
  }
  template <class Target, class Make>
  static Target collect_vector(const Make& make, typename X::type&... a) {
    using element_type = typename shape_of<Target>::element_type;
    if constexpr (std::is_trivially_default_constructible_v<element_type> &&
                  !std::same_as<element_type, bool>) {
      Target out(length(a...));
      fill(out.data(), make, a...);
      return out;
    } else {
      Target out;
      out.reserve(length(a...));
      for_each([&](auto args, auto&&... part) { out.push_back(make(args, part...)); }, a...);
      return out;
    }
  }
  template <class E, class Make>
  static void fill(E* out, const Make& make, typename X::type&... a) {
    for_each_index(
        [&make, out](std::size_t i, auto args, auto&&... part) { out[i] = make(args, part...); },
        a...);
  }
};

} // namespace treelize::detail
