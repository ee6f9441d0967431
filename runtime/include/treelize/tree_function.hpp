// The entrance for generated tree functions: `treelize::walk(leaf{}, a, b)`.
// The types of the arguments are checked first, so that what cannot match is one readable message; then
// the walk is static, or dynamic where a structure is known only when the program runs.
#pragma once

#include "treelize/arguments.hpp"
#include "treelize/dynamic_walk.hpp"
#include "treelize/keyword_call.hpp"
#include "treelize/static_walk.hpp"

#include <cstddef>
#include <type_traits>
#include <utility>

namespace treelize {
namespace detail {

template <class F, class... X> auto run_walk(F& function, typename X::type&... a) {
  if constexpr (types_match<F, X...>()) {
    missing_source<F> missing;
    using leaf = common_leaf_result_t<F, arg_list<X...>>;
    if constexpr (std::is_void_v<leaf>) {
      static_walker<F> walker(function, missing);
      walker.template check<X...>(nullptr, a...);
      walker.template apply<X...>(a...);
    } else {
      using result = walk_result_t<F, arg_list<X...>>;
      if constexpr (std::same_as<result, needs_dynamic>) {
        static_assert(!std::same_as<leaf, no_common_type>,
                      "treelize: the results for the leaves have no type in common and do not fit the "
                      "fields of the class");
        return dynamic_walker<F>(function, missing)
            .template build_tree<leaf, X...>(nullptr, a...);
      } else {
        static_walker<F> walker(function, missing);
        walker.template check<X...>(nullptr, a...);
        return walker.template build<result, X...>(a...);
      }
    }
  }
}

struct walk_fn {
  template <class F, class... A> auto operator()(F function, A&... a) const {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return run_walk<F, arg<typename parameter_of<I, typename F::parameters>::type, A>...>(function,
                                                                                            a...);
    }(std::index_sequence_for<A...>{});
  }
};

struct call_by_keywords_fn {
  template <class F, class... A> decltype(auto) operator()(F function, A&... a) const {
    using order = argument_order<F, std::remove_const_t<A>...>;
    using ordered = reordered<F, order>;
    auto arguments = std::tie(unwrap_keyword(a)...);
    return [&]<std::size_t... W>(std::index_sequence<W...>) -> decltype(auto) {
      if constexpr (any_tree<ordered, type_at<order::walk_order[W], unwrapped<A>...>...>())
        return walk_fn{}(ordered{function}, std::get<order::walk_order[W]>(arguments)...);
      else
        return ordered{function}(std::get<order::walk_order[W]>(arguments)...);
    }(std::index_sequence_for<A...>{});
  }
};

} // namespace detail

/// Maps a leaf functor over its arguments, at least one of which is a tree.
inline constexpr detail::walk_fn walk{};
/// The same with keyword arguments among them; without a tree it is the plain call.
inline constexpr detail::call_by_keywords_fn call_by_keywords{};

} // namespace treelize
