// map over dynamic trees. Equal structures are one flat loop; otherwise the first tree's structure
// says which part of the others each call gets. A result that is a tree becomes part of the
// structure.
#pragma once

#include "treelize/detail/pytree/as_tree.hpp"
#include "treelize/detail/pytree/handed.hpp"
#include "treelize/detail/pytree/mismatch.hpp"

#include <array>
#include <tuple>
#include <utility>

namespace treelize::detail {

/// The leaves of the result from `call(i)`; trees are grafted.
template <class Result, class Call>
auto map_result(const treedef& structure, std::size_t count, const Call& call) {
  static_assert(
      !std::is_void_v<Result>,
      "treelize: map: the function must return something; a function that changes its leaves in "
      "place is a tree function, or a loop over leaves()");
  if constexpr (is_dynamic_tree<Result>) {
    std::vector<Result> parts;
    parts.reserve(count);
    for (std::size_t index = 0; index < count; ++index)
      parts.push_back(call(index));
    return unflatten_fn{}(structure, parts);
  } else {
    auto leaves = leaf_buffer<Result>::uninitialised(count);
    leaves.fill(count, call);
    return tree<Result>(structure, std::move(leaves));
  }
}

template <class Type>
struct tree_parts {
  const tree<Type>* whole;
  std::vector<structure_part> parts;

  subtree<Type> operator[](std::size_t index) const {
    return {parts[index].node, whole->leaves().data() + parts[index].first_leaf};
  }
};

template <class Function, std::size_t... Index, class... Type>
auto map_parts(Function& function, std::string_view call, const treedef& structure,
               std::index_sequence<Index...>, const tree_parts<Type>&... arguments) {
  static_assert(std::is_invocable_v<Function&, handed_type<Function, Index, Type>...>,
                "treelize: map: the function cannot be called with one leaf of each tree");
  using result =
      std::decay_t<std::invoke_result_t<Function&, handed_type<Function, Index, Type>...>>;
  return map_result<result>(
      structure, structure.leaf_count(), [&](std::size_t index) -> decltype(auto) {
        const std::tuple<handed_to<Function, Index, Type>...> leaves{
            handed_to<Function, Index, Type>(arguments[index],
                                             handing{call, Index, structure.node()}, index)...};
        return function(std::get<Index>(leaves).get()...);
      });
}

template <class Function, class Type, class... Other>
auto map_trees(Function& function, std::string_view call, const tree<Type>& first,
               const tree<Other>&... rest) {
  using indices = std::index_sequence_for<Type, Other...>;
  const treedef& structure = first.structure();
  constexpr bool leaves_only = []<std::size_t... Index>(std::index_sequence<Index...>) {
    return !(false || ... || declares_tree<std::decay_t<Function>, Index>());
  }(indices{});
  if constexpr (leaves_only) {
    static_assert(std::is_invocable_v<Function&, const Type&, const Other&...>,
                  "treelize: map: the function cannot be called with one leaf of each tree");
    using result = std::decay_t<std::invoke_result_t<Function&, const Type&, const Other&...>>;
    if ((true && ... && (rest.structure() == structure)))
      return map_result<result>(
          structure, structure.leaf_count(),
          [&function, left = first.leaves().data(),
           right = std::make_tuple(rest.leaves().data()...)](std::size_t index) {
            return std::apply([&](auto*... item) { return function(left[index], item[index]...); },
                              right);
          });
  }
  const std::string_view what = "the trees do not have the structure of the first";
  return map_parts(
      function, call, structure, indices{},
      tree_parts<Type>{&first, parts_up_to(structure.node(), structure.node(), call, what)},
      tree_parts<Other>{&rest,
                        parts_up_to(structure.node(), rest.structure().node(), call, what)}...);
}

/// The first tree ends where the predicate holds.
template <class Function, class Place, class Type, class... Other>
auto map_trees_until(Function& function, std::string_view call, const Place& is_leaf,
                     const tree<Type>& first, const tree<Other>&... rest) {
  const treedef structure = prune(first, is_leaf).structure;
  const std::string_view what = "the trees do not have the structure of the first";
  return map_parts(
      function, call, structure, std::index_sequence_for<Type, Other...>{},
      tree_parts<Type>{&first, parts_up_to(structure.node(), first.structure().node(), call, what)},
      tree_parts<Other>{&rest,
                        parts_up_to(structure.node(), rest.structure().node(), call, what)}...);
}

} // namespace treelize::detail
