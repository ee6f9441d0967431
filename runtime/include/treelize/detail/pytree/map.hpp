// map and map_with_path over static and dynamic trees.
#pragma once

#include "treelize/detail/pytree/map_static.hpp"
#include "treelize/detail/pytree/map_trees.hpp"

namespace treelize {

namespace detail {

/// Takes the last argument off if it says what a leaf is, and calls then(option or null, trees...).
template <class Then, class... Argument>
decltype(auto) split_option(const Then& then, const Argument&... all) {
  const auto arguments = std::tie(all...);
  constexpr std::size_t last = sizeof...(Argument) - 1;
  return [&]<std::size_t... Index>(std::index_sequence<Index...>) -> decltype(auto) {
    if constexpr (is_leaf_option<std::tuple_element_t<last, std::tuple<Argument...>>>)
      return then(leaf_option(std::get<last>(arguments)), std::get<Index>(arguments)...);
    else
      return then(nullptr, std::get<Index>(arguments)..., std::get<last>(arguments));
  }(std::make_index_sequence<last>{});
}

struct map_fn {
  template <class Function, class... Argument>
    requires(sizeof...(Argument) > 0)
  auto operator()(Function&& function, const Argument&... trees) const {
    return split_option(
        [&](const auto& option, const auto&... root) { return run(function, option, root...); },
        trees...);
  }

private:
  template <class Function, class Option, class First, class... Rest>
  static auto run(Function& function, const Option& option, const First& first,
                  const Rest&... rest) {
    constexpr bool all_static = !(is_dynamic<First> || ... || is_dynamic<Rest>);
    constexpr bool plain = std::same_as<Option, std::nullptr_t>;
    if constexpr (all_static && plain)
      return map_static(function, leaf_types<>{}, first, rest...);
    else if constexpr (all_static && is_leaf_types<Option>)
      return map_static(function, option, first, rest...);
    else if constexpr (!is_dynamic<First> && plain)
      return back_to(structure_fn{}(first),
                     map_trees(function, "map", as_tree(first), as_tree(rest)...));
    else if constexpr (plain)
      return map_trees(function, "map", as_tree(first), as_tree(rest)...);
    else
      return map_trees_until(function, "map", option, as_tree(first), as_tree(rest)...);
  }
};

struct map_with_path_fn {
  template <class Function, class... Argument>
    requires(sizeof...(Argument) > 0)
  auto operator()(Function&& function, const Argument&... trees) const {
    return split_option(
        [&](const auto& option, const auto&... root) { return run(function, option, root...); },
        trees...);
  }

private:
  static constexpr std::string_view call = "map_with_path";

  template <class Function, class Option, class First, class... Rest>
  static auto run(Function& function, const Option& option, const First& first,
                  const Rest&... rest) {
    if constexpr (is_dynamic<First>) {
      if constexpr (std::same_as<Option, std::nullptr_t>)
        return over(function, as_tree(first).structure(), as_tree(first), as_tree(rest)...);
      else
        return over(function, prune(as_tree(first), option).structure, as_tree(first),
                    as_tree(rest)...);
    } else {
      static_assert(std::same_as<Option, std::nullptr_t>,
                    "treelize: map_with_path: is_leaf is for tree<T>; use map for a static tree");
      const auto whole = structure_fn{}(first);
      return back_to(whole, over(function, whole, as_tree(first), as_tree(rest)...));
    }
  }

  template <class Function, class Type, class... Other>
  static auto over(Function& function, const treedef& structure, const tree<Type>& first,
                   const tree<Other>&... rest) {
    const std::vector<key_path> paths = key_paths(structure);
    const std::string_view what = "the trees do not have the structure of the first";
    return indexed(function, paths, structure, std::index_sequence_for<Type, Other...>{},
                   tree_parts<Type>{
                       &first, parts_up_to(structure.node(), first.structure().node(), call, what)},
                   tree_parts<Other>{&rest, parts_up_to(structure.node(), rest.structure().node(),
                                                        call, what)}...);
  }

  template <class Function, std::size_t... Index, class... Type>
  static auto indexed(Function& function, const std::vector<key_path>& paths,
                      const treedef& structure, std::index_sequence<Index...>,
                      const tree_parts<Type>&... arguments) {
    static_assert(
        std::is_invocable_v<Function&, const key_path&, handed_type<Function, Index + 1, Type>...>,
        "treelize: map_with_path: the function cannot be called with a path and one leaf "
        "of each tree");
    using result = std::decay_t<std::invoke_result_t<Function&, const key_path&,
                                                     handed_type<Function, Index + 1, Type>...>>;
    return map_result<result>(
        structure, structure.leaf_count(), [&](std::size_t index) -> decltype(auto) {
          const std::tuple<handed_to<Function, Index + 1, Type>...> leaves{
              handed_to<Function, Index + 1, Type>(
                  arguments[index], handing{call, Index, structure.node()}, index)...};
          return function(paths[index], std::get<Index>(leaves).get()...);
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
