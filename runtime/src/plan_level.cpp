// The keys of one level under a mode.
#include "plan_level.hpp"

#include "treelize/detail/pytree/node_data.hpp"
#include "treelize/detail/walk/container_levels.hpp"
#include "treelize/error.hpp"

#include <algorithm>
#include <numeric>

namespace treelize::detail {

void level_key::print_to(std::string& text) const {
  (named() ? path_key(name) : path_key(index)).print_to(text);
}

std::string keys_text(const treedef_node& node) {
  if (node.kind == node_kind::none)
    return "None";
  if (!node.keyed())
    return std::to_string(node.size) + (node.size == 1 ? " element" : " elements");
  std::string text = "keys {";
  for (std::size_t i = 0; i < node.size && i < 20; ++i)
    text += (i ? ", " : "") + std::string(node.key(i));
  return text + (node.size > 20 ? ", ...}" : "}");
}

namespace {

level_key key_at(const treedef_node& node, std::size_t i) {
  return node.keyed() ? level_key{node.key(i), 0} : level_key{{}, i};
}

/// The child that a key means, or nowhere. The guess is where it probably is.
std::uint32_t locate(const treedef_node& node, const level_key& key, std::size_t guess) {
  if (key.named() != node.keyed())
    return nowhere;
  std::size_t i = key.index;
  if (key.named())
    i = guess < node.size && node.key(guess) == key.name ? guess : node.find(key.name);
  return i < node.size ? static_cast<std::uint32_t>(i) : nowhere;
}

class level_matcher {
public:
  level_matcher(plan_level& level, std::span<const plan_place> arguments,
                const std::function<std::string()>& path)
      : level_(level), arguments_(arguments), path_(path) {}

  void match(mode m) {
    level_.nodes.clear();
    for (const plan_place& place : arguments_)
      level_.nodes.push_back(place.branch() ? place.node : nullptr);
    while (!arguments_[leader_].branch())
      ++leader_;
    start_with(leader_);
    for (std::size_t i = leader_ + 1; i < arguments_.size(); ++i)
      if (arguments_[i].branch()) {
        compare_aux(i);
        join(m, i);
      }
    if (!has_keys_of(*level_.model))
      leave_model();
  }

private:
  plan_level& level_;
  std::span<const plan_place> arguments_;
  const std::function<std::string()>& path_;
  std::size_t leader_ = 0;

  const treedef_node& node(std::size_t i) const { return *arguments_[i].node; }
  std::uint32_t& position(std::size_t key, std::size_t argument) {
    return level_.positions[key * arguments_.size() + argument];
  }

  void start_with(std::size_t argument) {
    level_.kind = node(argument).kind;
    level_.type_name = node(argument).name();
    level_.model = &node(argument);
    level_.keys.resize(node(argument).size);
    level_.positions.assign(level_.keys.size() * arguments_.size(), nowhere);
    for (std::size_t i = 0; i < level_.keys.size(); ++i) {
      level_.keys[i] = key_at(node(argument), i);
      position(i, argument) = static_cast<std::uint32_t>(i);
    }
  }

  /// Aux data are part of the structure in every mode: the result has those of one node only.
  void compare_aux(std::size_t argument) const {
    const treedef_node &a = node(leader_), &b = node(argument);
    if (a.kind != node_kind::custom || b.kind != node_kind::custom)
      return;
    if (a.data()->same_type(*b.data()) && *a.data() != *b.data())
      throw_aux_differs(path_(), leader_, argument);
  }

  void join(mode m, std::size_t argument) {
    const std::size_t found = locate_all(argument);
    if (m == mode::strict && (found < level_.keys.size() || found < node(argument).size))
      throw_keys_differ(argument);
    if (m == mode::inner && found < level_.keys.size())
      keep_found(argument);
    if (m == mode::outer && found < node(argument).size)
      unite(argument);
  }

  /// How many keys the argument has.
  std::size_t locate_all(std::size_t argument) {
    const bool same = &node(argument) == &node(leader_);
    std::size_t found = 0, guess = 0;
    for (std::size_t key = 0; key < level_.keys.size(); ++key) {
      const std::uint32_t at =
          same ? position(key, leader_) : locate(node(argument), level_.keys[key], guess);
      position(key, argument) = at;
      if (at != nowhere) {
        guess = at + 1;
        ++found;
      }
    }
    return found;
  }

