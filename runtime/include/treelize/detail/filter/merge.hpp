// merge puts states of one tree together to that tree, merge_state to a state, update writes them
// into a tree that exists. Where two states have a leaf at one path, merge refuses, the others let
// the later win.
#pragma once

#include "treelize/detail/filter/errors.hpp"
#include "treelize/detail/filter/split.hpp"
#include "treelize/detail/raise.hpp"

#include <cstdint>
#include <string>

namespace treelize {

/// What update does to a leaf. Specialise it for leaves that take over only a part, such as a
/// variable that keeps its own kind.
template <class Type>
struct leaf_update {
  static void apply(Type& to, const Type& from) { to = from; }
};

namespace detail {

/// Which state has which leaf of a structure of so many leaves.
class merge_plan {
public:
  struct source {
    std::size_t state;
    std::size_t at;
  };
  explicit merge_plan(const treedef& origin);
  /// Throws filter_error for states of several trees, or a leaf that two states have.
  void add(std::size_t state, const selection& which);
  /// Throws filter_error for a leaf that no state has.
  const std::vector<source>& finish() const;

private:
  treedef origin_;
  std::vector<source> sources_;
};

/// Sources of merged states by path: the later has it, also where its leaf stands for a sub-tree.
/// Throws mismatch_error where a later path goes through a leaf.
std::vector<std::pair<key_path, merge_plan::source>>
merge_paths(std::span<const selection* const> states);

/// Dicts of one key each, for the keys of the path from `depth` on, and a leaf.
treedef nested_structure(const key_path& path, std::size_t depth);

/// Puts a leaf where the path leads, adding keys to dicts. Throws filter_error where that cannot
/// be.
template <class Type>
void put_leaf(const tree_view<tree<Type>>& at, const key_path& path, std::size_t depth,
              const Type& leaf);

template <class Type>
struct tree_merger {
  using state_type = state_of<tree<Type>>;
  std::span<const state_type* const> states;

  tree<Type> merge() const {
    merge_plan plan(states.front()->which()->origin());
    for (std::size_t place = 0; place < states.size(); ++place)
      plan.add(place, *states[place]->which());
    const auto& sources = plan.finish();
    auto leaves = leaf_buffer<Type>::uninitialised(sources.size());
    leaves.fill(sources.size(),
                [&](std::size_t place) -> const Type& { return leaf(sources[place]); });
    return tree<Type>(states.front()->which()->origin(), std::move(leaves));
  }

