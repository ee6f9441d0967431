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

template <class Function, class... Side>
auto run_walk(Function& function, typename Side::type&... left) {
  missing_source<Function> missing;
  using leaf = common_leaf_result_t<Function, arg_list<Side...>>;
  if constexpr (std::is_void_v<leaf>) {
    static_walker<Function>(function, missing).template run<void, Side...>(left...);
  } else {
    using result = walk_result_t<Function, arg_list<Side...>>;
    if constexpr (std::same_as<result, needs_dynamic>) {
      static_assert(
          !std::same_as<leaf, no_common_type>,
          "treelize: the results for the leaves have no type in common and do not fit the "
          "fields of the class");
      return dynamic_walker<Function>(function, missing)
          .template build_tree<leaf, Side...>(nullptr, left...);
    } else {
      return static_walker<Function>(function, missing).template run<result, Side...>(left...);
    }
  }
}

template <class Function, class... Side>
auto walk_and_rise(Function& function, typename Side::type&... left) {
  if constexpr (!Function::options.rise) {
    return run_walk<Function, Side...>(function, left...);
  } else {
    using leaf = common_leaf_result_t<Function, arg_list<Side...>>;
    if constexpr (std::is_void_v<leaf>)
      return run_walk<Function, Side...>(function, left...);
    else
      return risen<Function, leaf, Side...>(run_walk<Function, Side...>(function, left...),
                                            left...);
  }
}

/// What a walk gives whose types do not match: one error is enough.
struct refused_walk {
  template <class Type>
  operator Type() const;
};

template <class Function, class... Side>
constexpr auto what_is_wrong() {
  constexpr problem_kind kind = problem_of<Function, Side...>.kind;
  constexpr leaf_kind leaf_is = problem_of<Function, Side...>.leaf.kind;
  using path = typename decltype(problem_path<Function, Side...>())::type;
  using leaf = typename decltype(problem_leaf<Function, Side...>())::type;
  if constexpr (kind == problem_kind::strict_mismatch)
    return std::type_identity<
        trees_differ_in_mode_strict_so_give_each_this_key_or_write_mode_inner_outer_or_left<
            path, std::remove_const_t<typename Side::type>...>>{};
  else if constexpr (kind == problem_kind::key_missing)
    return std::type_identity<
        a_tree_has_no_such_key_so_write_missing_equal_to_a_value_or_mode_inner<
            path, std::remove_const_t<typename Side::type>...>>{};
  else if constexpr (kind == problem_kind::inherit_is_off)
    return std::type_identity<a_leaf_meets_a_tree_so_write_inherit_equal_to_true_or_give_a_tree<
        path, std::remove_const_t<typename Side::type>...>>{};
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
template <class Function, class... Side>
refused_walk refuse_types() {
  using wrong = typename decltype(what_is_wrong<Function, Side...>())::type;
  (void)sizeof(wrong);
  return {};
}

struct walk_fn {
  /// Keyword arguments are put in order first; without a tree among them it is the plain call.
  template <class Function, class... Argument>
  decltype(auto) operator()(Function function, Argument&... left) const {
    if constexpr ((false || ... ||
                   std::is_array_v<Argument>)) { // a string literal is no tree of characters
      std::tuple<
          std::conditional_t<std::is_array_v<Argument>, std::decay_t<Argument>, Argument&>...>
      arguments(left...);
      return std::apply(
          [&](auto&... right) -> decltype(auto) { return (*this)(function, right...); }, arguments);
    } else if constexpr ((false || ... || is_keyword_argument<std::remove_const_t<Argument>>)) {
      return by_keywords(function, left...);
    } else {
      return in_order(function, std::index_sequence_for<Argument...>{}, left...);
    }
  }

private:
  template <std::size_t Index, class Function, class Argument>
  using given =
      given_argument<Function, typename parameter_of<Index, typename Function::parameters>::type,
                     Argument>;

  template <class Function, std::size_t... Index, class... Argument>
  static auto in_order(Function& function, std::index_sequence<Index...>, Argument&... left) {
    if constexpr (Function::options.subside.enabled) {
      std::tuple<typename given<Index, Function, Argument>::type...> arguments{
          given<Index, Function, Argument>::make(left)...};
      return checked<
          Function,
          arg<typename given<Index, Function, Argument>::parameter,
              std::remove_reference_t<typename given<Index, Function, Argument>::type>>...>(
          function, std::get<Index>(arguments)...);
    } else {
      return checked<
          Function,
          arg<typename parameter_of<Index, typename Function::parameters>::type, Argument>...>(
          function, left...);
    }
  }
  template <class Function, class... Side>
  static auto checked(Function& function, typename Side::type&... left) {
    if constexpr (types_match<Function, Side...>())
      return walk_and_rise<Function, Side...>(function, left...);
    else
      return refuse_types<Function, Side...>();
  }
  template <class Function, class... Argument>
  static decltype(auto) by_keywords(Function& function, Argument&... left) {
    using order = argument_order<Function, std::remove_const_t<Argument>...>;
    return with_order<order>(reordered<Function, order>{function},
                             std::tie(unwrap_keyword(left)...),
                             std::make_index_sequence<order::size>{});
  }
  template <class Order, class Function, class Arguments, std::size_t... Which>
  static decltype(auto) with_order(Function function, const Arguments& arguments,
                                   std::index_sequence<Which...> indices) {
    if constexpr (any_tree<Function,
                           std::tuple_element_t<Order::walk_order[Which], Arguments>...>())
      return in_order(function, indices, std::get<Order::walk_order[Which]>(arguments)...);
    else
      return function(std::get<Order::walk_order[Which]>(arguments)...);
  }
};

} // namespace detail

/// Maps a leaf functor over its arguments: trees, and leaves that are the same for all of a tree.
inline constexpr detail::walk_fn walk{};

} // namespace treelize

#include "treelize/tree_operators.hpp"
