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

template <class F, class Args>
struct walk_result;
template <class F, class Args>
using walk_result_t = typename walk_result<F, Args>::type;

template <class R, class... A>
constexpr bool any_needs_dynamic() {
  return (std::same_as<R, needs_dynamic> || ... || std::same_as<A, needs_dynamic>);
}

template <class T, class R>
struct rebound_node {
  using type = needs_dynamic;
};
template <class T, class R>
  requires requires { std::type_identity<typename node_traits<T>::template rebind<R>>{}; }
struct rebound_node<T, R> {
  using type = typename node_traits<T>::template rebind<R>;
};

/// The class of the leader, or a standard record of as many children.
template <class Leader, class... C>
struct rebound_record {
  using type = std::tuple<C...>;
};
template <class A, class B, class C, class D>
struct rebound_record<std::pair<A, B>, C, D> {
  using type = std::pair<C, D>;
};
template <class T, std::size_t N, class C, class... More>
  requires(true && ... && std::same_as<C, More>)
struct rebound_record<std::array<T, N>, C, More...> {
  using type = std::array<C, 1 + sizeof...(More)>;
};

template <class F, class... X>
auto record_result() {
  using args = arg_list<X...>;
  using first = leader_type<X...>;
  if constexpr (node<first>) {
    if constexpr (fits<F, first, args>) {
      return std::type_identity<first>{};
    } else {
      using other = typename rebound_node<first, common_leaf_result_t<F, args>>::type;
      if constexpr (node<other> && fits<F, other, args>)
        return std::type_identity<other>{};
      else
        return std::type_identity<needs_dynamic>{};
    }
  } else {
    constexpr mode m = F::options.mode;
    return []<std::size_t... K>(std::index_sequence<K...>) {
      if constexpr ((false || ... ||
                     std::same_as<walk_result_t<F, record_child_t<m, K, X...>>, needs_dynamic>) ||
                    (false || ... || !plan_of<m, X...>.keys[K].is_index))
        return std::type_identity<needs_dynamic>{};
      else
        return std::type_identity<typename rebound_record<
            first, walk_result_t<F, record_child_t<m, K, X...>>...>::type>{};
    }(std::make_index_sequence<plan_of<m, X...>.size>{});
  }
}

template <class F, class... X>
auto container_result() {
  using first = leader_type<X...>;
  using element = walk_result_t<F, parts_t<all_present<X...>, X...>>;
  constexpr mode m = F::options.mode;
  if constexpr (std::same_as<element, needs_dynamic>) {
    return std::type_identity<needs_dynamic>{};
  } else {
    using result = typename decltype([] {
      if constexpr (kind_of<first> == shape_kind::array) {
        constexpr std::size_t length = static_length<m, X...>();
        if constexpr (length == absent)
          return std::type_identity<std::vector<element>>{};
        else
          return std::type_identity<std::array<element, length>>{};
      } else if constexpr (level_of<X...>() == level_kind::optional) {
        if constexpr (kind_of<first> != shape_kind::optional && always_present<m, X...>())
          return std::type_identity<element>{};
        else
          return std::type_identity<std::optional<element>>{};
      } else {
        return std::type_identity<typename shape_of<first>::template rebind<element>>{};
      }
    }())::type;
    if constexpr (fits<F, result, arg_list<X...>>)
      return std::type_identity<result>{};
    else
      return std::type_identity<needs_dynamic>{};
  }
}

/// A function that gives an R for every leaf; only asked for types: what class would hold that.
template <class R, class Rule>
struct returning {
  static constexpr walk_options options{};
  using parameters = treelize::parameters<Rule>;
  template <class Leaf>
  R operator()(Leaf&) const {
    std::abort();
  }
};

/// The leader's class if leaves of type R fit it, or that class over R.
template <class R, class... X>
auto class_over() {
  using first = leader_class<X...>;
  if constexpr (makes<first, R, X...>()) {
    return std::type_identity<first>{};
  } else {
    using rule = leader_rule<X...>;
    using other = walk_result_t<returning<R, rule>, arg_list<arg<rule, const first>>>;
    if constexpr (kind_of<other> != shape_kind::dynamic && makes<other, R, X...>())
      return std::type_identity<other>{};
    else
      return std::type_identity<needs_dynamic>{};
  }
}

template <class F, class... X>
auto dynamic_result() {
  using result = typename dynamic_leaf_result<F, arg_list<X...>>::type;
  if constexpr (std::is_void_v<result>) {
    return std::type_identity<void>{};
  } else if constexpr (meets_only_static<F, X...>()) {
    return class_over<result, X...>();
  } else if constexpr (any_branch<X...>([]<class Y>(std::type_identity<Y>) {
                         return Y::kind == shape_kind::dynamic;
                       })) {
    return std::type_identity<tree<result>>{};
  } else {
    return std::type_identity<needs_dynamic>{};
  }
}

template <class F, class... X>
struct walk_result<F, arg_list<X...>> {
  static auto find() {
    constexpr level_kind level = level_of<X...>();
    if constexpr (level == level_kind::leaf)
      return leaf_result<F, arg_list<X...>>{};
    else if constexpr (level == level_kind::record)
      return record_result<F, X...>();
    else if constexpr (level == level_kind::dynamic)
      return dynamic_result<F, X...>();
    else
      return container_result<F, X...>();
  }
  using type = typename decltype(find())::type;
};

} // namespace treelize::detail