  state_type merge_state() const {
    std::vector<const selection*> parts;
    for (const state_type* given : states)
      parts.push_back(given->which().get());
    std::vector<std::pair<key_path, Type>> entries;
    for (const auto& [path, source] : merge_paths(parts))
      entries.emplace_back(path, leaf(source));
    return state_type(std::move(entries));
  }

private:
  const Type& leaf(merge_plan::source from) const { return states[from.state]->leaves()[from.at]; }
};

template <class Type>
void update_tree(tree<Type>& whole, const state_of<tree<Type>>& values) {
  const selection& which = *values.which();
  if (!which.is_free() && which.origin() == whole.structure()) {
    for (std::size_t place = 0; place < which.size(); ++place)
      leaf_update<Type>::apply(whole.leaves()[which.leaves()[place]], values.leaves()[place]);
    return;
  }
  for (std::size_t place = 0; place < values.size(); ++place)
    put_leaf(tree_view<tree<Type>>(whole), values.paths()[place], 0, values.leaves()[place]);
}

/// The leaf below dicts with the keys of the path from `depth` on.
template <class Type>
tree<Type> nested_leaf(const key_path& path, std::size_t depth, const Type& leaf) {
  auto leaves = leaf_buffer<Type>::uninitialised(1);
  leaves.push_back(leaf);
  return tree<Type>(nested_structure(path, depth), std::move(leaves));
}

/// A dict of integer keys with one more.
template <class Type>
tree<Type> with_number(const tree<Type>& dict, std::size_t key, const tree<Type>& child) {
  std::vector<std::int64_t> keys;
  for (std::size_t place = 0; place < dict.size(); ++place)
    keys.push_back(std::stoll(std::string(dict.structure().key(place))));
  keys.push_back(static_cast<std::int64_t>(key));
  std::vector<treedef> children = dict.structure().children();
  children.push_back(child.structure());
  treedef structure = treedef::dict(keys, children);
  const std::size_t at = structure.offset(position_of(*structure.node(), key));
  const std::size_t added = child.leaves().size();
  auto leaves = leaf_buffer<Type>::uninitialised(structure.leaf_count());
  leaves.fill(structure.leaf_count(), [&](std::size_t place) -> const Type& {
    if (place >= at && place < at + added)
      return child.leaves()[place - at];
    return dict.leaves()[place < at ? place : place - added];
  });
  return tree<Type>(std::move(structure), std::move(leaves));
}

template <class Type>
void put_leaf(const tree_view<tree<Type>>& at, const key_path& path, std::size_t depth,
              const Type& leaf) {
  const auto refuse = [&](const char* why) {
    detail::raise(filter_error(
        "treelize: update has a leaf " + at_path(path.str()) + ", where " + why, path.str()));
  };
  if (depth == path.size()) {
    if (!at.is_leaf())
      refuse("the tree has a sub-tree");
    return leaf_update<Type>::apply(at.value(), leaf);
  }
  const path_key& key = path[depth];
  if (at.is_leaf() || at.is_none())
    refuse("the tree ends above it");
  const treedef structure = at.structure();
  const bool exists = position_of(*structure.node(), key) < structure.size();
  const bool is_dict = at.kind() == node_kind::dict || at.kind() == node_kind::ordered_dict;
  const bool fits = structure.size() == 0 || structure.numeric() == key.is_index();
  if (!exists && !(is_dict && fits))
    refuse("the tree has no such key and takes none");
  if (exists && key.is_index())
    put_leaf(at[key.index()], path, depth + 1, leaf);
  else if (exists)
    put_leaf(at[std::string_view(key.name())], path, depth + 1, leaf);
  else if (key.is_index())
    at = with_number(at.copy(), key.index(), nested_leaf(path, depth + 1, leaf));
  else
    at[std::string_view(key.name())] = nested_leaf(path, depth + 1, leaf);
}

// ---- static trees ----

/// Overwrites a tree's leaves with those that a state has, leaf by leaf.
template <bool Merges>
struct static_writer {
  const std::vector<char>& selected;
  const std::vector<const void*>& from;
  std::vector<char>& written;
  std::size_t at = 0;

