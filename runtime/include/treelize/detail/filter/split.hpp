// split, state, pop: groups of a tree's leaves by filters in their order, the first that matches
// has the leaf. Filters of known types give a tuple of states (one filter: the state), a
// filter_list a vector.
#pragma once

#include "treelize/detail/filter/errors.hpp"
#include "treelize/detail/filter/state_of.hpp"
#include "treelize/detail/filter/static_places.hpp"
#include "treelize/detail/raise.hpp"

#include <array>
#include <tuple>

namespace treelize::detail {

// ---- of a tree<T> ----

template <class Type>
state_of<tree<Type>> take_leaves(const shared_selection& which, std::span<const Type> from) {
  const std::vector<std::size_t>& positions = which->leaves();
  auto leaves = leaf_buffer<Type>::uninitialised(positions.size());
  leaves.fill(positions.size(),
              [&](std::size_t index) -> const Type& { return from[positions[index]]; });
  return {which, std::move(leaves)};
}

template <class Row>
[[noreturn]] void throw_not_covered(const Row& row, std::size_t count, const key_path& first) {
  detail::raise(filter_error(
      "treelize: no filter selects " +
          (count == 1 ? std::string("the leaf ") : std::to_string(count) + " leaves, the first ") +
          at_path(first.str()) + ": the filters are " + row_text(row) +
          "; `rest` takes what is left",
      first.str()));
}

template <bool MustCover, class Type, class Row>
selections select_of_tree(const tree<Type>& whole, const Row& row) {
  check_rest_is_last(row);
  selections found = select_leaves(row, whole.structure(), whole.leaves().data());
  const selection& left = *found->back();
  if (MustCover && left.size() != 0)
    throw_not_covered(row, left.size(), left.paths().front());
  return found;
}

/// By the paths of a state.
template <bool MustCover, class Type, class Row>
std::vector<state_of<tree<Type>>> groups_of(const state_of<tree<Type>>& whole, const Row& row) {
  check_rest_is_last(row);
  std::vector<std::vector<std::size_t>> groups(row.size() + 1);
  for (std::size_t index = 0; index < whole.size(); ++index) {
    const path_steps steps(whole.paths()[index]);
    groups[row.first_match(site<Type>{steps.last(), &whole.leaves()[index]})].push_back(index);
  }
  if (MustCover && !groups.back().empty())
    throw_not_covered(row, groups.back().size(), whole.paths()[groups.back().front()]);
  groups.pop_back();
  std::vector<state_of<tree<Type>>> result;
  for (const std::vector<std::size_t>& group : groups) {
    auto leaves = leaf_buffer<Type>::uninitialised(group.size());
    leaves.fill(group.size(),
                [&](std::size_t index) -> const Type& { return whole.leaves()[group[index]]; });
    result.emplace_back(whole.which()->part(group), std::move(leaves));
  }
  return result;
}

template <bool MustCover, class Type, class Row>
std::vector<state_of<tree<Type>>> groups_of(const tree<Type>& whole, const Row& row) {
  const selections found = select_of_tree<MustCover>(whole, row);
  std::vector<state_of<tree<Type>>> result;
  for (std::size_t index = 0; index < row.size(); ++index)
    result.push_back(take_leaves((*found)[index], whole.leaves()));
  return result;
}

// ---- of a static tree ----

/// Which filter has each leaf.
template <class Row>
struct group_visitor {
  const Row& row;
  bool must_cover;
  std::vector<std::size_t> groups = {};

  template <class Leaf>
  void leaf(const site_step* last, const Leaf& value) {
    groups.push_back(row.first_match(site<Leaf>{last, &value}));
    if (must_cover && groups.back() == row.size())
      throw_not_covered(row, 1, path_of(last));
  }
  void mark(std::string_view) {}
};

/// Zeroes the leaves of other groups.
struct blank_visitor {
  const std::vector<std::size_t>& groups;
  std::size_t group;
  std::vector<char> selected = {};

