// The entrance for generated tree functions: `treelize::walk(leaf{}, a, b)`.
// The types of the arguments are checked first, so that what cannot match is one readable message;
// then the walk is static, or dynamic where a structure is known only when the program runs.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/walk/arguments.hpp"
#include "treelize/detail/walk/dynamic_walk.hpp"
#include "treelize/detail/walk/keyword_call.hpp"
#include "treelize/detail/walk/rise.hpp"
#include "treelize/detail/walk/static_walk.hpp"
#include "treelize/detail/walk/subside.hpp"

#include <cstddef>
#include <tuple>
#include <type_traits>
#include <utility>

namespace treelize {
namespace detail {

template <class F, class... X>
auto run_walk(F& function, typename X::type&... a) {
  missing_source<F> missing;
  using leaf = common_leaf_result_t<F, arg_list<X...>>;
  if constexpr (std::is_void_v<leaf>) {
    static_walker<F>(function, missing).template run<void, X...>(a...);
  } else {
    using result = walk_result_t<F, arg_list<X...>>;
    if constexpr (std::same_as<result, needs_dynamic>) {
      static_assert(
          !std::same_as<leaf, no_common_type>,
          "treelize: the results for the leaves have no type in common and do not fit the "
          "fields of the class");
      return dynamic_walker<F>(function, missing).template build_tree<leaf, X...>(nullptr, a...);
    } else {
      return static_walker<F>(function, missing).template run<result, X...>(a...);
    }
  }
}

template <class F, class... X>
auto walk_and_rise(F& function, typename X::type&... a) {
  if constexpr (!F::options.rise) {
    return run_walk<F, X...>(function, a...);
  } else {
    using leaf = common_leaf_result_t<F, arg_list<X...>>;
    if constexpr (std::is_void_v<leaf>)
      return run_walk<F, X...>(function, a...);
    else
      return risen<F, leaf, X...>(run_walk<F, X...>(function, a...), a...);
  }
}

/// What a walk gives whose types do not match: one error is enough.
struct refused_walk {
  template <class T>
  operator T() const;
};

template <class F, class... X>
constexpr auto what_is_wrong() {
  constexpr problem_kind kind = problem_of<F, X...>.kind;
  constexpr leaf_kind leaf_is = problem_of<F, X...>.leaf.kind;
  using path = typename decltype(problem_path<F, X...>())::type;
  using leaf = typename decltype(problem_leaf<F, X...>())::type;
  if constexpr (kind == problem_kind::strict_mismatch)
    return std::type_identity<
        trees_differ_in_mode_strict_so_give_each_this_key_or_write_mode_inner_outer_or_left<
            path, std::remove_const_t<typename X::type>...>>{};
  else if constexpr (kind == problem_kind::key_missing)
    return std::type_identity<
        a_tree_has_no_such_key_so_write_missing_equal_to_a_value_or_mode_inner<
            path, std::remove_const_t<typename X::type>...>>{};
  else if constexpr (kind == problem_kind::inherit_is_off)
    return std::type_identity<a_leaf_meets_a_tree_so_write_inherit_equal_to_true_or_give_a_tree<
        path, std::remove_const_t<typename X::type>...>>{};
  else if constexpr (leaf_is == leaf_kind::own_class)
    return std::type_identity<
        no_node_so_declare_the_class_treelize_node_or_the_member_treelize_aux<leaf, path>>{};
  else if constexpr (leaf_is == leaf_kind::object)
    return std::type_identity<
        no_leaf_of_this_function_so_declare_the_member_treelize_aux_or_make_the_function_a_template<
            leaf, path>>{};
  else
    return std::type_identity<the_function_does_not_take_this_leaf<leaf, path>>{};
}

/// Asks for what nobody defines, the name of which is the message.
template <class F, class... X>
refused_walk refuse_types() {
  using wrong = typename decltype(what_is_wrong<F, X...>())::type;
  (void)sizeof(wrong);
  return {};
}

struct walk_fn {
  /// Keyword arguments are put in order first; without a tree among them it is the plain call.
  template <class F, class... A>
  decltype(auto) operator()(F function, A&... a) const {
    if constexpr ((false || ... ||
                   std::is_array_v<A>)) { // a string literal is no tree of characters
      std::tuple<std::conditional_t<std::is_array_v<A>, std::decay_t<A>, A&>...> arguments(a...);
      return std::apply([&](auto&... b) -> decltype(auto) { return (*this)(function, b...); },
                        arguments);
    } else if constexpr ((false || ... || is_keyword_argument<std::remove_const_t<A>>)) {
      return by_keywords(function, a...);
    } else {
      return in_order(function, std::index_sequence_for<A...>{}, a...);
    }
  }

private:
  template <std::size_t I, class F, class A>
  using given = given_argument<F, typename parameter_of<I, typename F::parameters>::type, A>;

  template <class F, std::size_t... I, class... A>
  static auto in_order(F& function, std::index_sequence<I...>, A&... a) {
    if constexpr (F::options.subside.enabled) {
      std::tuple<typename given<I, F, A>::type...> arguments{given<I, F, A>::make(a)...};
      return checked<F, arg<typename given<I, F, A>::parameter,
                            std::remove_reference_t<typename given<I, F, A>::type>>...>(
          function, std::get<I>(arguments)...);
    } else {
      return checked<F, arg<typename parameter_of<I, typename F::parameters>::type, A>...>(function,
                                                                                           a...);
    }
  }
  template <class F, class... X>
  static auto checked(F& function, typename X::type&... a) {
    if constexpr (types_match<F, X...>())
      return walk_and_rise<F, X...>(function, a...);
    else
      return refuse_types<F, X...>();
  }
  template <class F, class... A>
  static decltype(auto) by_keywords(F& function, A&... a) {
    using order = argument_order<F, std::remove_const_t<A>...>;
    return with_order<order>(reordered<F, order>{function}, std::tie(unwrap_keyword(a)...),
                             std::make_index_sequence<order::size>{});
  }
  template <class Order, class F, class Arguments, std::size_t... W>
  static decltype(auto) with_order(F function, const Arguments& arguments,
                                   std::index_sequence<W...> indices) {
    if constexpr (any_tree<F, std::tuple_element_t<Order::walk_order[W], Arguments>...>())
      return in_order(function, indices, std::get<Order::walk_order[W]>(arguments)...);
    else
      return function(std::get<Order::walk_order[W]>(arguments)...);
  }
};

} // namespace detail

/// Maps a leaf functor over its arguments: trees, and leaves that are the same for all of a tree.
inline constexpr detail::walk_fn walk{};

} // namespace treelize

#include "treelize/tree_operators.hpp"
