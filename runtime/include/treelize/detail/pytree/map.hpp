// map and map_with_path over static and dynamic trees.
#pragma once

#include "treelize/detail/pytree/map_static.hpp"
#include "treelize/detail/pytree/map_trees.hpp"

namespace treelize {

namespace detail {

/// Takes the last argument off if it says what a leaf is, and calls then(option or null, trees...).
template <class Then, class... A>
decltype(auto) split_option(const Then& then, const A&... all) {
  const auto arguments = std::tie(all...);
  constexpr std::size_t last = sizeof...(A) - 1;
  return [&]<std::size_t... I>(std::index_sequence<I...>) -> decltype(auto) {
    if constexpr (is_leaf_option<std::tuple_element_t<last, std::tuple<A...>>>)
      return then(leaf_option(std::get<last>(arguments)), std::get<I>(arguments)...);
    else
      return then(nullptr, std::get<I>(arguments)..., std::get<last>(arguments));
  }(std::make_index_sequence<last>{});
}

struct map_fn {
  template <class F, class... A>
    requires(sizeof...(A) > 0)
  auto operator()(F&& f, const A&... trees) const {
    return split_option([&](const auto& option, const auto&... t) { return run(f, option, t...); },
                        trees...);
  }

private:
  template <class F, class Option, class First, class... Rest>
  static auto run(F& f, const Option& option, const First& first, const Rest&... rest) {
    constexpr bool all_static = !(is_dynamic<First> || ... || is_dynamic<Rest>);
    constexpr bool plain = std::same_as<Option, std::nullptr_t>;
    if constexpr (all_static && plain)
      return map_static(f, leaf_types<>{}, first, rest...);
    else if constexpr (all_static && is_leaf_types<Option>)
      return map_static(f, option, first, rest...);
    else if constexpr (!is_dynamic<First> && plain)
      return back_to(structure_fn{}(first), map_trees(f, "map", as_tree(first), as_tree(rest)...));
    else if constexpr (plain)
      return map_trees(f, "map", as_tree(first), as_tree(rest)...);
    else
      return map_trees_until(f, "map", option, as_tree(first), as_tree(rest)...);
  }
};

struct map_with_path_fn {
  template <class F, class... A>
    requires(sizeof...(A) > 0)
  auto operator()(F&& f, const A&... trees) const {
    return split_option([&](const auto& option, const auto&... t) { return run(f, option, t...); },
                        trees...);
  }

private:
  static constexpr std::string_view call = "map_with_path";

  template <class F, class Option, class First, class... Rest>
  static auto run(F& f, const Option& option, const First& first, const Rest&... rest) {
    if constexpr (is_dynamic<First>) {
      if constexpr (std::same_as<Option, std::nullptr_t>)
        return over(f, as_tree(first).structure(), as_tree(first), as_tree(rest)...);
      else
        return over(f, prune(as_tree(first), option).structure, as_tree(first), as_tree(rest)...);
    } else {
      static_assert(std::same_as<Option, std::nullptr_t>,
                    "treelize: map_with_path: is_leaf is for tree<T>; use map for a static tree");
      const auto whole = structure_fn{}(first);
      return back_to(whole, over(f, whole, as_tree(first), as_tree(rest)...));
    }
  }

  template <class F, class T, class... U>
  static auto over(F& f, const treedef& structure, const tree<T>& first, const tree<U>&... rest) {
    const std::vector<key_path> paths = key_paths(structure);
    const std::string_view what = "the trees do not have the structure of the first";
    return indexed(
        f, paths, structure, std::index_sequence_for<T, U...>{},
        tree_parts<T>{&first, parts_up_to(structure.node(), first.structure().node(), call, what)},
        tree_parts<U>{&rest,
                      parts_up_to(structure.node(), rest.structure().node(), call, what)}...);
  }

  template <class F, std::size_t... I, class... T>
  static auto indexed(F& f, const std::vector<key_path>& paths, const treedef& structure,
                      std::index_sequence<I...>, const tree_parts<T>&... arguments) {
    static_assert(std::is_invocable_v<F&, const key_path&, handed_type<F, I + 1, T>...>,
                  "treelize: map_with_path: the function cannot be called with a path and one leaf "
                  "of each tree");
    using result =
        std::decay_t<std::invoke_result_t<F&, const key_path&, handed_type<F, I + 1, T>...>>;
    return map_result<result>(
        structure, structure.leaf_count(), [&](std::size_t i) -> decltype(auto) {
          const std::tuple<handed_to<F, I + 1, T>...> leaves{
              handed_to<F, I + 1, T>(arguments[i], handing{call, I, structure.node()}, i)...};
          return f(paths[i], std::get<I>(leaves).get()...);
        });
  }
};

} // namespace detail

/// `map(f, tree, more...)`: f of one leaf of each tree. The first tree fixes the structure; where
/// it has a leaf and another one a sub-tree, the sub-tree is handed over whole. `"is_leaf"_a =
/// predicate` may come last. Throws mismatch_error with all places where a tree is not as deep as
/// the first, or has other keys.
inline constexpr detail::map_fn map{};
/// `map_with_path(f, tree, more...)`: the same with the leaf's key path as the first argument.
inline constexpr detail::map_with_path_fn map_with_path{};

} // namespace treelize
