// The level of vectors and arrays.
#pragma once

#include "treelize/detail/walk/cursor.hpp"
#include "treelize/detail/walk/loop_level.hpp"

#include <algorithm>
#include <cstddef>
#include <limits>
#include <type_traits>

namespace treelize::detail {

template <class Function, class... Side>
struct container_level<Function, level_kind::sequence, Side...> {
  static constexpr mode walk_mode = Function::options.mode;
  using indices = std::index_sequence_for<Side...>;
  using full = parts_t<all_present<Side...>, Side...>;

  template <class Other>
  static std::size_t length_of(typename Other::type& object, std::size_t of_leaf) {
    if constexpr (Other::branch)
      return std::size(object);
    else
      return of_leaf;
  }
  static std::size_t least(typename Side::type&... object) {
    return (std::min)({length_of<Side>(object, (std::numeric_limits<std::size_t>::max)())...});
  }
  static std::size_t length(typename Side::type&... object) {
    if constexpr (walk_mode == mode::inner) {
      return least(object...);
    } else if constexpr (walk_mode == mode::outer) {
      return (std::max)({length_of<Side>(object, 0)...});
    } else {
      std::size_t result = 0;
      [&]<std::size_t... Index>(std::index_sequence<Index...>) {
        ((Index == leader_index<Side...>() ? void(result = length_of<Side>(object, 0)) : void()),
         ...);
      }(indices{});
      return result;
    }
  }

  static void check(const path_frame* path, typename Side::type&... object) {
    if constexpr (walk_mode != mode::inner && !fills_gaps<Function>) {
      const std::size_t count = length(object...);
      [&]<std::size_t... Index>(std::index_sequence<Index...>) {
        (check_length(path, count, Index, length_of<Side>(object, count)), ...);
      }(indices{});
    }
  }
  static void check_length(const path_frame* path, std::size_t count, std::size_t argument,
                           std::size_t length) {
    if (walk_mode == mode::strict && length != count)
      throw_lengths_differ(path, leader_index<Side...>(), count, argument, length);
    if (length < count) {
      path_frame frame = path_frame::indexed(path, length);
      throw_missing(&frame, argument);
    }
  }

  /// The elements that all arguments have, then those with gaps.
  template <class Call>
  static void for_each_index(const Call& call, typename Side::type&... object) {
    const std::size_t count = length(object...);
    const std::size_t common = fills_gaps<Function> ? (std::min)(count, least(object...)) : count;
    [&](auto... cursor) {
      for (std::size_t index = 0; index < common; ++index)
        call(index, full{}, cursor(index)...);
    }(make_cursor<Side>(object)...);
    if constexpr (fills_gaps<Function>)
      for (std::size_t index = common; index < count; ++index)
        with_mask<Function, Side...>(presence_at(index, indices{}, object...),
                                     [&]<presence Mask>(std::integral_constant<presence, Mask>) {
                                       call_masked<Mask>(index, call, indices{}, object...);
                                     });
  }
  template <std::size_t... Index>
  static presence presence_at(std::size_t index, std::index_sequence<Index...>,
                              typename Side::type&... object) {
    return (presence(0) | ... |
            (index < length_of<Side>(object, index + 1) ? presence(1) << Index : presence(0)));
  }
  template <presence Mask, std::size_t... Index, class Call>
  static void call_masked(std::size_t index, const Call& call, std::index_sequence<Index...>,
                          typename Side::type&... object) {
    call(index, parts_t<Mask, Side...>{}, element < Side,
         (Mask >> Index & 1) != 0 > (index, object)...);
  }
  template <class Other, bool Present>
  static decltype(auto) element(std::size_t index, typename Other::type& object) {
    if constexpr (!Other::branch)
      return (object);
    else if constexpr (Present)
      return object[index];
    else
      return (the_missing_part);
  }

  template <class Call>
  static void for_each(const Call& call, typename Side::type&... object) {
    for_each_index([&](std::size_t, auto args, auto&&... part) { call(args, part...); }, object...);
  }
  template <class Call>
  static void for_each_frame(const path_frame* path, const Call& call,
                             typename Side::type&... object) {
    for_each_index(
        [&](std::size_t index, auto args, auto&&... part) {
          path_frame frame = path_frame::indexed(path, index);
          call(args, &frame, part...);
        },
        object...);
  }

  template <class Target, class Make>
  static Target collect(const Make& make, typename Side::type&... object) {
    if constexpr (kind_of<Target> == shape_kind::array)
      return filled_array<Target>(make, object...);
    else
      return collect_vector<Target>(make, object...);
  }
  /// A function of its own: GCC makes a result in place only if it is declared at the top.
  template <class Target, class Make>
  static Target filled_array(const Make& make, typename Side::type&... object) {
    Target out;
    fill(out.data(), make, object...);
    return out;
  }
  template <class Target, class Make>
  static Target collect_vector(const Make& make, typename Side::type&... object) {
    using element_type = typename shape_of<Target>::element_type;
    if constexpr (std::is_trivially_default_constructible_v<element_type> &&
                  !std::same_as<element_type, bool>) {
      Target out(length(object...));
      fill(out.data(), make, object...);
      return out;
    } else {
      Target out;
      out.reserve(length(object...));
      for_each([&](auto args, auto&&... part) { out.push_back(make(args, part...)); }, object...);
      return out;
    }
  }
  template <class Empty, class Make>
  static void fill(Empty* out, const Make& make, typename Side::type&... object) {
    for_each_index([&make, out](std::size_t index, auto args,
                                auto&&... part) { out[index] = make(args, part...); },
                   object...);
  }
};

} // namespace treelize::detail
