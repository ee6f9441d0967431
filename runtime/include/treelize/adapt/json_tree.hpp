// `tree<T>` as JSON and back: a list is an array, a dict an object, None null. The
// walks have stacks of their own.
//
// What JSON has no form for is an object of one key:
//   {"$tuple": [...]}, {"$ordered": [["b", 1], ...]}, {"$named": ["Point", [["x", 1], ...]]},
//   {"$numbered": [[3, 1], ...]}
// A dict's own keys that begin with `$` get another one. Custom nodes are converted as the classes
// that they are, not as a part of a tree<T>.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/adapt/json_leaf.hpp"
#include "treelize/detail/pytree/key_paths.hpp"
#include "treelize/tree.hpp"

#include <algorithm>
#include <charconv>
#include <vector>

namespace treelize::detail {

inline std::string escaped_key(std::string_view key) {
  return key.starts_with('$') ? "$" + std::string(key) : std::string(key);
}

inline json json_key(const treedef_node& node, std::size_t index) {
  if (!node.numeric)
    return std::string(node.key(index));
  std::int64_t number = 0;
  std::from_chars(node.key(index).data(), node.key(index).data() + node.key(index).size(), number);
  return number;
}

template <class Type>
class json_writer {
public:
  explicit json_writer(const tree<Type>& whole) : leaf_(whole.leaves().data()) {
    enter(whole.structure().node());
  }

  json run() {
    while (!frames_.empty()) {
      frame& level = frames_.back();
      if (level.next < level.node->size)
        enter(level.node->child(level.next++));
      else
        leave();
    }
    return std::move(values_.back());
  }

private:
  struct frame {
    const treedef_node* node;
    std::size_t next;
    std::size_t first_value;
  };

  const Type* leaf_;
  std::vector<frame> frames_;
  std::vector<json> values_;

  void enter(const treedef_node* node) {
    if (node->is_leaf()) {
      values_.push_back(json_of_leaf(*leaf_++));
    } else if (node->kind == node_kind::custom) {
      key_path path;
      for (const frame& level : frames_)
        path.push_back(key_of_child(*level.node, level.next - 1));
      throw_format("a node " + std::string(node->name()) + " of a tree<T> has no form", path.str());
    } else {
      frames_.push_back({node, 0, values_.size()});
    }
  }

  void leave() {
    const frame level = frames_.back();
    frames_.pop_back();
    json made = value_of(*level.node, values_.data() + level.first_value);
    values_.resize(level.first_value);
    values_.push_back(std::move(made));
  }

  static json value_of(const treedef_node& node, json* children) {
    if (node.kind == node_kind::none)
      return nullptr;
    if (node.kind == node_kind::dict && !node.numeric) {
      json object = json::object();
      for (std::size_t index = 0; index < node.size; ++index)
        object.get_ref<json::object_t&>().emplace_back(escaped_key(node.key(index)),
                                                       std::move(children[index]));
      return object;
    }
    json list = json::array();
    for (std::size_t index = 0; index < node.size; ++index)
      list.push_back(node.keyed() ? json::array({json_key(node, index), std::move(children[index])})
                                  : std::move(children[index]));
    switch (node.kind) {
    case node_kind::tuple:
      return tagged("$tuple", std::move(list));
    case node_kind::ordered_dict:
      return tagged("$ordered", std::move(list));
    case node_kind::named_tuple:
      return tagged("$named", json::array({std::string(node.name()), std::move(list)}));
    case node_kind::dict:
      return tagged("$numbered", std::move(list));
    default:
      return list;
    }
  }
  static json tagged(const char* tag, json content) {
    json object = json::object();
    object[tag] = std::move(content);
    return object;
  }
};

/// What an array or object is as a node.
struct json_node {
  node_kind kind = node_kind::list;
  bool numeric = false;
  std::string name;
  std::vector<std::string> keys;
  std::vector<std::int64_t> numbers;
  std::vector<const json*> children;
  bool understood = true;

