// The level where an argument is an optional: its value, or None.
#pragma once

#include "treelize/detail/walk/loop_level.hpp"

#include <array>
#include <cstddef>
#include <optional>
#include <type_traits>

namespace treelize::detail {

template <class Function, class... Side>
struct container_level<Function, level_kind::optional, Side...> {
  static constexpr mode walk_mode = Function::options.mode;
  using indices = std::index_sequence_for<Side...>;

  template <class Other>
  static bool has(typename Other::type& object) {
    if constexpr (Other::branch && Other::kind == shape_kind::optional)
      return object.has_value();
    else
      return true;
  }
  template <std::size_t... Index>
  static presence presence_of(std::index_sequence<Index...>, typename Side::type&... object) {
    return (presence(0) | ... | (has<Side>(object) ? presence(1) << Index : presence(0)));
  }
  static constexpr presence branches = [] {
    constexpr std::array<bool, sizeof...(Side)> branch{Side::branch...};
    presence mask = 0;
    for (std::size_t index = 0; index < sizeof...(Side); ++index)
      if (branch[index])
        mask |= presence(1) << index;
    return mask;
  }();

  static bool result_present(presence mask) {
    switch (walk_mode) {
    case mode::inner:
      return mask == all_present<Side...>;
    case mode::outer:
      return (mask & branches) != 0;
    default:
      return mask >> leader_index<Side...>() & 1;
    }
  }

  static void check(const path_frame* path, typename Side::type&... object) {
    const presence mask = presence_of(indices{}, object...);
    const presence lacking = branches & ~mask;
    if (lacking == 0 || (walk_mode == mode::strict && lacking == branches))
      return;
    if (walk_mode == mode::strict)
      throw_presence_differs(path, first(branches & mask), first(lacking));
    if (walk_mode != mode::inner && !fills_gaps<Function> && result_present(mask))
      throw_missing(path, first(lacking));
  }
  static std::size_t first(presence mask) {
    std::size_t index = 0;
    while (!(mask >> index & 1))
      ++index;
    return index;
  }

  template <class Other, bool Present>
  static decltype(auto) value_of(typename Other::type& object) {
    if constexpr (!Other::branch || (Present && Other::kind != shape_kind::optional))
      return (object);
    else if constexpr (Present)
      return *object;
    else
      return (the_missing_part);
  }
  template <presence Mask, std::size_t... Index, class Call>
  static decltype(auto) call_masked(const Call& call, std::index_sequence<Index...>,
                                    typename Side::type&... object) {
    return call(parts_t<Mask, Side...>{}, value_of < Side, (Mask >> Index & 1) != 0 > (object)...);
  }

  /// The call for what is known to be there.
  template <class Call>
  static decltype(auto) present(const Call& call, typename Side::type&... object) {
    return with_mask<Function, Side...>(
        presence_of(indices{}, object...),
        [&]<presence Mask>(std::integral_constant<presence, Mask>) -> decltype(auto) {
          return call_masked<Mask>(call, indices{}, object...);
        });
  }
  template <class Call>
  static void for_each(const Call& call, typename Side::type&... object) {
    if (result_present(presence_of(indices{}, object...)))
      present(call, object...);
  }
  template <class Call>
  static void for_each_frame(const path_frame* path, const Call& call,
                             typename Side::type&... object) {
    for_each([&](auto args, auto&&... part) { call(args, path, part...); }, object...);
  }
  template <class Target, class Make>
  static Target collect(const Make& make, typename Side::type&... object) {
    if (!result_present(presence_of(indices{}, object...)))
      return std::nullopt;
    return Target(present(make, object...));
  }
};

} // namespace treelize::detail
