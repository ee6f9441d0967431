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

template <class... X>
constexpr bool all_branches(auto&& test) {
  return (true && ... && (!X::branch || test(std::type_identity<X>{})));
}
template <class... X>
constexpr bool any_branch(auto&& test) {
  return (false || ... || (X::branch && test(std::type_identity<X>{})));
}

/// The first argument in the order of the call that is descended.
template <class... X>
constexpr std::size_t leader_index() {
  constexpr std::array<bool, sizeof...(X)> branch{X::branch...};
  return static_cast<std::size_t>(std::find(branch.begin(), branch.end(), true) - branch.begin());
}
template <class... X>
using leader = type_at<leader_index<X...>(), X...>;
template <class... X>
using leader_type = std::remove_cv_t<typename leader<X...>::type>;

template <class A, class B>
inline constexpr bool same_map_keys = false;
template <class A, class B>
  requires(kind_of<A> == shape_kind::mapping && kind_of<B> == shape_kind::mapping)
inline constexpr bool same_map_keys<A, B> =
    std::same_as<typename shape_of<A>::key_type, typename shape_of<B>::key_type> &&
    std::same_as<typename shape_of<A>::compare, typename shape_of<B>::compare>;

template <class... X>
constexpr level_kind level_of() {
  if constexpr (!(false || ... || X::branch)) {
    return level_kind::leaf;
  } else {
    using first = leader_type<X...>;
    auto is = [](auto... kinds) {
      return [=]<class Y>(std::type_identity<Y>) { return (false || ... || (Y::kind == kinds)); };
    };
    if (any_branch<X...>(is(shape_kind::dynamic)))
      return level_kind::dynamic;
    if (any_branch<X...>(is(shape_kind::optional)))
      return level_kind::optional;
    if (all_branches<X...>(is(shape_kind::sequence, shape_kind::array)))
      return level_kind::sequence;
    if (all_branches<X...>(is(shape_kind::record, shape_kind::array)))
      return level_kind::record;
    if (all_branches<X...>(
            []<class Y>(std::type_identity<Y>) { return same_map_keys<first, typename Y::type>; }))
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
    for (std::size_t i = 0; i < size; ++i)
      if (keys[i] == key)
        return i;
    return absent;
  }
};

template <class T>
constexpr std::size_t static_size() {
  if constexpr (has_static_keys<T>)
    return shape_of<T>::size;
  else
    return 0;
}

/// Where T has that key; keys of equal classes stand at the same place, so look there first.
template <class T>
constexpr std::size_t position_of(const static_key& key, std::size_t hint) {
  if constexpr (has_static_keys<T>) {
    if (hint < shape_of<T>::size && shape_of<T>::key(hint) == key)
      return hint;
    for (std::size_t i = 0; i < shape_of<T>::size; ++i)
      if (shape_of<T>::key(i) == key)
        return i;
  }
  return absent;
}

template <class... X>
struct record_planner {
  static constexpr std::size_t arguments = sizeof...(X);
  static constexpr std::size_t capacity =
      (std::size_t(0) + ... + (X::branch ? static_size<typename X::type>() : 0));
  using plan = record_plan<capacity, arguments>;

  static constexpr std::array<bool, arguments> branch{X::branch...};

  static constexpr std::array<std::size_t, arguments> locate(const static_key& key,
                                                             std::size_t hint) {
    return {(X::branch ? position_of<typename X::type>(key, hint) : absent)...};
  }
  static constexpr bool in_all(const std::array<std::size_t, arguments>& positions) {
    for (std::size_t i = 0; i < arguments; ++i)
      if (branch[i] && positions[i] == absent)
        return false;
    return true;
  }
  template <class Y>
  static constexpr void add_keys(plan& p, mode m, bool leads) {
    if constexpr (Y::branch) {
      using s = shape_of<typename Y::type>;
      for (std::size_t i = 0; i < s::size; ++i) {
        if (!leads && p.find(s::key(i)) != absent)
          continue;
        auto positions = locate(s::key(i), i);
        if (m == mode::inner && !in_all(positions))
          continue;
        p.keys[p.size] = s::key(i);
        p.positions[p.size++] = positions;
      }
    }
  }

  template <class Y>
  static constexpr bool agrees(const plan& p, std::size_t argument) {
    if constexpr (Y::branch) {
      if (shape_of<typename Y::type>::size != p.size)
        return false;
      for (std::size_t i = 0; i < p.size; ++i)
        if (p.positions[i][argument] == absent)
          return false;
    }
    return true;
  }

