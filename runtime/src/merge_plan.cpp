// Which state gives which leaf: by position in the tree that all were split from, or by path.
#include "treelize/detail/filter/merge.hpp"

#include <algorithm>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>

namespace treelize::detail {
namespace {

constexpr std::size_t no_state = std::numeric_limits<std::size_t>::max();

/// Whether `a` is the beginning of `b`.
bool begins(const key_path& a, const key_path& b) {
  return a.size() <= b.size() && std::equal(a.begin(), a.end(), b.begin());
}

} // namespace

merge_plan::merge_plan(const treedef& origin)
    : origin_(origin), sources_(origin.leaf_count(), source{no_state, 0}) {}

void merge_plan::add(std::size_t state, const selection& which) {
  if (which.is_free())
    throw filter_error("treelize: merge needs states that were split from a tree; state " +
                       std::to_string(state) +
                       " was put together from paths: merge_state joins such, "
                       "update writes them into a tree");
  if (!(which.origin() == origin_))
    throw filter_error("treelize: merge: state 0 was split from " + origin_.str() + ", state " +
                       std::to_string(state) + " from " + which.origin().str());
  for (std::size_t i = 0; i < which.size(); ++i) {
    source& to = sources_[which.leaves()[i]];
    if (to.state != no_state) {
      const std::string path = path_of_leaf(origin_.node(), which.leaves()[i]).str();
      throw filter_error("treelize: merge: states " + std::to_string(to.state) + " and " +
                             std::to_string(state) + " both have the leaf " + at_path(path),
                         path);
    }
    to = {state, i};
  }
}

const std::vector<merge_plan::source>& merge_plan::finish() const {
  for (std::size_t i = 0; i < sources_.size(); ++i)
    if (sources_[i].state == no_state) {
      const std::string path = path_of_leaf(origin_.node(), i).str();
      throw filter_error("treelize: merge: no state has the leaf " + at_path(path), path);
    }
  return sources_;
}

bool path_less(const key_path& a, const key_path& b) {
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) {
    if (a[i] == b[i])
      continue;
    if (a[i].is_index() != b[i].is_index())
      throw mismatch_error("treelize: the paths '" + a.str() + "' and '" + b.str() +
                               "' have a name and an index side by side",
                           b.str());
    return a[i].is_index() ? a[i].index() < b[i].index() : a[i].name() < b[i].name();
  }
  return a.size() < b.size();
}

std::vector<std::size_t> sorted_paths(const std::vector<key_path>& paths) {
  std::vector<std::size_t> order(paths.size());
  std::iota(order.begin(), order.end(), std::size_t(0));
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return path_less(paths[a], paths[b]); });
  for (std::size_t i = 1; i < order.size(); ++i)
    if (begins(paths[order[i - 1]], paths[order[i]]))
      throw mismatch_error("treelize: the leaf " + at_path(paths[order[i - 1]].str()) +
                               " is above the leaf " + at_path(paths[order[i]].str()) +
                               ", or the same",
                           paths[order[i]].str());
  return order;
}

std::vector<std::pair<key_path, merge_plan::source>>
merge_paths(std::span<const selection* const> states) {
  std::map<key_path, merge_plan::source, decltype(&path_less)> merged(&path_less);
  for (std::size_t s = 0; s < states.size(); ++s)
    for (std::size_t i = 0; i < states[s]->size(); ++i) {
      const key_path& path = states[s]->paths()[i];
      auto below = merged.lower_bound(path);
      if (below != merged.begin())
        if (auto above = std::prev(below); begins(above->first, path))
          throw mismatch_error("treelize: merge_state: the leaf " + at_path(path.str()) +
                                   " is below the leaf " + at_path(above->first.str()),
                               path.str());
      while (below != merged.end() && begins(path, below->first))
        below = merged.erase(below);
      merged.emplace_hint(below, path, merge_plan::source{s, i});
    }
  return {merged.begin(), merged.end()};
}

treedef nested_structure(const key_path& path, std::size_t depth) {
  treedef made = treedef::leaf();
  for (std::size_t i = path.size(); i > depth; --i) {
    const path_key& key = path[i - 1];
    const treedef child = made;
    if (key.is_index()) {
      const auto number = static_cast<std::int64_t>(key.index());
      made = treedef::dict(std::span(&number, 1), {&child, 1});
    } else {
      const std::string_view name = key.name();
      made = treedef::dict(std::span(&name, 1), {&child, 1});
    }
  }
  return made;
}

} // namespace treelize::detail