  void keep_found(std::size_t argument) {
    std::vector<std::size_t> kept;
    kept.reserve(level_.keys.size());
    for (std::size_t key = 0; key < level_.keys.size(); ++key)
      if (position(key, argument) != nowhere)
        kept.push_back(key);
    take(kept);
  }
  /// The keys become those of these positions, in this order.
  void take(std::span<const std::size_t> order) {
    std::vector<level_key> keys;
    std::vector<std::uint32_t> positions;
    keys.reserve(order.size());
    positions.reserve(order.size() * arguments_.size());
    for (std::size_t key : order) {
      keys.push_back(level_.keys[key]);
      for (std::size_t i = 0; i < arguments_.size(); ++i)
        positions.push_back(position(key, i));
    }
    level_.keys = std::move(keys);
    level_.positions = std::move(positions);
  }

  /// The keys that the argument alone has come last.
  void unite(std::size_t argument) {
    if (level_.keys.empty()) // None, or an empty container: the other says what there is
      return start_with(argument);
    if (level_.keys.front().named() != node(argument).keyed())
      throw_names_and_indices(argument);
    std::vector<bool> known(node(argument).size);
    for (std::size_t key = 0; key < level_.keys.size(); ++key)
      if (position(key, argument) != nowhere)
        known[position(key, argument)] = true;
    for (std::size_t i = 0; i < known.size(); ++i)
      if (!known[i]) {
        level_.keys.push_back(key_at(node(argument), i));
        level_.positions.resize(level_.positions.size() + arguments_.size(), nowhere);
        position(level_.keys.size() - 1, argument) = static_cast<std::uint32_t>(i);
      }
  }

  [[noreturn]] void throw_keys_differ(std::size_t argument) const {
    const treedef_node &a = node(leader_), &b = node(argument);
    std::string where = path_();
    first_odd(a, b).print_to(where);
    throw mismatch_error("treelize: strict mode: keys differ " + at_path(where) + ": " +
                             argument_text(leader_) + " has " + keys_text(a) + ", " +
                             argument_text(argument) + " has " + keys_text(b),
                         where);
  }
  /// The first key of one that the other lacks; those of the first come first.
  static level_key first_odd(const treedef_node& a, const treedef_node& b) {
    for (std::size_t i = 0; i < a.size; ++i)
      if (locate(b, key_at(a, i), i) == nowhere)
        return key_at(a, i);
    std::size_t i = 0;
    while (locate(a, key_at(b, i), i) != nowhere)
      ++i;
    return key_at(b, i);
  }
  [[noreturn]] void throw_names_and_indices(std::size_t argument) const {
    const std::string where = path_();
    throw mismatch_error("treelize: outer mode: names and indices do not go together " +
                             at_path(where) + ": " + argument_text(argument) + " has " +
                             keys_text(node(argument)),
                         where);
  }

  bool has_keys_of(const treedef_node& node) const {
    if (level_.keys.size() != node.size)
      return false;
    for (std::size_t i = 0; node.keyed() && i < node.size; ++i)
      if (level_.keys[i].name != node.key(i))
        return false;
    return true;
  }

  /// With other keys a named tuple or a custom node is another type.
  void leave_model() {
    const bool named = level_.keys.empty() ? level_.model->keyed() : level_.keys.front().named();
    level_.model = nullptr;
    if (level_.kind == node_kind::named_tuple || level_.kind == node_kind::custom)
      level_.kind = named ? node_kind::dict : node_kind::tuple;
    if (level_.kind == node_kind::dict)
      sort_by_name();
  }
  void sort_by_name() {
    std::vector<std::size_t> order(level_.keys.size());
    std::iota(order.begin(), order.end(), 0);
    auto name = [&](std::size_t key) { return level_.keys[key].name; };
    if (!std::ranges::is_sorted(order, {}, name)) {
      std::ranges::sort(order, {}, name);
      take(order);
    }
  }
};

} // namespace

bool is_for(const plan_level& level, std::span<const plan_place> arguments) {
  return std::ranges::equal(level.nodes, arguments, {}, {}, [](const plan_place& place) {
    return place.branch() ? place.node : nullptr;
  });
}

void match_level(plan_level& level, const walk_rules& rules, std::span<const plan_place> arguments,
                 const std::function<std::string()>& path) {
  level_matcher(level, arguments, path).match(rules.mode);
}

} // namespace treelize::detail
