// The leaves of a tree with the sites that filters are asked about. A tree<T> is walked without
// recursion; a static tree by its types, with the tags of its fields.
#pragma once

#include "treelize/detail/filter/site.hpp"
#include "treelize/detail/pytree/key_paths.hpp"
#include "treelize/detail/walk/static_side.hpp"

#include <cstddef>
#include <deque>
#include <string>
#include <type_traits>

namespace treelize::detail {

/// As key_of_child, without a copy of the name.
inline site_step child_step(const site_step* up, const treedef_node& node, std::size_t place) {
  if (!node.keyed())
    return index_step(up, place);
  if (!node.numeric || node.key(place).front() == '-')
    return named_step(up, node.key(place));
  return index_step(up, key_of_child(node, place).index());
}

/// Calls `visit(last step, leaf)` for each leaf below a node, leaf being its position.
template <class Visit>
void visit_leaf_sites(const treedef_node* root, const site_step* up, const Visit& visit) {
  if (root->is_leaf())
    return visit(up, std::size_t(0));
  struct level {
    const treedef_node* node;
    std::size_t next;
    site_step step; // of the child that is being visited
  };
  std::size_t leaf = 0;
  std::deque<level> levels; // keeps its elements where they are
  levels.push_back({root, 0, {}});
  while (!levels.empty()) {
    level& at = levels.back();
    if (at.next == at.node->size) {
      levels.pop_back();
      continue;
    }
    const site_step* above = levels.size() == 1 ? up : &levels[levels.size() - 2].step;
    at.step = child_step(above, *at.node, at.next);
    const treedef_node* child = at.node->child(at.next++);
    if (child->is_leaf())
      visit(&at.step, leaf++);
    else if (child->size != 0)
      levels.push_back({child, 0, {}});
  }
}

/// The tags of a record's field.
template <class Type, std::size_t Index>
constexpr std::span<const std::string_view> field_tags() {
  if constexpr (listed_node<Type>)
    return shape<Type>::template field<Index>::tag_list::names;
  else
    return {};
}

template <class Type, std::size_t Index>
constexpr site_step field_step(const site_step* up) {
  constexpr static_key key = shape_of<Type>::key(Index);
  return key.is_index ? index_step(up, key.index)
                      : named_step(up, key.name, field_tags<Type, Index>());
}

/// Visits the leaves of a static tree: `visit.leaf(step, leaf)`; what the tree has only when it
/// runs (lengths, keys, presence) is told by `visit.mark(text)`.
template <class Type, class Visit>
void visit_static(Type& tree, const site_step* up, Visit& visit) {
  using plain = std::remove_cv_t<Type>;
  constexpr shape_kind kind = kind_of<plain>;
  if constexpr (kind == shape_kind::leaf) {
    visit.leaf(up, tree);
  } else if constexpr (kind == shape_kind::record) {
    [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      const auto at = [&]<std::size_t Inner>(std::integral_constant<std::size_t, Inner>) {
        const site_step step = field_step<plain, Inner>(up);
        visit_static(shape_of<plain>::template get<Inner>(tree), &step, visit);
      };
      (at(std::integral_constant<std::size_t, Index>{}), ...);
    }(std::make_index_sequence<shape_of<plain>::size>{});
  } else if constexpr (kind == shape_kind::mapping) {
    for (auto& [key, part] : tree) {
      const std::string name = key_text(key);
      visit.mark(name);
      const site_step step = named_step(up, name);
      visit_static(part, &step, visit);
    }
    visit.mark("}");
  } else if constexpr (kind == shape_kind::optional) {
    visit.mark(tree ? "*" : "None");
    if (tree)
      visit_static(*tree, up, visit);
  } else if constexpr (kind == shape_kind::dynamic) {
    visit.mark(tree.structure().str());
    visit_leaf_sites(tree.structure().node(), up, [&](const site_step* last, std::size_t leaf) {
      visit.leaf(last, tree.leaves()[leaf]);
    });
  } else {
    static_assert(std::is_reference_v<decltype(tree[0])>,
                  "treelize: the elements of a std::vector<bool> have no address: use "
                  "std::vector<char>");
    visit.mark(std::to_string(std::size(tree)));
    std::size_t place = 0;
    for (auto& part : tree) {
      const site_step step = index_step(up, place++);
      visit_static(part, &step, visit);
    }
  }
}

} // namespace treelize::detail
