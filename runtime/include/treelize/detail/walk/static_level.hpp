// One level of a walk whose shapes are known while compiling: what kind of level the arguments form
// together, and for records which keys the result has and where each argument keeps them.
#pragma once

#include "treelize/detail/walk/arguments.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>

namespace treelize::detail {

enum class level_kind {
  leaf,     ///< no argument is descended: the function is called
  record,   ///< all keys known: straight code
  sequence, ///< vectors and arrays: a loop
  mapping,  ///< maps over the same keys: a loop
  optional, ///< at least one argument may be None
  dynamic,  ///< a tree<T>, or shapes that only meet when the program runs
};

template <class... Side>
constexpr bool all_branches(auto&& test) {
  return (true && ... && (!Side::branch || test(std::type_identity<Side>{})));
}
template <class... Side>
constexpr bool any_branch(auto&& test) {
  return (false || ... || (Side::branch && test(std::type_identity<Side>{})));
}

/// The first argument in the order of the call that is descended.
template <class... Side>
constexpr std::size_t leader_index() {
  constexpr std::array<bool, sizeof...(Side)> branch{Side::branch...};
  return static_cast<std::size_t>(std::find(branch.begin(), branch.end(), true) - branch.begin());
}
template <class... Side>
using leader = type_at<leader_index<Side...>(), Side...>;
template <class... Side>
using leader_type = std::remove_cv_t<typename leader<Side...>::type>;

template <class Left, class Right>
inline constexpr bool same_map_keys = false;
template <class Left, class Right>
  requires(kind_of<Left> == shape_kind::mapping && kind_of<Right> == shape_kind::mapping)
inline constexpr bool same_map_keys<Left, Right> =
    std::same_as<typename shape_of<Left>::key_type, typename shape_of<Right>::key_type> &&
    std::same_as<typename shape_of<Left>::compare, typename shape_of<Right>::compare>;

template <class... Side>
constexpr level_kind level_of() {
  if constexpr (!(false || ... || Side::branch)) {
    return level_kind::leaf;
  } else {
    using first = leader_type<Side...>;
    auto is = [](auto... kinds) {
      return [=]<class Other>(std::type_identity<Other>) {
        return (false || ... || (Other::kind == kinds));
      };
    };
    if (any_branch<Side...>(is(shape_kind::dynamic)))
      return level_kind::dynamic;
    if (any_branch<Side...>(is(shape_kind::optional)))
      return level_kind::optional;
    if (all_branches<Side...>(is(shape_kind::sequence, shape_kind::array)))
      return level_kind::sequence;
    if (all_branches<Side...>(is(shape_kind::record, shape_kind::array)))
      return level_kind::record;
    if (all_branches<Side...>([]<class Other>(std::type_identity<Other>) {
          return same_map_keys<first, typename Other::type>;
        }))
      return level_kind::mapping;
    return level_kind::dynamic;
  }
}

// ---- records ----

inline constexpr std::size_t absent = static_cast<std::size_t>(-1);

/// The keys of the result, and for each the position of that child in each argument.
template <std::size_t Capacity, std::size_t Arguments>
struct record_plan {
  std::array<static_key, Capacity> keys{};
  std::array<std::array<std::size_t, Arguments>, Capacity> positions{};
  std::size_t size = 0;
  /// The first argument whose keys differ from the leader's, or `absent`.
  std::size_t odd_argument = absent;

  /// The position of a key, or `absent`; the guess is where it probably is.
  constexpr std::size_t find(const static_key& key, std::size_t guess = absent) const {
    if (guess < size && keys[guess] == key)
      return guess;
    for (std::size_t index = 0; index < size; ++index)
      if (keys[index] == key)
        return index;
    return absent;
  }
};

template <class Type>
constexpr std::size_t static_size() {
  if constexpr (has_static_keys<Type>)
    return shape_of<Type>::size;
  else
    return 0;
}

/// Where Type has that key; keys of equal classes stand at the same place, so look there first.
template <class Type>
constexpr std::size_t position_of(const static_key& key, std::size_t hint) {
  if constexpr (has_static_keys<Type>) {
    if (hint < shape_of<Type>::size && shape_of<Type>::key(hint) == key)
      return hint;
    for (std::size_t index = 0; index < shape_of<Type>::size; ++index)
      if (shape_of<Type>::key(index) == key)
        return index;
  }
  return absent;
}

template <class... Side>
struct record_planner {
  static constexpr std::size_t arguments = sizeof...(Side);
  static constexpr std::size_t capacity =
      (std::size_t(0) + ... + (Side::branch ? static_size<typename Side::type>() : 0));
  using plan = record_plan<capacity, arguments>;

  static constexpr std::array<bool, arguments> branch{Side::branch...};

  static constexpr std::array<std::size_t, arguments> locate(const static_key& key,
                                                             std::size_t hint) {
    return {(Side::branch ? position_of<typename Side::type>(key, hint) : absent)...};
  }
  static constexpr bool in_all(const std::array<std::size_t, arguments>& positions) {
    for (std::size_t index = 0; index < arguments; ++index)
      if (branch[index] && positions[index] == absent)
        return false;
    return true;
  }
  template <class Other>
  static constexpr void add_keys(plan& level, mode chosen, bool leads) {
    if constexpr (Other::branch) {
      using sides = shape_of<typename Other::type>;
      for (std::size_t index = 0; index < sides::size; ++index) {
        if (!leads && level.find(sides::key(index)) != absent)
          continue;
        auto positions = locate(sides::key(index), index);
        if (chosen == mode::inner && !in_all(positions))
          continue;
        level.keys[level.size] = sides::key(index);
        level.positions[level.size++] = positions;
      }
    }
  }

