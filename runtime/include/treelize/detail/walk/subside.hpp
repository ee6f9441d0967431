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
template <class Function, class Parameter, class Argument>
struct given_argument {
  using parameter = Parameter;
  using type = Argument&;
  static Argument& make(Argument& argument) { return argument; }
};

/// Going down the containers, the walk comes to something that the parameter takes whole.
template <class Parameter, class Argument>
constexpr bool reaches_leaf() {
  if constexpr (takes_whole<Parameter, Argument>::value)
    return true;
  else if constexpr (kind_of<Argument> == shape_kind::dynamic)
    return takes_whole<Parameter, typename Argument::leaf_type>::value;
  else if constexpr (requires { typename shape_of<Argument>::element_type; })
    return reaches_leaf<Parameter, typename shape_of<Argument>::element_type>();
  else
    return false;
}

template <class Function, class Parameter, class Argument>
constexpr bool subsides() {
  if constexpr (!Function::options.subside.enabled || kind_of<Argument> == shape_kind::leaf ||
                kind_of<Argument> == shape_kind::dynamic)
    return false;
  else if constexpr (!says_itself<Parameter> && reaches_leaf<Parameter, Argument>())
    return false;
  else
    return part_of<Function, wanted<Parameter>, Argument>() == part_kind::container &&
           skeleton<Function, wanted<Parameter>, Argument>::tree_count != 0;
}

/// A leaf that may hold trees, as the running program knows: it is a tree, perhaps of one leaf.
template <class Function, class Parameter, class Argument>
  requires(Function::options.subside.enabled && opens_leaf<std::remove_const_t<Argument>>)
struct given_argument<Function, Parameter, Argument> {
  using parameter = Parameter;
  using type = tree<std::remove_const_t<Argument>>;
  static type make(Argument& argument) { return subside_open(argument, Function::options.subside); }
};
template <class Function, class Parameter, class Type>
  requires(Function::options.subside.enabled && opens_leaf<Type>)
struct given_argument<Function, Parameter, const tree<Type>> {
  using parameter = Parameter;
  using type = tree<Type>;
  static type make(const tree<Type>& given) {
    return given.is_leaf() ? subside_open(given.value(), Function::options.subside) : given;
  }
};

template <class Function, class Parameter, class Argument>
  requires(subsides<Function, Parameter, Argument>())
struct given_argument<Function, Parameter, Argument> {
  using skeleton_type = skeleton<Function, wanted<Parameter>, Argument>;
  using value = typename skeleton_type::value;
  using first = typename skeleton_type::first_tree;
  static constexpr bool keeps_class = skeleton_type::all_static;
  using prototype = std::conditional_t<keeps_class, typename first::tree_type, void>;

  using parameter = std::conditional_t<std::same_as<wanted<Parameter>, deduced>, value&, Parameter>;
  using type = subsided<value, prototype, typename first::rule>;

  static type make(Argument& argument) {
    const skeleton_type whole(argument);
    std::vector<const treedef_node*> nodes;
    whole.add_structures(nodes);
    if constexpr (keeps_class)
      return {pair(whole, nodes), whole.prototype()};
    else
      return {pair(whole, nodes), nullptr};
  }

private:
  static constexpr walk_rules rules{mode::strict, Function::options.subside.inherit, false};

  /// One tree of all trees in the container.
  static tree<value> pair(const skeleton_type& whole,
                          const std::vector<const treedef_node*>& nodes) {
    common_structure shared(rules);
    for (const treedef_node* node : nodes)
      shared.add(node);
    if (const treedef_node* common = shared.node()) {
      std::vector<plan_source> sources;
      for (const treedef_node* node : nodes)
        sources.push_back({0, static_cast<std::uint8_t>(node->is_leaf() ? 0 : 1), false, false});
      auto leaves = leaf_buffer<value>::uninitialised(common->leaves);
      add_leaves(leaves, whole, common->leaves, sources);
      return tree<value>(treedef::share(common), std::move(leaves));
    }
    if (nodes.empty()) // an empty vector: there is no tree, and so it is a leaf
      return single(whole, {});
    const auto plan = find_plan(rules, nodes, nullptr);
    auto leaves = leaf_buffer<value>::uninitialised(plan->result.leaf_count());
    for (std::size_t index = 0; index < plan->lengths.size(); ++index)
      add_leaves(leaves, whole, plan->lengths[index], plan->run(index));
    return tree<value>(plan->result, std::move(leaves));
  }
  static tree<value> single(const skeleton_type& whole, std::span<const plan_source> sources) {
    auto leaves = leaf_buffer<value>::uninitialised(1);
    add_leaves(leaves, whole, 1, sources);
    return tree<value>(treedef::leaf(), std::move(leaves));
  }
  static void add_leaves(leaf_buffer<value>& leaves, const skeleton_type& whole, std::size_t count,
                         std::span<const plan_source> sources) {
    leaves.fill(count, [&](std::size_t slot) {
      const plan_source* next = sources.data();
      return whole.read(next, slot);
    });
  }
};

} // namespace treelize::detail
