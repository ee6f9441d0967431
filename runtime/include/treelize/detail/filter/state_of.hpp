// A state: some leaves of a tree with their paths, what split and its kin give and merge takes.
// That of a tree<T> has the selected leaves alone, in one array. That of a static tree is a tree of
// the same class, in which the leaves that are not selected are zero.
#pragma once

#include "treelize/detail/filter/selection.hpp"
#include "treelize/detail/raise.hpp"
#include "treelize/tree.hpp"

#include <algorithm>
#include <ostream>
#include <span>
#include <string_view>
#include <utility>

namespace treelize {

template <class Tree>
class state_of;

/// Some leaves of a tree<T> with their paths: what state gives, and update and merge take.
template <class Type>
class state_of<tree<Type>> {
public:
  using leaf_type = Type;

  state_of() : state_of(std::vector<std::pair<key_path, Type>>{}) {}
  /// All leaves of a tree.
  explicit state_of(const tree<Type>& whole);
  /// Leaves by their paths, in any order.
  /// Throws mismatch_error if a path occurs twice or goes through another's leaf.
  explicit state_of(std::vector<std::pair<key_path, Type>> entries);
  state_of(detail::shared_selection which, detail::leaf_buffer<Type> leaves)
      : which_(std::move(which)), leaves_(std::move(leaves)) {}

  std::size_t size() const { return leaves_.size(); }
  bool empty() const { return size() == 0; }
  std::span<const Type> leaves() const { return {leaves_.data(), leaves_.size()}; }
  std::span<Type> leaves() { return {leaves_.data(), leaves_.size()}; }
  /// The paths of the leaves, in their order.
  const std::vector<key_path>& paths() const { return which_->paths(); }
  bool contains(std::string_view path) const { return position(path) < size(); }
  /// The leaf at a path as it is printed, `s["layers[0].w"]`.
  /// Throws access_error if it is not among these leaves.
  const Type& operator[](std::string_view path) const { return leaves_.data()[require(path)]; }
  Type& operator[](std::string_view path) { return leaves_.data()[require(path)]; }

  const detail::shared_selection& which() const { return which_; }

  friend bool operator==(const state_of& left, const state_of& right) {
    return (left.which_ == right.which_ || left.paths() == right.paths()) &&
           std::ranges::equal(left.leaves(), right.leaves());
  }
  friend std::ostream& operator<<(std::ostream& out, const state_of& given) {
    out << '{';
    for (std::size_t index = 0; index < given.size(); ++index)
      out << (index == 0 ? "" : ", ") << given.paths()[index].str() << ": "
          << detail::leaf_text(given.leaves()[index]);
    return out << '}';
  }

private:
  detail::shared_selection which_;
  detail::leaf_buffer<Type> leaves_;

  std::size_t position(std::string_view path) const {
    const auto& places = paths();
    return static_cast<std::size_t>(
        std::ranges::find_if(places,
                             [&](const key_path& place) { return place.str() == path; }) -
        places.begin());
  }
  std::size_t require(std::string_view path) const {
    const std::size_t index = position(path);
    if (index == size())
      detail::raise(
          access_error("treelize: the state has no leaf " + detail::at_path(std::string(path)),
                       std::string(path)));
    return index;
  }
};

namespace detail {

/// An order of paths in which a leaf stands before what is below it: names by their text, indices
/// by number. Throws mismatch_error where names and indices stand side by side.
bool path_less(const key_path& left, const key_path& right);
/// Sorts positions by path. Throws mismatch_error if a path occurs twice or leads through another.
std::vector<std::size_t> sorted_paths(const std::vector<key_path>& paths);

/// Pointers to the leaves of a static tree in the order of the walk, and what it has only when it
/// runs.
struct static_leaf_list {
  std::vector<const void*> leaves;
  std::string marks;

  template <class Leaf>
  void leaf(const site_step*, const Leaf& value) {
    leaves.push_back(&value);
  }
  void mark(std::string_view text) { (marks += text) += ';'; }
};

} // namespace detail

template <class Type>
state_of<tree<Type>>::state_of(const tree<Type>& whole) {
  std::vector<std::size_t> places(whole.leaves().size());
  for (std::size_t index = 0; index < places.size(); ++index)
    places[index] = index;
  which_ = std::make_shared<const detail::selection>(whole.structure(), std::move(places));
  leaves_ = detail::leaf_buffer<Type>::uninitialised(whole.leaves().size());
  leaves_.fill(whole.leaves().size(),
               [&](std::size_t index) -> const Type& { return whole.leaves()[index]; });
}

template <class Type>
state_of<tree<Type>>::state_of(std::vector<std::pair<key_path, Type>> entries) {
  std::vector<key_path> paths;
  for (const auto& [path, leaf] : entries)
    paths.push_back(path);
  const std::vector<std::size_t> order = detail::sorted_paths(paths);
  std::vector<key_path> sorted;
  for (std::size_t index : order)
    sorted.push_back(std::move(paths[index]));
  leaves_ = detail::leaf_buffer<Type>::uninitialised(order.size());
  leaves_.fill(order.size(),
               [&](std::size_t index) -> const Type& { return entries[order[index]].second; });
  which_ = std::make_shared<const detail::selection>(std::move(sorted));
}

/// The state of a static tree: `state->field` reaches the tree.
template <class Tree>
class state_of {
public:
  state_of(Tree part, std::vector<char> selected)
      : part_(std::move(part)), selected_(std::move(selected)) {}

  /// The tree, in which the leaves that are not selected are zero.
  const Tree& tree() const { return part_; }
  Tree& tree() { return part_; }
  const Tree* operator->() const { return &part_; }
  Tree* operator->() { return &part_; }

  /// The number of selected leaves.
  std::size_t size() const {
    return static_cast<std::size_t>(std::count(selected_.begin(), selected_.end(), 1));
  }
  bool empty() const { return size() == 0; }
  /// For each leaf of the tree in its order, whether it is selected.
  const std::vector<char>& selected() const { return selected_; }
  std::vector<key_path> paths() const {
    std::vector<key_path> result;
    for_each([&](const key_path& path, const auto&) { result.push_back(path); });
    return result;
  }
  bool contains(std::string_view path) const {
    return std::ranges::any_of(paths(), [&](const key_path& place) { return place.str() == path; });
  }
  /// Calls `f(path, leaf)` for each selected leaf.
  template <class Function>
  void for_each(Function&& function) const {
    visitor<Function> visit{selected_, function};
    detail::visit_static(part_, nullptr, visit);
  }

private:
  template <class Function>
  struct visitor {
    const std::vector<char>& selected;
    Function& function;
    std::size_t at = 0;

    template <class Leaf>
    void leaf(const detail::site_step* last, Leaf& value) {
      if (selected.at(at++))
        function(detail::path_of(last), value);
    }
    void mark(std::string_view) {}
  };

  Tree part_;
  std::vector<char> selected_;
};

} // namespace treelize
