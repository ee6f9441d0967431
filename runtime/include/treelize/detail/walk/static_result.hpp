// The type of a walk's result, found by the types of the arguments alone.
// The same class if every leaf's result fits without narrowing; standard containers and class
// templates over their leaf type are rebound; what fits no class is a treelize::tree (needs_dynamic
// here).
#pragma once

#include "treelize/detail/walk/static_fits.hpp"

#include <concepts>
#include <cstddef>
#include <cstdlib>
#include <type_traits>
#include <utility>

namespace treelize::detail {

/// The result is a tree<R>: no class holds it.
struct needs_dynamic {};

template <class Function, class Args>
struct walk_result;
template <class Function, class Args>
using walk_result_t = typename walk_result<Function, Args>::type;

template <class Result, class... Left>
constexpr bool any_needs_dynamic() {
  return (std::same_as<Result, needs_dynamic> || ... || std::same_as<Left, needs_dynamic>);
}

template <class Type, class Result>
struct rebound_node {
  using type = needs_dynamic;
};
template <class Type, class Result>
  requires requires { std::type_identity<typename node_traits<Type>::template rebind<Result>>{}; }
struct rebound_node<Type, Result> {
  using type = typename node_traits<Type>::template rebind<Result>;
};

/// The class of the leader, or a standard record of as many children.
template <class Leader, class... Candidate>
struct rebound_record {
  using type = std::tuple<Candidate...>;
};
template <class Left, class Right, class Candidate, class Default>
struct rebound_record<std::pair<Left, Right>, Candidate, Default> {
  using type = std::pair<Candidate, Default>;
};
template <class Type, std::size_t Count, class Candidate, class... More>
  requires(true && ... && std::same_as<Candidate, More>)
struct rebound_record<std::array<Type, Count>, Candidate, More...> {
  using type = std::array<Candidate, 1 + sizeof...(More)>;
};

template <class Function, class... Side>
auto record_result() {
  using args = arg_list<Side...>;
  using first = leader_type<Side...>;
  if constexpr (node<first>) {
    if constexpr (fits<Function, first, args>) {
      return std::type_identity<first>{};
    } else {
      using other = typename rebound_node<first, common_leaf_result_t<Function, args>>::type;
      if constexpr (node<other> && fits<Function, other, args>)
        return std::type_identity<other>{};
      else
        return std::type_identity<needs_dynamic>{};
    }
  } else {
    constexpr mode chosen = Function::options.mode;
    return []<std::size_t... Key>(std::index_sequence<Key...>) {
      if constexpr ((false || ... ||
                     std::same_as<walk_result_t<Function, record_child_t<chosen, Key, Side...>>,
                                  needs_dynamic>) ||
                    (false || ... || !plan_of<chosen, Side...>.keys[Key].is_index))
        return std::type_identity<needs_dynamic>{};
      else
        return std::type_identity<typename rebound_record<
            first, walk_result_t<Function, record_child_t<chosen, Key, Side...>>...>::type>{};
    }(std::make_index_sequence<plan_of<chosen, Side...>.size>{});
  }
}

template <class Function, class... Side>
auto container_result() {
  using first = leader_type<Side...>;
  using element = walk_result_t<Function, parts_t<all_present<Side...>, Side...>>;
  constexpr mode chosen = Function::options.mode;
  if constexpr (std::same_as<element, needs_dynamic>) {
    return std::type_identity<needs_dynamic>{};
  } else {
    using result = typename decltype([] {
      if constexpr (kind_of<first> == shape_kind::array) {
        constexpr std::size_t length = static_length<chosen, Side...>();
        if constexpr (length == absent)
          return std::type_identity<std::vector<element>>{};
        else
          return std::type_identity<std::array<element, length>>{};
      } else if constexpr (level_of<Side...>() == level_kind::optional) {
        if constexpr (kind_of<first> != shape_kind::optional && always_present<chosen, Side...>())
          return std::type_identity<element>{};
        else
          return std::type_identity<std::optional<element>>{};
      } else {
        return std::type_identity<typename shape_of<first>::template rebind<element>>{};
      }
    }())::type;
    if constexpr (fits<Function, result, arg_list<Side...>>)
      return std::type_identity<result>{};
    else
      return std::type_identity<needs_dynamic>{};
  }
}

/// A function that gives a Result for every leaf; only asked for types: what class would hold that.
template <class Result, class Rule>
struct returning {
  static constexpr walk_options options{};
  using parameters = treelize::parameters<Rule>;
  template <class Leaf>
  Result operator()(Leaf&) const {
    std::abort();
  }
};

/// The leader's class if leaves of type Result fit it, or that class over Result.
template <class Result, class... Side>
auto class_over() {
  using first = leader_class<Side...>;
  if constexpr (makes<first, Result, Side...>()) {
    return std::type_identity<first>{};
  } else {
    using rule = leader_rule<Side...>;
    using other = walk_result_t<returning<Result, rule>, arg_list<arg<rule, const first>>>;
    if constexpr (kind_of<other> != shape_kind::dynamic && makes<other, Result, Side...>())
      return std::type_identity<other>{};
    else
      return std::type_identity<needs_dynamic>{};
  }
}

template <class Function, class... Side>
auto dynamic_result() {
  using result = typename dynamic_leaf_result<Function, arg_list<Side...>>::type;
  if constexpr (std::is_void_v<result>) {
    return std::type_identity<void>{};
  } else if constexpr (meets_only_static<Function, Side...>()) {
    return class_over<result, Side...>();
  } else if constexpr (any_branch<Side...>([]<class Other>(std::type_identity<Other>) {
                         return Other::kind == shape_kind::dynamic;
                       })) {
    return std::type_identity<tree<result>>{};
  } else {
    return std::type_identity<needs_dynamic>{};
  }
}

template <class Function, class... Side>
struct walk_result<Function, arg_list<Side...>> {
  static auto find() {
    constexpr level_kind level = level_of<Side...>();
    if constexpr (level == level_kind::leaf)
      return leaf_result<Function, arg_list<Side...>>{};
    else if constexpr (level == level_kind::record)
      return record_result<Function, Side...>();
    else if constexpr (level == level_kind::dynamic)
      return dynamic_result<Function, Side...>();
    else
      return container_result<Function, Side...>();
  }
  using type = typename decltype(find())::type;
};

} // namespace treelize::detail
