// Selections of leaves: their paths, the cache, and trees with leaves taken out.
#include "treelize/detail/filter/selection.hpp"

#include "treelize/detail/filter/split.hpp"

#include <algorithm>
#include <cstdint>
#include <string>

namespace treelize::detail {

key_path path_of(const site_step* last) {
  std::vector<path_key> keys;
  for (const site_step* step = last; step; step = step->up) {
    if (step->kind == step_kind::index)
      keys.emplace_back(step->index);
    else
      keys.emplace_back(step->name);
  }
  std::reverse(keys.begin(), keys.end());
  return key_path(std::move(keys));
}

const std::vector<key_path>& selection::paths() const {
  if (is_free_)
    return paths_;
  std::call_once(paths_found_, [this] {
    for (std::size_t leaf : leaves_)
      paths_.push_back(path_of_leaf(origin_.node(), leaf));
  });
  return paths_;
}

shared_selection selection::part(const std::vector<std::size_t>& chosen) const {
  if (is_free_) {
    std::vector<key_path> paths;
    for (std::size_t i : chosen)
      paths.push_back(paths_[i]);
    return std::make_shared<const selection>(std::move(paths));
  }
  std::vector<std::size_t> leaves;
  for (std::size_t i : chosen)
    leaves.push_back(leaves_[i]);
  return std::make_shared<const selection>(origin_, std::move(leaves));
}

selections grouping::finish(const treedef& origin) && {
  std::vector<shared_selection> result;
  for (std::vector<std::size_t>& group : leaves_)
    result.push_back(std::make_shared<const selection>(origin, std::move(group)));
  return std::make_shared<const std::vector<shared_selection>>(std::move(result));
}

selections selection_cache::find(const std::string& filters, const treedef& structure) const {
  std::lock_guard lock(mutex_);
  for (const entry& e : entries_)
    if (e.structure == structure && e.filters == filters)
      return e.found;
  return nullptr;
}

void selection_cache::add(std::string filters, const treedef& structure, selections found) {
  std::lock_guard lock(mutex_);
  if (entries_.size() == capacity)
    entries_.pop_front();
  entries_.push_back({std::move(filters), structure, std::move(found)});
}

namespace {

/// A node whose children are being made anew.
struct remade_node {
  const treedef_node* node;
  std::size_t next = 0;
  std::vector<std::size_t> kept = {};
  std::vector<treedef> children = {};

  bool loses_keys() const {
    return node->kind == node_kind::dict || node->kind == node_kind::ordered_dict;
  }
  void keep(treedef child) {
    kept.push_back(next - 1);
    children.push_back(std::move(child));
  }
  treedef finish() const {
    if (!loses_keys())
      return treedef::share(node).with_children(children);
    if (node->numeric)
      return treedef::dict(numbers(), children);
    std::vector<std::string_view> keys;
    for (std::size_t i : kept)
      keys.push_back(node->key(i));
    return treedef::make(node->kind, node->name(), keys, children);
  }

private:
  std::vector<std::int64_t> numbers() const {
    std::vector<std::int64_t> result;
    for (std::size_t i : kept)
      result.push_back(std::stoll(std::string(node->key(i))));
    return result;
  }
};

} // namespace

treedef without_leaves(const treedef& structure, const std::vector<std::size_t>& sorted) {
  if (sorted.empty())
    return structure;
  if (structure.is_leaf())
    return treedef::none();
  std::size_t leaf = 0, removed = 0;
  std::vector<remade_node> nodes{{structure.node()}};
  for (;;) {
    remade_node& at = nodes.back();
    if (at.next == at.node->size) {
      treedef made = at.finish();
      nodes.pop_back();
      if (nodes.empty())
        return made;
      nodes.back().keep(std::move(made));
      continue;
    }
    const treedef_node* child = at.node->child(at.next++);
    if (!child->is_leaf()) {
      nodes.push_back({child});
    } else if (removed < sorted.size() && sorted[removed] == leaf++) {
      ++removed;
      if (!at.loses_keys())
        at.keep(treedef::none());
    } else {
      at.keep(treedef::leaf());
    }
  }
}

} // namespace treelize::detail