  template <class Other>
  static constexpr bool agrees(const plan& level, std::size_t argument) {
    if constexpr (Other::branch) {
      if (shape_of<typename Other::type>::size != level.size)
        return false;
      for (std::size_t index = 0; index < level.size; ++index)
        if (level.positions[index][argument] == absent)
          return false;
    }
    return true;
  }

  static constexpr plan make(mode chosen) {
    plan level;
    constexpr std::size_t first = leader_index<Side...>();
    add_keys<type_at<first, Side...>>(level, chosen, true);
    if (chosen == mode::outer)
      (add_keys<Side>(level, chosen, false), ...);
    if (chosen == mode::strict) {
      std::size_t argument = 0;
      ((agrees<Side>(level, argument) || level.odd_argument != absent
            ? void()
            : void(level.odd_argument = argument),
        ++argument),
       ...);
    }
    return level;
  }
};

template <mode Mode, class... Side>
inline constexpr auto plan_of = record_planner<Side...>::make(Mode);

/// What argument Side is to its child at that position: the child, a mark, or the leaf itself.
template <class Side, std::size_t Position>
struct child_arg {
  using type = arg<typename Side::parameter, const missing_mark>;
};
template <class Side, std::size_t Position>
  requires(!Side::branch)
struct child_arg<Side, Position> {
  using type = Side;
};
template <class Side, std::size_t Position>
  requires(Side::branch && Position != absent)
struct child_arg<Side, Position> {
  using type =
      arg<typename Side::parameter,
          std::remove_reference_t<decltype(shape_of<typename Side::type>::template get<Position>(
              std::declval<typename Side::type&>()))>>;
};

inline constexpr missing_mark the_missing_part{};

template <class Side, std::size_t Position>
constexpr decltype(auto) child_of(typename Side::type& input) {
  if constexpr (!Side::branch)
    return (input);
  else if constexpr (Position == absent)
    return (the_missing_part);
  else if constexpr (listed_node<std::remove_cv_t<typename Side::type>>)
    return (input.*shape_of<typename Side::type>::template field<Position>::pointer);
  else
    return shape_of<typename Side::type>::template get<Position>(input);
}

// ---- sequences, mappings, optionals ----

/// What argument Side is to one element of it; whether it has that element is a bit of the mask.
template <class Side, bool Present>
struct element_arg {
  using type = arg<typename Side::parameter, const missing_mark>;
};
template <class Side, bool Present>
  requires(!Side::branch)
struct element_arg<Side, Present> {
  using type = Side;
};
template <class Side>
  requires(Side::branch && kind_of<typename Side::type> == shape_kind::optional)
struct element_arg<Side, true> {
  using type = arg<typename Side::parameter,
                   std::remove_reference_t<decltype(*std::declval<typename Side::type&>())>>;
};
template <class Side>
  requires(Side::branch && kind_of<typename Side::type> == shape_kind::mapping)
struct element_arg<Side, true> {
  using type =
      arg<typename Side::parameter, std::remove_reference_t<decltype((
                                        std::declval<typename Side::type&>().begin()->second))>>;
};
template <class Side>
  requires(Side::branch && (kind_of<typename Side::type> == shape_kind::sequence ||
                            kind_of<typename Side::type> == shape_kind::array))
struct element_arg<Side, true> {
  using type = arg<typename Side::parameter,
                   std::remove_reference_t<decltype(std::declval<typename Side::type&>()[0])>>;
};
/// A class that stands for a present optional stays what it is.
template <class Side, bool Present>
struct optional_arg : element_arg<Side, Present> {};
template <class Side>
  requires(Side::branch && kind_of<typename Side::type> != shape_kind::optional)
struct optional_arg<Side, true> {
  using type = Side;
};

/// Which arguments have an element, a bit each; leaves count as having it.
using presence = unsigned;
template <class... Side>
constexpr presence all_present = (presence(1) << sizeof...(Side)) - 1;

/// The masks that can occur, as far as code is needed for them: without `missing`, what is absent
/// is an error that is found before.
template <class... Side>
constexpr bool mask_occurs(presence mask, mode chosen, bool has_missing) {
  if (mask == all_present<Side...>)
    return true;
  if (!has_missing || chosen == mode::strict || chosen == mode::inner)
    return false;
  constexpr std::array<bool, sizeof...(Side)> branch{Side::branch...};
  bool some = false;
  for (std::size_t index = 0; index < sizeof...(Side); ++index) {
    bool present = mask >> index & 1;
    if (!branch[index] && !present)
      return false;
    some = some || (branch[index] && present);
  }
  return some && (chosen != mode::left || (mask >> leader_index<Side...>() & 1));
}

template <level_kind Level, class Side, bool Present>
using part_arg =
    typename std::conditional_t<Level == level_kind::optional, optional_arg<Side, Present>,
                                element_arg<Side, Present>>::type;

} // namespace treelize::detail
