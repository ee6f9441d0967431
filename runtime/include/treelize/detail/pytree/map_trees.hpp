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
template <class R, class Call>
auto map_result(const treedef& structure, std::size_t count, const Call& call) {
  static_assert(
      !std::is_void_v<R>,
      "treelize: map: the function must return something; a function that changes its leaves in "
      "place is a tree function, or a loop over leaves()");
  if constexpr (is_dynamic_tree<R>) {
    std::vector<R> parts;
    parts.reserve(count);
    for (std::size_t i = 0; i < count; ++i)
      parts.push_back(call(i));
    return unflatten_fn{}(structure, parts);
  } else {
    auto leaves = leaf_buffer<R>::uninitialised(count);
    leaves.fill(count, call);
    return tree<R>(structure, std::move(leaves));
  }
}

template <class T>
struct tree_parts {
  const tree<T>* whole;
  std::vector<structure_part> parts;

  subtree<T> operator[](std::size_t i) const {
    return {parts[i].node, whole->leaves().data() + parts[i].first_leaf};
  }
};

template <class F, std::size_t... I, class... T>
auto map_parts(F& f, std::string_view call, const treedef& structure, std::index_sequence<I...>,
               const tree_parts<T>&... arguments) {
  static_assert(std::is_invocable_v<F&, handed_type<F, I, T>...>,
                "treelize: map: the function cannot be called with one leaf of each tree");
  using result = std::decay_t<std::invoke_result_t<F&, handed_type<F, I, T>...>>;
  return map_result<result>(
      structure, structure.leaf_count(), [&](std::size_t i) -> decltype(auto) {
        const std::tuple<handed_to<F, I, T>...> leaves{
            handed_to<F, I, T>(arguments[i], handing{call, I, structure.node()}, i)...};
        return f(std::get<I>(leaves).get()...);
      });
}

template <class F, class T, class... U>
auto map_trees(F& f, std::string_view call, const tree<T>& first, const tree<U>&... rest) {
  using indices = std::index_sequence_for<T, U...>;
  const treedef& structure = first.structure();
  constexpr bool leaves_only = []<std::size_t... I>(std::index_sequence<I...>) {
    return !(false || ... || declares_tree<std::decay_t<F>, I>());
  }(indices{});
  if constexpr (leaves_only) {
    static_assert(std::is_invocable_v<F&, const T&, const U&...>,
                  "treelize: map: the function cannot be called with one leaf of each tree");
    using result = std::decay_t<std::invoke_result_t<F&, const T&, const U&...>>;
    if ((true && ... && (rest.structure() == structure)))
      return map_result<result>(structure, structure.leaf_count(),
                                [&f, a = first.leaves().data(),
                                 b = std::make_tuple(rest.leaves().data()...)](std::size_t i) {
                                  return std::apply([&](auto*... p) { return f(a[i], p[i]...); },
                                                    b);
                                });
  }
  const std::string_view what = "the trees do not have the structure of the first";
  return map_parts(
      f, call, structure, indices{},
      tree_parts<T>{&first, parts_up_to(structure.node(), structure.node(), call, what)},
      tree_parts<U>{&rest, parts_up_to(structure.node(), rest.structure().node(), call, what)}...);
}

/// The first tree ends where the predicate holds.
template <class F, class P, class T, class... U>
auto map_trees_until(F& f, std::string_view call, const P& is_leaf, const tree<T>& first,
                     const tree<U>&... rest) {
  const treedef structure = prune(first, is_leaf).structure;
  const std::string_view what = "the trees do not have the structure of the first";
  return map_parts(
      f, call, structure, std::index_sequence_for<T, U...>{},
      tree_parts<T>{&first, parts_up_to(structure.node(), first.structure().node(), call, what)},
      tree_parts<U>{&rest, parts_up_to(structure.node(), rest.structure().node(), call, what)}...);
}

} // namespace treelize::detail
