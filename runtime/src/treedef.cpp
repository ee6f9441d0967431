// Making structures, and making structures of structures: on a stack of our own, as they may be of
// any depth.
#include "treelize/detail/treedef.hpp"

#include "treedef_layout.hpp"
#include "treelize/detail/pytree/node_data.hpp"
#include "treelize/error.hpp"

#include <array>
#include <functional>
#include <string>
#include <unordered_map>

namespace treelize {
namespace {

treedef unnamed(node_kind kind, std::span<const treedef> children, std::size_t count) {
  detail::node_parts parts;
  parts.kind = kind;
  parts.children = children;
  parts.count = count;
  return intern_node(parts);
}

void require_key_each(std::size_t keys, std::size_t children) {
  if (keys != children)
    throw access_error("treelize: a node of " + std::to_string(children) + " children is given " +
                       std::to_string(keys) + " keys");
}

treedef numbered(node_kind kind, std::span<const std::int64_t> keys,
                 std::span<const treedef> children) {
  require_key_each(keys.size(), children.size());
  std::vector<std::string> texts;
  for (std::int64_t key : keys)
    texts.push_back(std::to_string(key));
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  detail::node_parts parts;
  parts.kind = kind;
  parts.named = true;
  parts.numeric = !keys.empty(); // an empty dict has no type of key
  parts.keys = views;
  parts.children = children;
  parts.count = children.size();
  return intern_node(parts);
}

} // namespace

treedef treedef::make(node_kind kind, std::string_view name, std::span<const std::string_view> keys,
                      std::span<const treedef> children) {
  switch (kind) {
  case node_kind::leaf:
    return leaf();
  case node_kind::none:
    return none();
  case node_kind::list:
  case node_kind::tuple:
    return unnamed(kind, children, children.size());
  case node_kind::custom:
    return custom(node_data(std::string(name)), keys, children);
  default:
    break;
  }
  require_key_each(keys.size(), children.size());
  detail::node_parts parts;
  parts.kind = kind;
  parts.name = kind == node_kind::named_tuple ? name : std::string_view();
  parts.named = true;
  parts.keys = keys;
  parts.children = children;
  parts.count = children.size();
  return intern_node(parts);
}

treedef treedef::list(std::span<const treedef> children) {
  return unnamed(node_kind::list, children, children.size());
}
treedef treedef::list(std::size_t count, const treedef& child) {
  return unnamed(node_kind::list, {&child, count ? 1u : 0u}, count);
}
treedef treedef::tuple(std::span<const treedef> children) {
  return unnamed(node_kind::tuple, children, children.size());
}
treedef treedef::dict(std::span<const std::string_view> keys, std::span<const treedef> children) {
  return make(node_kind::dict, {}, keys, children);
}
treedef treedef::dict(std::span<const std::int64_t> keys, std::span<const treedef> children) {
  return numbered(node_kind::dict, keys, children);
}
treedef treedef::ordered_dict(std::span<const std::string_view> keys,
                              std::span<const treedef> children) {
  return make(node_kind::ordered_dict, {}, keys, children);
}
treedef treedef::ordered_dict(std::span<const std::int64_t> keys,
                              std::span<const treedef> children) {
  return numbered(node_kind::ordered_dict, keys, children);
}
treedef treedef::named_tuple(std::string_view name, std::span<const std::string_view> keys,
                             std::span<const treedef> children) {
  return make(node_kind::named_tuple, name, keys, children);
}

treedef treedef::custom(const node_data& data, std::span<const std::string_view> keys,
                        std::span<const treedef> children) {
  if (!keys.empty())
    require_key_each(keys.size(), children.size());
  detail::node_parts parts;
  parts.kind = node_kind::custom;
  parts.data = &data;
  parts.named = !keys.empty();
  parts.keys = keys;
  parts.children = children;
  parts.count = children.size();
  return intern_node(parts);
}

treedef treedef::with_children(std::span<const treedef> children) const {
  if (children.size() != size())
    throw leaf_count_error("treelize: a node of " + std::to_string(size()) + " children is given " +
                           std::to_string(children.size()));
  if (is_leaf() || is_none())
    return *this;
  std::vector<std::string_view> keys;
  if (keyed())
    for (std::size_t i = 0; i < size(); ++i)
      keys.push_back(key(i));
  detail::node_parts parts;
  parts.kind = kind();
  parts.name = data() ? std::string_view() : name();
  parts.data = data();
  parts.named = keyed();
  parts.numeric = numeric();
  parts.keys = keys;
  parts.children = children;
  parts.count = children.size();
  return intern_node(parts);
}

std::optional<std::size_t> treedef::find(std::string_view key) const {
  std::size_t i = node_->find(key);
  return i < node_->size ? std::optional(i) : std::nullopt;
}

std::vector<treedef> treedef::children() const {
  std::vector<treedef> result;
  result.reserve(size());
  for (std::size_t i = 0; i < size(); ++i)
    result.push_back(child(i));
  return result;
}

std::size_t treedef::num_nodes() const {
  std::size_t count = 0;
  std::vector<const detail::treedef_node*> pending{node_};
  while (!pending.empty()) {
    const detail::treedef_node* node = pending.back();
    pending.pop_back();
    count += 1;
    if (node->flat)
      count += node->size;
    else
      pending.insert(pending.end(), node->children(), node->children() + node->size);
  }
  return count;
}

namespace {

/// Rebuilds a structure from below, with a part in place of each leaf. Where `Known` remembers,
/// equal sub-structures are rebuilt once.
class rebuilder {
public:
  using part_of = std::function<treedef(std::size_t leaf)>;
  rebuilder(part_of part, bool same_parts) : part_(std::move(part)), same_parts_(same_parts) {}

  treedef run(const detail::treedef_node* root) {
    enter(root);
    while (!frames_.empty()) {
      frame& f = frames_.back();
      if (f.next < f.node->size)
        enter(f.node->child(f.next++));
      else
        leave();
    }
    return std::move(finished_.back());
  }

private:
  struct frame {
    const detail::treedef_node* node;
    std::size_t next;
    std::size_t first_child;
  };

  part_of part_;
  bool same_parts_;
  std::size_t leaf_ = 0;
  std::vector<frame> frames_;
  std::vector<treedef> finished_;
  std::unordered_map<const detail::treedef_node*, treedef> known_;

  void enter(const detail::treedef_node* node) {
    auto it = known_.find(node);
    if (node->is_leaf())
      finished_.push_back(part_(leaf_++));
    else if (it != known_.end())
      finished_.push_back(it->second);
    else
      frames_.push_back({node, 0, finished_.size()});
  }

  void leave() {
    const frame f = frames_.back();
    frames_.pop_back();
    treedef made =
        treedef::share(f.node).with_children(std::span(finished_).subspan(f.first_child));
    finished_.resize(f.first_child);
    if (same_parts_)
      known_.emplace(f.node, made);
    finished_.push_back(std::move(made));
  }
};

} // namespace

treedef treedef::compose(const treedef& inner) const {
  if (inner.is_leaf())
    return *this;
  return rebuilder([&](std::size_t) { return inner; }, true).run(node_);
}

treedef treedef::graft(std::span<const treedef> parts) const {
  if (parts.size() != leaf_count())
    throw leaf_count_error("treelize: graft: the structure " + detail::brief_text(node_) + " has " +
                           std::to_string(leaf_count()) + " leaves and is given " +
                           std::to_string(parts.size()) + " parts");
  return rebuilder([&](std::size_t i) { return parts[i]; }, false).run(node_);
}

} // namespace treelize
