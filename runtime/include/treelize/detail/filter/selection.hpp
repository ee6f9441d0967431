// Which leaves of a structure filters select, and the cache of it: where no filter reads the leaves
// themselves, what is selected follows from the structure and is found once for it.
#pragma once

#include "treelize/detail/filter/errors.hpp"
#include "treelize/detail/filter/filter_for.hpp"
#include "treelize/detail/filter/leaf_walk.hpp"
#include "treelize/detail/treedef.hpp"

#include <cstddef>
#include <deque>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace treelize::detail {

/// Leaves of a structure, by position, or, where there is none, by path. Immutable but for the
/// paths of the former, which are found when they are asked for.
class selection {
public:
  selection(treedef origin, std::vector<std::size_t> leaves)
      : origin_(std::move(origin)), leaves_(std::move(leaves)) {}
  explicit selection(std::vector<key_path> paths)
      : leaves_(paths.size()), paths_(std::move(paths)), is_free_(true) {}

  /// Not taken from one structure: only the paths are known.
  bool is_free() const { return is_free_; }
  const treedef& origin() const { return origin_; }
  std::size_t size() const { return leaves_.size(); }
  const std::vector<std::size_t>& leaves() const { return leaves_; }
  const std::vector<key_path>& paths() const;
  /// The chosen ones of these leaves.
  std::shared_ptr<const selection> part(const std::vector<std::size_t>& chosen) const;

private:
  treedef origin_;
  std::vector<std::size_t> leaves_;
  mutable std::vector<key_path> paths_;
  mutable std::once_flag paths_found_;
  bool is_free_ = false;
};

using shared_selection = std::shared_ptr<const selection>;

/// What each filter of a row selects, and at the end what none does.
using selections = std::shared_ptr<const std::vector<shared_selection>>;

/// The positions sorted by the group they are in.
class grouping {
public:
  explicit grouping(std::size_t groups) : leaves_(groups) {}
  void add(std::size_t group, std::size_t leaf) { leaves_[group].push_back(leaf); }
  selections finish(const treedef& origin) &&;

private:
  std::vector<std::vector<std::size_t>> leaves_;
};

/// Bounded; the oldest entry goes first.
class selection_cache {
public:
  selections find(const std::string& filters, const treedef& structure) const;
  void add(std::string filters, const treedef& structure, selections found);

private:
  static constexpr std::size_t capacity = 64;
  struct entry {
    std::string filters;
    treedef structure;
    selections found;
  };
  mutable std::mutex mutex_;
  std::deque<entry> entries_;
};

/// One for each kind of leaf and row, as these decide what a filter's text means.
template <class Type, class Row>
selection_cache& cache_of() {
  static auto& cache = *new selection_cache; // trees with static lifetime may outlive any order
  return cache;
}

/// Tells once for each structure of filters that select nothing there.
template <class Row>
void warn_of_idle_filters(const Row& row, const std::vector<bool>& matches,
                          const std::vector<shared_selection>& found, const treedef& structure) {
  row.visit([&](std::size_t index, const auto& item) {
    const std::string text = item.str();
    if (found[index]->size() != 0 || text == "nothing" || text == "everything")
      return;
    warn("treelize: filter " + std::to_string(index) + ", " + text + ", selects nothing of " +
         structure.str() +
         (matches[index] ? ": filters before it take all that it could" : ": it matches no leaf"));
  });
}

template <class Type, class Row>
selections find_selections(const Row& row, const treedef& structure, const Type* leaves) {
  grouping groups(row.size() + 1);
  std::vector<bool> matches(row.size());
  visit_leaf_sites(structure.node(), nullptr, [&](const site_step* last, std::size_t leaf) {
    const site<Type> here{last, leaves + leaf};
    const std::size_t group = row.first_match(here);
    groups.add(group, leaf);
    // Only a filter that is found idle is worth asking again.
    if (group < row.size())
      matches[group] = true;
  });
  selections found = std::move(groups).finish(structure);
  bool is_any_idle = false;
  for (std::size_t index = 0; index < row.size(); ++index)
    is_any_idle = is_any_idle || (*found)[index]->size() == 0;
  if (is_any_idle && structure.leaf_count() != 0) {
    visit_leaf_sites(structure.node(), nullptr, [&](const site_step* last, std::size_t leaf) {
      row.visit([&](std::size_t index, const auto& item) {
        if (!matches[index] && item.test(site<Type>{last, leaves + leaf}) == verdict::yes)
          matches[index] = true;
      });
    });
    warn_of_idle_filters(row, matches, *found, structure);
  }
  return found;
}

/// By position in the structure: what each filter selects, what is left at the end.
template <class Type, class Row>
selections select_leaves(const Row& row, const treedef& structure, const Type* leaves) {
  if (row.template reads<Type>())
    return find_selections(row, structure, leaves);
  const std::string key = row_text(row);
  selection_cache& cache = cache_of<Type, Row>();
  if (selections found = cache.find(key, structure))
    return found;
  selections found = find_selections(row, structure, leaves);
  cache.add(key, structure, found);
  return found;
}

} // namespace treelize::detail
