// One level of a plan: which keys the result has there, by the mode, and where each argument keeps
// them.
#pragma once

#include "treelize/detail/walk/walk_plan.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace treelize::detail {

/// What an argument is at the place where the planner stands.
struct plan_place {
  const treedef_node* node = nullptr; ///< null: missing
  std::size_t offset = 0;
  bool inherited = false;

  bool branch() const { return node && !node->is_leaf(); }
};

/// A name, or an index where the children have no names.
struct level_key {
  std::string_view name;
  std::size_t index = 0;

  bool named() const { return name.data() != nullptr; }
  void print_to(std::string& text) const;
};

/// What the result is at one level, but for its children, and where the arguments have them.
struct plan_level {
  std::vector<const treedef_node*> nodes; ///< of the arguments that it is for; null: no branch
  node_kind kind = node_kind::none;
  std::string_view type_name;
  const treedef_node* model = nullptr; ///< a node with the same keys, if an argument has them
  std::vector<level_key> keys;
  std::vector<std::uint32_t> positions; ///< for each key one of every argument, or `nowhere`
};
inline constexpr std::uint32_t nowhere = ~std::uint32_t(0);

/// Whether the level is what these arguments give: siblings mostly have one structure.
bool is_for(const plan_level& level, std::span<const plan_place> arguments);

/// Fills the level for these arguments, of which at least one is a branch. Throws mismatch_error
/// where the mode refuses their keys; `path` says where that is.
void match_level(plan_level& level, const walk_rules& rules, std::span<const plan_place> arguments,
                 const std::function<std::string()>& path);

/// `keys {a, b}` or `3 elements`, for messages.
std::string keys_text(const treedef_node& node);

} // namespace treelize::detail