  template <class Leaf>
  void leaf(const site_step*, Leaf& value) {
    const bool is_selected = groups[selected.size()] == group;
    selected.push_back(is_selected);
    if constexpr (std::is_default_constructible_v<Leaf> && std::is_move_assignable_v<Leaf>)
      if (!is_selected)
        value = Leaf{};
  }
  void mark(std::string_view) {}
};

template <bool MustCover, class Tree, class Row>
  requires(!is_dynamic_tree<Tree> && tree_like<Tree>)
std::vector<state_of<Tree>> groups_of(const Tree& whole, const Row& row) {
  check_row<Tree, MustCover>(row);
  group_visitor<Row> find{row, MustCover};
  visit_static(whole, nullptr, find);
  std::vector<state_of<Tree>> result;
  for (std::size_t index = 0; index < row.size(); ++index) {
    Tree part = whole;
    blank_visitor blank{find.groups, index};
    visit_static(part, nullptr, blank);
    result.emplace_back(std::move(part), std::move(blank.selected));
  }
  return result;
}

// ---- what is given back ----

template <std::size_t Count, class State>
auto as_tuple(std::vector<State> states) {
  if constexpr (Count == 1)
    return std::move(states.front());
  else
    return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      return std::tuple{std::move(states[Index])...};
    }(std::make_index_sequence<Count>{});
}

template <class Type>
inline constexpr bool is_state = false;
template <class Type>
inline constexpr bool is_state<state_of<Type>> = true;

template <class Tree>
concept filterable = tree_like<Tree> || is_state<Tree>;

template <class Type>
const tree<Type>& whole_tree(const tree<Type>& given) {
  return given;
}
template <class Tree>
auto whole_tree(const tree_view<Tree>& view) {
  return view.copy();
}
template <class Tree>
  requires(!is_dynamic_tree<Tree>)
const Tree& whole_tree(const Tree& given) {
  return given;
}

template <bool MustCover>
struct split_fn {
  template <filterable Tree, class... Filter>
  auto operator()(const Tree& whole, const Filter&... filters) const {
    const auto row = make_row(filters...);
    return as_tuple<decltype(row)::count>(groups_of<MustCover>(whole_tree(whole), row));
  }
  template <filterable Tree, class Type>
  auto operator()(const Tree& whole, const filter_list<Type>& filters) const {
    return groups_of<MustCover>(whole_tree(whole), filter_sequence<Type>(filters));
  }
};

/// A structure without some of its leaves: a key of a dict goes with its leaf, elsewhere None
/// stands in.
treedef without_leaves(const treedef& structure, const std::vector<std::size_t>& sorted);

struct pop_fn {
  template <class Type, class... Filter>
  auto operator()(tree<Type>& whole, const Filter&... filters) const {
    static_assert(sizeof...(Filter) > 0, "treelize: pop needs a filter");
    const auto row = make_row(filters...);
    return as_tuple<sizeof...(Filter)>(pop(whole, row));
  }
  template <class Type>
  auto operator()(tree<Type>& whole, const filter_list<Type>& filters) const {
    return pop(whole, filter_sequence<Type>(filters));
  }
  /// `...` and `true` need not stand last here.
  template <class Type, class Row>
  static std::vector<state_of<tree<Type>>> pop(tree<Type>& whole, const Row& row) {
    const selections found = select_leaves(row, whole.structure(), whole.leaves().data());
    std::vector<state_of<tree<Type>>> result;
    std::vector<std::size_t> taken;
    for (std::size_t index = 0; index < row.size(); ++index) {
      result.push_back(take_leaves((*found)[index], std::span<const Type>(whole.leaves())));
      taken.insert(taken.end(), (*found)[index]->leaves().begin(), (*found)[index]->leaves().end());
    }
    std::sort(taken.begin(), taken.end());
    whole =
        tree<Type>(without_leaves(whole.structure(), taken),
                   leaves_of(take_leaves(found->back(), std::span<const Type>(whole.leaves()))));
    return result;
  }

private:
  template <class Type>
  static leaf_buffer<Type> leaves_of(const state_of<tree<Type>>& left) {
    auto leaves = leaf_buffer<Type>::uninitialised(left.size());
    leaves.fill(left.size(),
                [&](std::size_t index) -> const Type& { return left.leaves()[index]; });
    return leaves;
  }
};

} // namespace treelize::detail

namespace treelize {

/// `auto [params, others] = split(tree, with_tag("param"), rest)`: every leaf must be selected.
/// Also of a state. Throws filter_error for a leaf that no filter selects, with its path. On a
/// static tree a filter that can match nothing, or is shadowed, is an error too: while compiling if
/// the filters are constants.
inline constexpr detail::split_fn<true> split{};
/// The same, but leaves that no filter selects are left out.
inline constexpr detail::split_fn<false> state{};
/// Removes the selected leaves of a tree<T> and gives them as states.
inline constexpr detail::pop_fn pop{};

} // namespace treelize