  static constexpr plan make(mode m) {
    plan p;
    constexpr std::size_t first = leader_index<X...>();
    add_keys<type_at<first, X...>>(p, m, true);
    if (m == mode::outer)
      (add_keys<X>(p, m, false), ...);
    if (m == mode::strict) {
      std::size_t argument = 0;
      ((agrees<X>(p, argument) || p.odd_argument != absent ? void()
                                                           : void(p.odd_argument = argument),
        ++argument),
       ...);
    }
    return p;
  }
};

template <mode M, class... X>
inline constexpr auto plan_of = record_planner<X...>::make(M);

/// What argument X is to its child at that position: the child, a mark, or the leaf itself.
template <class X, std::size_t Position>
struct child_arg {
  using type = arg<typename X::parameter, const missing_mark>;
};
template <class X, std::size_t Position>
  requires(!X::branch)
struct child_arg<X, Position> {
  using type = X;
};
template <class X, std::size_t Position>
  requires(X::branch && Position != absent)
struct child_arg<X, Position> {
  using type =
      arg<typename X::parameter,
          std::remove_reference_t<decltype(shape_of<typename X::type>::template get<Position>(
              std::declval<typename X::type&>()))>>;
};

inline constexpr missing_mark the_missing_part{};

template <class X, std::size_t Position>
constexpr decltype(auto) child_of(typename X::type& a) {
  if constexpr (!X::branch)
    return (a);
  else if constexpr (Position == absent)
    return (the_missing_part);
  else if constexpr (listed_node<std::remove_cv_t<typename X::type>>)
    return (a.*shape_of<typename X::type>::template field<Position>::pointer);
  else
    return shape_of<typename X::type>::template get<Position>(a);
}

// ---- sequences, mappings, optionals ----

/// What argument X is to one element of it; whether it has that element is a bit of the mask.
template <class X, bool Present>
struct element_arg {
  using type = arg<typename X::parameter, const missing_mark>;
};
template <class X, bool Present>
  requires(!X::branch)
struct element_arg<X, Present> {
  using type = X;
};
template <class X>
  requires(X::branch && kind_of<typename X::type> == shape_kind::optional)
struct element_arg<X, true> {
  using type = arg<typename X::parameter,
                   std::remove_reference_t<decltype(*std::declval<typename X::type&>())>>;
};
template <class X>
  requires(X::branch && kind_of<typename X::type> == shape_kind::mapping)
struct element_arg<X, true> {
  using type =
      arg<typename X::parameter,
          std::remove_reference_t<decltype((std::declval<typename X::type&>().begin()->second))>>;
};
template <class X>
  requires(X::branch && (kind_of<typename X::type> == shape_kind::sequence ||
                         kind_of<typename X::type> == shape_kind::array))
struct element_arg<X, true> {
  using type = arg<typename X::parameter,
                   std::remove_reference_t<decltype(std::declval<typename X::type&>()[0])>>;
};
/// A class that stands for a present optional stays what it is.
template <class X, bool Present>
struct optional_arg : element_arg<X, Present> {};
template <class X>
  requires(X::branch && kind_of<typename X::type> != shape_kind::optional)
struct optional_arg<X, true> {
  using type = X;
};

/// Which arguments have an element, a bit each; leaves count as having it.
using presence = unsigned;
template <class... X>
constexpr presence all_present = (presence(1) << sizeof...(X)) - 1;

/// The masks that can occur, as far as code is needed for them: without `missing`, what is absent
/// is an error that is found before.
template <class... X>
constexpr bool mask_occurs(presence mask, mode m, bool has_missing) {
  if (mask == all_present<X...>)
    return true;
  if (!has_missing || m == mode::strict || m == mode::inner)
    return false;
  constexpr std::array<bool, sizeof...(X)> branch{X::branch...};
  bool some = false;
  for (std::size_t i = 0; i < sizeof...(X); ++i) {
    bool present = mask >> i & 1;
    if (!branch[i] && !present)
      return false;
    some = some || (branch[i] && present);
  }
  return some && (m != mode::left || (mask >> leader_index<X...>() & 1));
}

template <level_kind Level, class X, bool Present>
using part_arg =
    typename std::conditional_t<Level == level_kind::optional, optional_arg<X, Present>,
                                element_arg<X, Present>>::type;

} // namespace treelize::detail
