// Containers of trees as trees of containers: before the walk, an argument such as a vector of
// trees becomes one tree whose leaves are vectors. The trees in it are always paired strictly. The
// parameter's type says which container a leaf is; a deduced parameter takes the argument's own,
// with every tree in it replaced by the type of its leaves.
#pragma once

#include "treelize/detail/walk/open_structure.hpp"
#include "treelize/detail/walk/skeleton.hpp"
#include "treelize/detail/walk/subsided.hpp"
#include "treelize/detail/walk/walk_plan.hpp"

#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace treelize::detail {

/// An argument that stays as it is.
template <class F, class P, class A>
struct given_argument {
  using parameter = P;
  using type = A&;
  static A& make(A& a) { return a; }
};

/// Going down the containers, the walk comes to something that the parameter takes whole.
template <class P, class A>
constexpr bool reaches_leaf() {
  if constexpr (takes_whole<P, A>::value)
    return true;
  else if constexpr (kind_of<A> == shape_kind::dynamic)
    return takes_whole<P, typename A::leaf_type>::value;
  else if constexpr (requires { typename shape_of<A>::element_type; })
    return reaches_leaf<P, typename shape_of<A>::element_type>();
  else
    return false;
}

template <class F, class P, class A>
constexpr bool subsides() {
  if constexpr (!F::options.subside.enabled || kind_of<A> == shape_kind::leaf ||
                kind_of<A> == shape_kind::dynamic)
    return false;
  else if constexpr (!says_itself<P> && reaches_leaf<P, A>())
    return false;
  else
    return part_of<F, wanted<P>, A>() == part_kind::container &&
           skeleton<F, wanted<P>, A>::tree_count != 0;
}

/// A leaf that may hold trees, as the running program knows: it is a tree, perhaps of one leaf.
template <class F, class P, class A>
  requires(F::options.subside.enabled && opens_leaf<std::remove_const_t<A>>)
struct given_argument<F, P, A> {
  using parameter = P;
  using type = tree<std::remove_const_t<A>>;
  static type make(A& a) { return subside_open(a, F::options.subside); }
};
template <class F, class P, class T>
  requires(F::options.subside.enabled && opens_leaf<T>)
struct given_argument<F, P, const tree<T>> {
  using parameter = P;
  using type = tree<T>;
  static type make(const tree<T>& t) {
    return t.is_leaf() ? subside_open(t.value(), F::options.subside) : t;
  }
};

template <class F, class P, class A>
  requires(subsides<F, P, A>())
struct given_argument<F, P, A> {
  using skeleton_type = skeleton<F, wanted<P>, A>;
  using value = typename skeleton_type::value;
  using first = typename skeleton_type::first_tree;
  static constexpr bool keeps_class = skeleton_type::all_static;
  using prototype = std::conditional_t<keeps_class, typename first::tree_type, void>;

  using parameter = std::conditional_t<std::same_as<wanted<P>, deduced>, value&, P>;
  using type = subsided<value, prototype, typename first::rule>;

  static type make(A& a) {
    const skeleton_type s(a);
    std::vector<const treedef_node*> nodes;
    s.add_structures(nodes);
    if constexpr (keeps_class)
      return {pair(s, nodes), s.prototype()};
    else
      return {pair(s, nodes), nullptr};
  }

private:
  static constexpr walk_rules rules{mode::strict, F::options.subside.inherit, false};

  /// One tree of all trees in the container.
  static tree<value> pair(const skeleton_type& s, const std::vector<const treedef_node*>& nodes) {
    common_structure shared(rules);
    for (const treedef_node* node : nodes)
      shared.add(node);
    if (const treedef_node* common = shared.node()) {
      std::vector<plan_source> sources;
      for (const treedef_node* node : nodes)
        sources.push_back({0, static_cast<std::uint8_t>(node->is_leaf() ? 0 : 1), false, false});
      auto leaves = leaf_buffer<value>::uninitialised(common->leaves);
      add_leaves(leaves, s, common->leaves, sources);
      return tree<value>(treedef::share(common), std::move(leaves));
    }
    if (nodes.empty()) // an empty vector: there is no tree, and so it is a leaf
      return single(s, {});
    const auto plan = find_plan(rules, nodes, nullptr);
    auto leaves = leaf_buffer<value>::uninitialised(plan->result.leaf_count());
    for (std::size_t i = 0; i < plan->lengths.size(); ++i)
      add_leaves(leaves, s, plan->lengths[i], plan->run(i));
    return tree<value>(plan->result, std::move(leaves));
  }
  static tree<value> single(const skeleton_type& s, std::span<const plan_source> sources) {
    auto leaves = leaf_buffer<value>::uninitialised(1);
    add_leaves(leaves, s, 1, sources);
    return tree<value>(treedef::leaf(), std::move(leaves));
  }
  static void add_leaves(leaf_buffer<value>& leaves, const skeleton_type& s, std::size_t count,
                         std::span<const plan_source> sources) {
    leaves.fill(count, [&](std::size_t k) {
      const plan_source* next = sources.data();
      return s.read(next, k);
    });
  }
};

} // namespace treelize::detail