  treedef make(std::span<const treedef> structures) const {
    if (numeric)
      return kind == node_kind::dict ? treedef::dict(numbers, structures)
                                     : treedef::ordered_dict(numbers, structures);
    const std::vector<std::string_view> views(keys.begin(), keys.end());
    return treedef::make(kind, name, views, structures);
  }
  path_key key(std::size_t index) const {
    if (numeric)
      return numbers[index] < 0 ? path_key(std::to_string(numbers[index]))
                                : path_key(std::size_t(numbers[index]));
    return keys.empty() ? path_key(index) : path_key(keys[index]);
  }
};

inline bool begins_with_number(const json& pairs) {
  return pairs.is_array() && !pairs.empty() && pairs[0].is_array() && !pairs[0].empty() &&
         pairs[0][0].is_number_integer();
}

inline void read_pairs(const json& pairs, json_node& node) {
  node.understood = pairs.is_array();
  for (const json& pair : pairs) {
    const bool is_pair = pair.is_array() && pair.size() == 2;
    if (!is_pair || !(node.numeric ? pair[0].is_number_integer() : pair[0].is_string())) {
      node.understood = false;
      return;
    }
    if (node.numeric)
      node.numbers.push_back(pair[0].get<std::int64_t>());
    else
      node.keys.push_back(pair[0].get<std::string>());
    node.children.push_back(&pair[1]);
  }
}

inline void read_items(const json& items, json_node& node) {
  node.understood = items.is_array();
  if (node.understood)
    for (const json& item : items)
      node.children.push_back(&item);
}

/// An object of one key that begins with a single `$`.
inline void read_tagged(const std::string& tag, const json& content, json_node& node) {
  if (tag == "$tuple") {
    node.kind = node_kind::tuple;
    read_items(content, node);
  } else if (tag == "$ordered") {
    node.kind = node_kind::ordered_dict;
    node.numeric = begins_with_number(content);
    read_pairs(content, node);
  } else if (tag == "$numbered") {
    node.kind = node_kind::dict;
    node.numeric = true;
    read_pairs(content, node);
  } else if (tag == "$named" && content.is_array() && content.size() == 2 &&
             content[0].is_string()) {
    node.kind = node_kind::named_tuple;
    node.name = content[0].get<std::string>();
    read_pairs(content[1], node);
  } else {
    node.understood = false;
  }
}

inline json_node read_node(const json& value) {
  json_node node;
  if (value.is_array()) {
    read_items(value, node);
    return node;
  }
  node.kind = node_kind::dict;
  for (const auto& [key, child] : value.items()) {
    if (key.starts_with('$') && !key.starts_with("$$")) {
      node.understood = value.size() == 1;
      if (node.understood)
        read_tagged(key, child, node);
      return node;
    }
    node.keys.push_back(key.starts_with("$$") ? key.substr(1) : key);
    node.children.push_back(&child);
  }
  // The tree's leaves stand in the order of its keys.
  std::vector<std::size_t> order(node.keys.size());
  for (std::size_t index = 0; index < order.size(); ++index)
    order[index] = index;
  std::sort(order.begin(), order.end(),
            [&](auto left, auto right) { return node.keys[left] < node.keys[right]; });
  json_node sorted;
  sorted.kind = node.kind;
  for (std::size_t index : order) {
    sorted.keys.push_back(std::move(node.keys[index]));
    sorted.children.push_back(node.children[index]);
  }
  return sorted;
}

template <class Type>
class json_reader {
public:
  /// The base is where the tree stands, for messages.
  explicit json_reader(const path_frame* base = nullptr) : base_(base) {}

  tree<Type> run(const json& root) {
    enter(root);
    while (!frames_.empty()) {
      frame& level = frames_.back();
      if (level.next < level.node.children.size())
        enter(*level.node.children[level.next++]);
      else
        leave();
    }
    auto buffer = leaf_buffer<Type>::uninitialised(leaves_.size());
    buffer.fill(leaves_.size(),
                [&](std::size_t index) -> Type { return std::move(leaves_[index]); });
    return tree<Type>(std::move(finished_.back()), std::move(buffer));
  }

private:
  struct frame {
    json_node node;
    std::size_t next;
    std::size_t first_child;
  };

  const path_frame* base_;
  std::vector<frame> frames_;
  std::vector<treedef> finished_;
  std::vector<Type> leaves_;

  void enter(const json& value) {
    if (value.is_null()) {
      finished_.push_back(treedef::none());
      return;
    }
    if (value.is_structured() && !is_special_float(value)) {
      json_node node = read_node(value);
      if (!node.understood)
        throw_format(
            "an object with a key that begins with $ is no tuple, ordered dict or named tuple",
            path());
      frames_.push_back({std::move(node), 0, finished_.size()});
      return;
    }
    Type leaf{};
    if (!read_leaf(value, leaf))
      throw_format(not_a_leaf<Type>(value), path());
    leaves_.push_back(std::move(leaf));
    finished_.push_back(treedef::leaf());
  }

  void leave() {
    frame& level = frames_.back();
    treedef made = level.node.make(std::span(finished_).subspan(level.first_child));
    finished_.resize(level.first_child);
    finished_.push_back(std::move(made));
    frames_.pop_back();
  }

  std::string path() const {
    std::string text = path_text(base_);
    for (const frame& level : frames_)
      level.node.key(level.next - 1).print_to(text);
    return text;
  }
};

} // namespace treelize::detail