  template <class Leaf>
  void leaf(const site_step* last, Leaf& value) {
    const std::size_t place = at++;
    if (!selected.at(place))
      return;
    if (Merges && written.at(place))
      detail::raise(filter_error("treelize: merge is given the leaf " +
                                     at_path(path_of(last).str()) + " twice",
                                 path_of(last).str()));
    written.at(place) = 1;
    leaf_update<Leaf>::apply(value, *static_cast<const Leaf*>(from[place]));
  }
  void mark(std::string_view) {}
};

struct static_cover {
  const std::vector<char>& written;
  std::size_t at = 0;
  template <class Leaf>
  void leaf(const site_step* last, const Leaf&) {
    if (!written.at(at++))
      detail::raise(
          filter_error("treelize: merge: no state has the leaf " + at_path(path_of(last).str()),
                       path_of(last).str()));
  }
  void mark(std::string_view) {}
};

template <class Tree>
static_leaf_list list_leaves(const Tree& from) {
  static_leaf_list list;
  visit_static(from, nullptr, list);
  return list;
}

template <bool Merges, class Tree>
void write_state(Tree& whole, const std::string& marks, std::vector<char>& written,
                 const state_of<Tree>& values) {
  const static_leaf_list from = list_leaves(values.tree());
  if (from.marks != marks || from.leaves.size() != written.size())
    detail::raise(
        filter_error("treelize: the states are not of the same structure: their lengths, keys or "
                     "presence differ, '" +
                     marks + "' and '" + from.marks + "'"));
  static_writer<Merges> writer{values.selected(), from.leaves, written};
  visit_static(whole, nullptr, writer);
}

// ---- the objects ----

struct merge_fn {
  template <class Type, class... More>
    requires(true && ... && std::same_as<More, state_of<tree<Type>>>)
  tree<Type> operator()(const state_of<tree<Type>>& first, const More&... more) const {
    const std::array<const state_of<tree<Type>>*, 1 + sizeof...(More)> states{&first, &more...};
    return tree_merger<Type>{states}.merge();
  }
  template <class Type>
  tree<Type> operator()(const std::vector<state_of<tree<Type>>>& states) const {
    const auto all = pointers(states);
    return tree_merger<Type>{all}.merge();
  }
  template <class Tree, class... More>
    requires(!is_dynamic_tree<Tree> && (true && ... && std::same_as<More, state_of<Tree>>))
  Tree operator()(const state_of<Tree>& first, const More&... more) const {
    Tree whole = first.tree();
    const static_leaf_list list = list_leaves(whole);
    std::vector<char> written(list.leaves.size());
    write_state<true>(whole, list.marks, written, first);
    (write_state<true>(whole, list.marks, written, more), ...);
    static_cover cover{written};
    visit_static(whole, nullptr, cover);
    return whole;
  }

  template <class State>
  static std::vector<const State*> pointers(const std::vector<State>& states) {
    if (states.empty())
      detail::raise(filter_error("treelize: merge needs a state"));
    std::vector<const State*> result;
    for (const State& given : states)
      result.push_back(&given);
    return result;
  }
};

struct merge_state_fn {
  template <class Type, class... More>
    requires(true && ... && std::same_as<More, state_of<tree<Type>>>)
  state_of<tree<Type>> operator()(const state_of<tree<Type>>& first, const More&... more) const {
    const std::array<const state_of<tree<Type>>*, 1 + sizeof...(More)> states{&first, &more...};
    return tree_merger<Type>{states}.merge_state();
  }
  template <class Type>
  state_of<tree<Type>> operator()(const std::vector<state_of<tree<Type>>>& states) const {
    const auto all = merge_fn::pointers(states);
    return tree_merger<Type>{all}.merge_state();
  }
};

struct update_fn {
  template <class Type, class... More>
    requires(true && ... && std::same_as<More, state_of<tree<Type>>>)
  void operator()(tree<Type>& whole, const state_of<tree<Type>>& first, const More&... more) const {
    tree<Type> result = whole; // so that an error leaves the tree as it is
    update_tree(result, first);
    (update_tree(result, more), ...);
    whole = std::move(result);
  }
  template <class Tree, class... More>
    requires(!is_dynamic_tree<Tree> && (true && ... && std::same_as<More, state_of<Tree>>))
  void operator()(Tree& whole, const state_of<Tree>& first, const More&... more) const {
    const static_leaf_list list = list_leaves(whole);
    std::vector<char> written(list.leaves.size());
    write_state<false>(whole, list.marks, written, first);
    (write_state<false>(whole, list.marks, written, more), ...);
  }
};

} // namespace detail

/// The tree that these states were split from, with their leaves.
/// Throws filter_error for a leaf that no state or more than one has, and for states of different
/// trees.
inline constexpr detail::merge_fn merge{};
/// One state of all their leaves; at one path the later wins.
/// Throws mismatch_error where a path leads through another state's leaf.
inline constexpr detail::merge_state_fn merge_state{};
/// `update(tree, states...)` writes their leaves into the tree; a tree<T> gains what it does not
/// have. Throws filter_error where the tree has no place for a leaf; the tree is then as before.
inline constexpr detail::update_fn update{};

} // namespace treelize
