// Matching of structures, level by level on a stack of our own: a tree may be a million levels
// deep.
#include "treelize/walk/walk_plan.hpp"

#include "treelize/error.hpp"
#include "treelize/walk/container_levels.hpp"

#include <algorithm>
#include <string>

namespace treelize::detail {
namespace {

/// What an argument is at the place where the walk stands.
struct cursor {
  const treedef_node* node = nullptr; ///< null: missing
  std::size_t offset = 0;
  bool inherited = false;

  bool branch() const { return node && !node->is_leaf(); }
};

/// A key of the result at some level: a position in each argument that is descended there.
struct step {
  std::string_view name;
  std::size_t index = 0;
};

struct frame {
  std::vector<cursor> arguments;
  std::vector<step> steps;
  std::size_t next = 0;
  node_kind kind = node_kind::none;
  std::string_view type_name;
  const treedef_node* model = nullptr; ///< a node that the result is like, but for its children
  std::size_t first_child = 0;         ///< of its finished children, on the planner's stack
};

class planner {
public:
  planner(const walk_rules& rules, const path_frame* base) : rules_(rules), base_(base) {}

  walk_plan run(std::span<const treedef_node* const> nodes) {
    plan_.arguments = nodes.size();
    std::vector<cursor> roots;
    for (const treedef_node* node : nodes)
      roots.push_back({node, 0, false});
    enter(std::move(roots));
    while (!frames_.empty())
      if (frames_.back().next < frames_.back().steps.size())
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
  std::vector<frame> frames_;
  std::vector<treedef> finished_;

  // ---- the walk ----

  void enter(std::vector<cursor> arguments) {
    if (const treedef_node* same = shared_structure(arguments)) {
      add_run(same->leaves, arguments, true);
      finished_.push_back(treedef::share(same));
      return;
    }
    if (std::none_of(arguments.begin(), arguments.end(), [](auto& c) { return c.branch(); })) {
      add_run(1, arguments, false);
      finished_.push_back(treedef::leaf());
      return;
    }
    frame f;
    f.first_child = finished_.size();
    f.arguments = std::move(arguments);
    frames_.push_back(std::move(f));
    match(frames_.back());
  }

  void descend() {
    frame& f = frames_.back();
    const step at = f.steps[f.next++];
    std::vector<cursor> children;
    children.reserve(f.arguments.size());
    for (std::size_t i = 0; i < f.arguments.size(); ++i)
      children.push_back(child(f.arguments[i], at, i));
    enter(std::move(children));
  }

  void leave() {
    frame& f = frames_.back();
    treedef result = result_node(f, std::span(finished_).subspan(f.first_child));
    finished_.resize(f.first_child);
    finished_.push_back(std::move(result));
    frames_.pop_back();
  }

  static treedef result_node(const frame& f, std::span<const treedef> children) {
    if (f.model)
      return treedef::share(f.model).with_children(children);
    std::vector<std::string_view> keys;
    if (f.kind == node_kind::dict || f.kind == node_kind::ordered_dict)
      for (const step& s : f.steps)
        keys.push_back(s.name);
    return treedef::make(f.kind, f.type_name, keys, children);
  }

  cursor child(const cursor& c, const step& at, std::size_t argument) {
    if (!c.branch()) {
      if (rules_.inherit)
        return {c.node, c.offset, true};
      frames_.back().next -= 1;
      const std::string where = path();
      throw inherit_error("treelize: inherit is off: " + argument_text(argument) + " is " +
                              (c.node ? "a leaf " : "missing ") + at_path(where) +
                              ", a tree is expected",
                          where);
    }
    std::size_t i = find(*c.node, at);
    if (i < c.node->size)
      return {c.node->child(i), c.offset + c.node->offset(i), false};
    if (rules_.has_missing)
      return {nullptr, 0, false};
    const std::string where = path_to(at);
    throw missing_error("treelize: " + argument_text(argument) + ", " + keys_text(*c.node) +
                            ", has nothing " + at_path(where) +
                            ", and the function has no `missing`",
                        where);
  }

  static std::size_t find(const treedef_node& node, const step& at) {
    if (node.keyed())
      return node.find(at.name);
    return at.name.data() ? node.size : std::min<std::size_t>(at.index, node.size);
  }

  // ---- one level: which keys the result has ----

  static bool has(const treedef_node& node, const step& at) { return find(node, at) < node.size; }

  static void add_steps(std::vector<step>& steps, const treedef_node& node, std::size_t from = 0) {
    for (std::size_t i = from; i < node.size; ++i)
      steps.push_back(node.keyed() ? step{node.key(i), 0} : step{{}, i});
  }

  void match(frame& f) {
    std::vector<std::size_t> trees;
    for (std::size_t i = 0; i < f.arguments.size(); ++i)
      if (f.arguments[i].branch())
        trees.push_back(i);
    const treedef_node& leader = *f.arguments[trees.front()].node;
    add_steps(f.steps, leader);
    f.kind = leader.kind;
    f.type_name = leader.name();
    f.model = &leader;
    for (std::size_t i : trees) {
      const treedef_node& other = *f.arguments[i].node;
      if (&other == &leader)
        continue;
      if (rules_.mode == mode::strict)
        require_same_keys(f, trees.front(), i);
      else if (rules_.mode == mode::inner)
        std::erase_if(f.steps, [&](const step& s) { return !has(other, s); });
      else if (rules_.mode == mode::outer)
        unite(f, other, i);
    }
    if (has_keys_of(f, *f.model))
      return;
    const bool named = f.steps.empty() ? f.model->keyed() : f.steps.front().name.data() != nullptr;
    f.model = nullptr;
    if (f.kind == node_kind::named_tuple ||
        f.kind == node_kind::custom) // with other keys it is another type
      f.kind = named ? node_kind::dict : node_kind::tuple;
    if (f.kind == node_kind::dict)
      std::sort(f.steps.begin(), f.steps.end(),
                [](const step& a, const step& b) { return a.name < b.name; });
  }

  static bool has_keys_of(const frame& f, const treedef_node& node) {
    if (f.steps.size() != node.size)
      return false;
    for (std::size_t i = 0; node.keyed() && i < node.size; ++i)
      if (f.steps[i].name != node.key(i))
        return false;
    return true;
  }

  void unite(frame& f, const treedef_node& other, std::size_t argument) {
    if (f.steps.empty()) { // None, or an empty container: the other says what there is
      add_steps(f.steps, other);
      if (other.size != 0) {
        f.kind = other.kind;
        f.type_name = other.name();
        f.model = &other;
      }
      return;
    }
    if (other.size == 0)
      return;
    const bool named = f.steps.front().name.data() != nullptr;
    if (named != other.keyed()) {
      const std::string where = path();
      throw mismatch_error("treelize: outer mode: names and indices do not go together " +
                               at_path(where) + ": " + argument_text(argument) + " has " +
                               keys_text(other),
                           where);
    }
    if (!named) {
      add_steps(f.steps, other, f.steps.size());
      return;
    }
    std::vector<std::string_view> known;
    for (const step& s : f.steps)
      known.push_back(s.name);
    std::sort(known.begin(), known.end());
    for (std::size_t i = 0; i < other.size; ++i)
      if (!std::binary_search(known.begin(), known.end(), other.key(i)))
        f.steps.push_back({other.key(i), 0});
  }

  void require_same_keys(const frame& f, std::size_t first, std::size_t argument) {
    const treedef_node& a = *f.arguments[first].node;
    const treedef_node& b = *f.arguments[argument].node;
    auto differs = [&](const treedef_node& of, const treedef_node& in) -> const step* {
      std::vector<step>& steps = scratch_;
      steps.clear();
      add_steps(steps, of);
      auto it = std::find_if(steps.begin(), steps.end(), [&](auto& s) { return !has(in, s); });
      return it == steps.end() ? nullptr : &*it;
    };
    const step* odd = differs(a, b);
    if (!odd)
      odd = differs(b, a);
    if (!odd)
      return;
    const std::string where = path_to(*odd);
    throw mismatch_error("treelize: strict mode: keys differ " + at_path(where) + ": " +
                             argument_text(first) + " has " + keys_text(a) + ", " +
                             argument_text(argument) + " has " + keys_text(b),
                         where);
  }
  std::vector<step> scratch_;

  // ---- runs ----

  const treedef_node* shared_structure(const std::vector<cursor>& arguments) const {
    const treedef_node* same = nullptr;
    for (const cursor& c : arguments) {
      if (!c.branch()) {
        if (!rules_.inherit)
          return nullptr;
      } else if (same && same != c.node) {
        return nullptr;
      } else {
        same = c.node;
      }
    }
    return same;
  }

  void add_run(std::size_t length, const std::vector<cursor>& arguments, bool below) {
    if (length == 0)
      return;
    std::vector<plan_source> sources;
    for (const cursor& c : arguments)
      sources.push_back({c.offset, static_cast<std::uint8_t>(c.branch() ? 1 : 0), !c.node,
                         c.inherited || (below && c.node && c.node->is_leaf())});
    if (!extend_last(length, sources)) {
      plan_.lengths.push_back(length);
      plan_.sources.insert(plan_.sources.end(), sources.begin(), sources.end());
    }
  }

  /// Joins the run to the one before it if every source goes on where it stopped.
  bool extend_last(std::size_t length, const std::vector<plan_source>& next) {
    if (plan_.lengths.empty())
      return false;
    const std::size_t before = plan_.lengths.back();
    auto last = std::span(plan_.sources).last(plan_.arguments);
    std::vector<plan_source> joined;
    for (std::size_t i = 0; i < next.size(); ++i) {
      plan_source s = last[i];
      if (s.missing != next[i].missing || s.inherited != next[i].inherited)
        return false;
      // A run of one leaf has not said yet whether it advances.
      const bool advances = !s.missing && next[i].offset == s.offset + before;
      const bool stays = s.missing || next[i].offset == s.offset;
      const bool may_advance =
          (before == 1 || s.stride == 1) && (length == 1 || next[i].stride == 1);
      const bool may_stay = (before == 1 || s.stride == 0) && (length == 1 || next[i].stride == 0);
      if (advances && may_advance)
        s.stride = 1;
      else if (stays && may_stay)
        s.stride = 0;
      else
        return false;
      joined.push_back(s);
    }
    std::copy(joined.begin(), joined.end(), last.begin());
    plan_.lengths.back() += length;
    return true;
  }

  // ---- text ----

  static void print_step(std::string& text, const step& s) {
    (s.name.data() ? path_key(s.name) : path_key(s.index)).print_to(text);
  }
  /// The place of the frame on top.
  std::string path() const {
    std::string text = path_text(base_);
    for (std::size_t i = 0; i + 1 < frames_.size(); ++i)
      print_step(text, frames_[i].steps[frames_[i].next - 1]);
    return text;
  }
  std::string path_to(const step& s) const {
    std::string text = path();
    print_step(text, s);
    return text;
  }
  static std::string keys_text(const treedef_node& node) {
    if (node.kind == node_kind::none)
      return "None";
    if (!node.keyed())
      return std::to_string(node.size) + (node.size == 1 ? " element" : " elements");
    std::string text = "keys {";
    for (std::size_t i = 0; i < node.size && i < 20; ++i)
      text += (i ? ", " : "") + std::string(node.key(i));
    return text + (node.size > 20 ? ", ...}" : "}");
  }
};

} // namespace

walk_plan make_plan(const walk_rules& rules, std::span<const treedef_node* const> nodes,
                    const path_frame* base) {
  return planner(rules, base).run(nodes);
}

} // namespace treelize::detail
