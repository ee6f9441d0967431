// The arguments one level down, and what the function gives for the leaves below a level: the types
// that all questions about the result's class start from.
#pragma once

#include "treelize/detail/walk/static_level.hpp"

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace treelize::detail {

template <class... Side>
struct arg_list {};

/// A node class may contain itself, in a vector say. What is asked about types remembers the nodes
/// that it is in, and takes what it meets again as answered.
template <class Entry, class Path>
inline constexpr bool on_path = false;
template <class Entry, class... Seen>
inline constexpr bool on_path<Entry, arg_list<Seen...>> =
    (false || ... || std::same_as<Entry, Seen>);

template <class Path, class... Entry>
struct longer_path;
template <class... Seen, class... Entry>
struct longer_path<arg_list<Seen...>, Entry...> {
  using type = arg_list<Seen..., Entry...>;
};
template <class Path, class... Entry>
using longer = typename longer_path<Path, Entry...>::type;

/// The leaf results have no type in common.
struct no_common_type {};

// ---- the arguments one level down ----

template <mode Mode, std::size_t Key, class Indices, class... Side>
struct record_child;
template <mode Mode, std::size_t Key, std::size_t... Index, class... Side>
struct record_child<Mode, Key, std::index_sequence<Index...>, Side...> {
  using type =
      arg_list<typename child_arg<Side, plan_of<Mode, Side...>.positions[Key][Index]>::type...>;
};
/// The arguments at the Key-th key of a record.
template <mode Mode, std::size_t Key, class... Side>
using record_child_t =
    typename record_child<Mode, Key, std::index_sequence_for<Side...>, Side...>::type;

template <presence Mask, class Indices, class... Side>
struct parts;
template <presence Mask, std::size_t... Index, class... Side>
struct parts<Mask, std::index_sequence<Index...>, Side...> {
  using type = arg_list<part_arg<level_of<Side...>(), Side, (Mask >> Index & 1) != 0>...>;
};
/// The arguments at an element of a sequence, mapping or optional, with those present that the mask
/// says.
template <presence Mask, class... Side>
using parts_t = typename parts<Mask, std::index_sequence_for<Side...>, Side...>::type;

/// The masks that code may be needed for: without gaps to fill it is only the full one.
template <class Function, class... Side>
constexpr auto possible_masks() {
  if constexpr (fills_gaps<Function>)
    return std::make_integer_sequence<presence, all_present<Side...> + 1>{};
  else
    return std::integer_sequence<presence, all_present<Side...>>{};
}

/// Calls test(integral_constant<presence, Mask>) for all masks that can occur, until one fails.
template <class Function, class... Side, class Test>
constexpr bool every_mask(Test test) {
  return [&]<presence... Mask>(std::integer_sequence<presence, Mask...>) {
    return (true && ... && [&] {
      if constexpr (mask_occurs<Side...>(Mask, Function::options.mode,
                                         missing_source<Function>::exists))
        return test(std::integral_constant<presence, Mask>{});
      else
        return true;
    }());
  }(possible_masks<Function, Side...>());
}

/// Nothing is descended, and the function takes what is there.
template <class Function, class... Side>
constexpr bool calls_function(arg_list<Side...>) {
  return level_of<Side...>() == level_kind::leaf &&
         accepts_leaves<Function, typename Side::type...>();
}

// ---- leaf results ----

/// Stands for a level without leaves, and for leaves that no call takes.
struct no_leaves {};

template <class Function, class Args>
struct leaf_result {
  using type = no_leaves;
};
template <class Function, class... Side>
  requires(accepts_leaves<Function, typename Side::type...>())
struct leaf_result<Function, arg_list<Side...>> {
  using type = std::decay_t<decltype(call_leaf(std::declval<Function&>(),
                                               std::declval<missing_source<Function>&>(),
                                               std::declval<typename Side::type&>()...))>;
};

template <class Left, class Right>
struct common_result {
  using type = no_common_type;
};
template <class Left, class Right>
  requires requires { typename std::common_type_t<Left, Right>; }
struct common_result<Left, Right> {
  using type = std::common_type_t<Left, Right>;
};
template <class Left>
struct common_result<Left, Left> {
  using type = Left;
};
template <class Left>
struct common_result<Left, no_leaves> {
  using type = Left;
};
template <class Right>
struct common_result<no_leaves, Right> {
  using type = Right;
};
template <>
struct common_result<no_leaves, no_leaves> {
  using type = no_leaves;
};

template <class... Result>
struct fold_common {
  using type = no_leaves;
};
template <class Result>
struct fold_common<Result> {
  using type = Result;
};
/// One step for a list of equal types, as long as it may be.
template <bool AllSame, class Left, class Right, class... Result>
struct fold_rest : fold_common<typename common_result<Left, Right>::type, Result...> {};
template <class Left, class Right, class... Result>
struct fold_rest<true, Left, Right, Result...> {
  using type = Left;
};
template <class Left, class Right, class... Result>
struct fold_common<Left, Right, Result...>
    : fold_rest<all_are<Left, Right, Result...>(), Left, Right, Result...> {};

/// What the leaves of a dynamic level give (dynamic_walk.hpp).
template <class Function, class Args>
struct dynamic_leaf_result;

/// The type that the results of all leaf calls have in common.
template <class Function, class Args, class Path>
struct common_leaf_result;
template <class Function, class Args, class Path = arg_list<>>
using common_leaf_result_t = typename common_leaf_result<Function, Args, Path>::type;

template <class Function, class... Side, class Path>
struct common_leaf_result<Function, arg_list<Side...>, Path> {
  static auto find() {
    constexpr level_kind level = level_of<Side...>();
    if constexpr (level == level_kind::leaf) {
      return std::type_identity<typename leaf_result<Function, arg_list<Side...>>::type>{};
    } else if constexpr (level == level_kind::dynamic) {
      return std::type_identity<typename dynamic_leaf_result<Function, arg_list<Side...>>::type>{};
    } else if constexpr (level != level_kind::record) {
      return []<presence... Mask>(std::integer_sequence<presence, Mask...>) {
        return std::type_identity<
            typename fold_common<typename decltype(of_mask<Mask>())::type...>::type>{};
      }(possible_masks<Function, Side...>());
    } else if constexpr (on_path<arg_list<Side...>, Path>) {
      return std::type_identity<no_leaves>{};
    } else {
      constexpr mode chosen = Function::options.mode;
      return []<std::size_t... Key>(std::index_sequence<Key...>) {
        return std::type_identity<typename fold_common<
            common_leaf_result_t<Function, record_child_t<chosen, Key, Side...>,
                                 longer<Path, arg_list<Side...>>>...>::type>{};
      }(std::make_index_sequence<plan_of<chosen, Side...>.size>{});
    }
  }
  template <presence Mask>
  static auto of_mask() {
    if constexpr (mask_occurs<Side...>(Mask, Function::options.mode,
                                       missing_source<Function>::exists))
      return std::type_identity<common_leaf_result_t<Function, parts_t<Mask, Side...>, Path>>{};
    else
      return std::type_identity<no_leaves>{};
  }
  using type = typename decltype(find())::type;
};

} // namespace treelize::detail
