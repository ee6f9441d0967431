// Matching of structures, level by level on stacks of our own: a tree may be a million levels deep.
#include "treelize/detail/walk/walk_plan.hpp"

#include "plan_level.hpp"
#include "plan_runs.hpp"
#include "treelize/detail/walk/container_levels.hpp"
#include "treelize/error.hpp"

#include <algorithm>
#include <optional>
#include <string>

namespace treelize::detail {
namespace {

/// A level that is being descended. It stays when the planner has left it, as the next one at this
/// depth is often the same.
struct frame {
  plan_level level;
  std::size_t next = 0;          ///< the key to go to
  std::size_t first_child = 0;   ///< of the finished children
  std::optional<treedef> result; ///< of the last time that the planner was here
};

class planner {
public:
  planner(const walk_rules& rules, const path_frame* base) : rules_(rules), base_(base) {}

  walk_plan run(std::span<const treedef_node* const> nodes) {
    plan_.arguments = nodes.size();
    for (const treedef_node* node : nodes)
      places_.push_back({node, 0, false});
    enter();
    while (depth_ != 0)
      if (top().next < top().level.keys.size())
        descend();
      else
        leave();
    plan_.result = std::move(finished_.back());
    return std::move(plan_);
  }

private:
  walk_rules rules_;
  const path_frame* base_;
  walk_plan plan_;
  std::vector<frame> frames_; ///< those below depth_ are open
  std::size_t depth_ = 0;
  std::vector<plan_place> places_; ///< as many as arguments for each open frame
  std::vector<treedef> finished_;

  frame& top() { return frames_[depth_ - 1]; }
  std::span<const plan_place> top_places() const {
    return std::span(places_).last(plan_.arguments);
  }

  /// The places on top are matched: they are leaves, or one structure, or a level of their own.
  void enter() {
    if (std::ranges::none_of(top_places(), &plan_place::branch)) {
      finish(1, false, treedef::leaf());
    } else if (const treedef_node* same = shared_structure()) {
      finish(same->leaves, true, treedef::share(same));
    } else {
      open_frame();
    }
  }
  void open_frame() {
    if (depth_ == frames_.size())
      frames_.emplace_back();
    frame& f = frames_[depth_];
    if (!is_for(f.level, top_places())) {
      match_level(f.level, rules_, top_places(), [this] { return path(depth_); });
      f.result.reset();
    }
    f.next = 0;
    f.first_child = finished_.size();
    ++depth_;
  }
  void finish(std::size_t leaves, bool below, treedef result) {
    add_run(plan_, leaves, top_places(), below);
    finished_.push_back(std::move(result));
    places_.resize(places_.size() - plan_.arguments);
  }

  void descend() {
    frame& f = top();
    const std::size_t key = f.next++;
    const std::size_t first = places_.size() - plan_.arguments;
    for (std::size_t i = 0; i < plan_.arguments; ++i)
      places_.push_back(child(places_[first + i], f.level.positions[key * plan_.arguments + i], i));
    enter();
  }

  void leave() {
    frame& f = top();
    const auto children = std::span(finished_).subspan(f.first_child);
    if (!f.result || !has_children(*f.result, children))
      f.result = result_node(f.level, children);
    finished_.resize(f.first_child);
    finished_.push_back(*f.result);
    places_.resize(places_.size() - plan_.arguments);
    --depth_;
  }

  static bool has_children(const treedef& def, std::span<const treedef> children) {
    for (std::size_t i = 0; i < children.size(); ++i)
      if (def.node()->child(i) != children[i].node())
        return false;
    return true;
  }
  static treedef result_node(const plan_level& level, std::span<const treedef> children) {
    if (level.model)
      return treedef::share(level.model).with_children(children);
    std::vector<std::string_view> names;
    if (level.kind == node_kind::dict || level.kind == node_kind::ordered_dict)
      for (const level_key& key : level.keys)
        names.push_back(key.name);
    return treedef::make(level.kind, level.type_name, names, children);
  }

  plan_place child(const plan_place& place, std::uint32_t position, std::size_t argument) const {
    if (!place.branch()) {
      if (!rules_.inherit)
        throw_not_inherited(place, argument);
      return {place.node, place.offset, true};
    }
    if (position != nowhere)
      return {place.node->child(position), place.offset + place.node->offset(position), false};
    if (!rules_.has_missing)
      throw_nothing_there(place, argument);
    return {};
  }

  const treedef_node* shared_structure() const {
    common_structure shared(rules_);
    for (const plan_place& place : top_places())
      shared.add(place.node ? place.node : leaf_node()); // what is missing is missing all over
    return shared.node();
  }

  // ---- messages ----

  /// The place that so many frames lead to.
  std::string path(std::size_t depth) const {
    std::string text = path_text(base_);
    for (std::size_t i = 0; i < depth; ++i)
      frames_[i].level.keys[frames_[i].next - 1].print_to(text);
    return text;
  }
  [[noreturn]] void throw_not_inherited(const plan_place& place, std::size_t argument) const {
    const std::string where = path(depth_ - 1);
    throw inherit_error("treelize: inherit is off: " + argument_text(argument) + " is " +
                            (place.node ? "a leaf " : "missing ") + at_path(where) +
                            ", a tree is expected",
                        where);
  }
  [[noreturn]] void throw_nothing_there(const plan_place& place, std::size_t argument) const {
    const std::string where = path(depth_);
    throw missing_error("treelize: " + argument_text(argument) + ", " + keys_text(*place.node) +
                            ", has nothing " + at_path(where) +
                            ", and the function has no `missing`",
                        where);
  }
};

} // namespace

walk_plan make_plan(const walk_rules& rules, std::span<const treedef_node* const> nodes,
                    const path_frame* base) {
  return planner(rules, base).run(nodes);
}

} // namespace treelize::detail
