// The arguments one level down, and what the function gives for the leaves below a level: the types
// that all questions about the result's class start from.
#pragma once

#include "treelize/detail/walk/static_level.hpp"

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace treelize::detail {

template <class... X>
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

template <mode M, std::size_t K, class Indices, class... X>
struct record_child;
template <mode M, std::size_t K, std::size_t... I, class... X>
struct record_child<M, K, std::index_sequence<I...>, X...> {
  using type = arg_list<typename child_arg<X, plan_of<M, X...>.positions[K][I]>::type...>;
};
/// The arguments at the K-th key of a record.
template <mode M, std::size_t K, class... X>
using record_child_t = typename record_child<M, K, std::index_sequence_for<X...>, X...>::type;

template <presence Mask, class Indices, class... X>
struct parts;
template <presence Mask, std::size_t... I, class... X>
struct parts<Mask, std::index_sequence<I...>, X...> {
  using type = arg_list<part_arg<level_of<X...>(), X, (Mask >> I & 1) != 0>...>;
};
/// The arguments at an element of a sequence, mapping or optional, with those present that the mask
/// says.
template <presence Mask, class... X>
using parts_t = typename parts<Mask, std::index_sequence_for<X...>, X...>::type;

/// The masks that code may be needed for: without gaps to fill it is only the full one.
template <class F, class... X>
constexpr auto possible_masks() {
  if constexpr (fills_gaps<F>)
    return std::make_integer_sequence<presence, all_present<X...> + 1>{};
  else
    return std::integer_sequence<presence, all_present<X...>>{};
}

/// Calls test(integral_constant<presence, Mask>) for all masks that can occur, until one fails.
template <class F, class... X, class Test>
constexpr bool every_mask(Test test) {
  return [&]<presence... Mask>(std::integer_sequence<presence, Mask...>) {
    return (true && ... && [&] {
      if constexpr (mask_occurs<X...>(Mask, F::options.mode, missing_source<F>::exists))
        return test(std::integral_constant<presence, Mask>{});
      else
        return true;
    }());
  }(possible_masks<F, X...>());
}

/// Nothing is descended, and the function takes what is there.
template <class F, class... X>
constexpr bool calls_function(arg_list<X...>) {
  return level_of<X...>() == level_kind::leaf && accepts_leaves<F, typename X::type...>();
}

// ---- leaf results ----

/// Stands for a level without leaves, and for leaves that no call takes.
struct no_leaves {};

template <class F, class Args>
struct leaf_result {
  using type = no_leaves;
};
template <class F, class... X>
  requires(accepts_leaves<F, typename X::type...>())
struct leaf_result<F, arg_list<X...>> {
  using type =
      std::decay_t<decltype(call_leaf(std::declval<F&>(), std::declval<missing_source<F>&>(),
                                      std::declval<typename X::type&>()...))>;
};

template <class A, class B>
struct common_result {
  using type = no_common_type;
};
template <class A, class B>
  requires requires { typename std::common_type_t<A, B>; }
struct common_result<A, B> {
  using type = std::common_type_t<A, B>;
};
template <class A>
struct common_result<A, A> {
  using type = A;
};
template <class A>
struct common_result<A, no_leaves> {
  using type = A;
};
template <class B>
struct common_result<no_leaves, B> {
  using type = B;
};
template <>
struct common_result<no_leaves, no_leaves> {
  using type = no_leaves;
};

template <class... R>
struct fold_common {
  using type = no_leaves;
};
template <class R>
struct fold_common<R> {
  using type = R;
};
/// One step for a list of equal types, as long as it may be.
template <bool AllSame, class A, class B, class... R>
struct fold_rest : fold_common<typename common_result<A, B>::type, R...> {};
template <class A, class B, class... R>
struct fold_rest<true, A, B, R...> {
  using type = A;
};
template <class A, class B, class... R>
struct fold_common<A, B, R...> : fold_rest<all_are<A, B, R...>(), A, B, R...> {};

/// What the leaves of a dynamic level give (dynamic_walk.hpp).
template <class F, class Args>
struct dynamic_leaf_result;

/// The type that the results of all leaf calls have in common.
template <class F, class Args, class Path>
struct common_leaf_result;
template <class F, class Args, class Path = arg_list<>>
using common_leaf_result_t = typename common_leaf_result<F, Args, Path>::type;

template <class F, class... X, class Path>
struct common_leaf_result<F, arg_list<X...>, Path> {
  static auto find() {
    constexpr level_kind level = level_of<X...>();
    if constexpr (level == level_kind::leaf) {
      return std::type_identity<typename leaf_result<F, arg_list<X...>>::type>{};
    } else if constexpr (level == level_kind::dynamic) {
      return std::type_identity<typename dynamic_leaf_result<F, arg_list<X...>>::type>{};
    } else if constexpr (level != level_kind::record) {
      return []<presence... Mask>(std::integer_sequence<presence, Mask...>) {
        return std::type_identity<
            typename fold_common<typename decltype(of_mask<Mask>())::type...>::type>{};
      }(possible_masks<F, X...>());
    } else if constexpr (on_path<arg_list<X...>, Path>) {
      return std::type_identity<no_leaves>{};
    } else {
      constexpr mode m = F::options.mode;
      return []<std::size_t... K>(std::index_sequence<K...>) {
        return std::type_identity<typename fold_common<common_leaf_result_t<
            F, record_child_t<m, K, X...>, longer<Path, arg_list<X...>>>...>::type>{};
      }(std::make_index_sequence<plan_of<m, X...>.size>{});
    }
  }
  template <presence Mask>
  static auto of_mask() {
    if constexpr (mask_occurs<X...>(Mask, F::options.mode, missing_source<F>::exists))
      return std::type_identity<common_leaf_result_t<F, parts_t<Mask, X...>, Path>>{};
    else
      return std::type_identity<no_leaves>{};
  }
  using type = typename decltype(find())::type;
};

} // namespace treelize::detail
