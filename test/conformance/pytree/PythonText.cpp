// Values and key paths as Python prints them.
#include "PythonText.h"

#include <algorithm>
#include <cmath>

namespace treelize::conformance::pytree {
namespace {

std::string floatRepr(double value) {
  if (std::isnan(value))
    return "nan";
  if (std::isinf(value))
    return value < 0 ? "-inf" : "inf";
  std::string text = json(value).dump();
  if (text.find_first_of(".e") == std::string::npos)
    text += ".0";
  return text;
}

std::string joinedTexts(const Part& part, std::string open, const std::string& close) {
  for (std::size_t i = 0; i < part.size(); ++i)
    open += (i ? "," : "") + shortText(part.child(i));
  return open + close;
}

std::string sortedEntries(const Part& part) {
  std::vector<std::string> entries;
  for (std::size_t i = 0; i < part.size(); ++i)
    entries.push_back(std::string(part.node()->key(i)) + ":" + shortText(part.child(i)));
  if (!part.node()->numeric)
    std::sort(entries.begin(), entries.end());
  std::string text = "{";
  for (const std::string& entry : entries)
    text += (text.size() > 1 ? "," : "") + entry;
  return text + "}";
}

} // namespace

std::string pythonRepr(const json& scalar) {
  if (scalar.is_null())
    return "None";
  if (scalar.is_boolean())
    return scalar.get<bool>() ? "True" : "False";
  if (scalar.is_number_float())
    return floatRepr(scalar.get<double>());
  if (scalar.is_string()) {
    const std::string text = scalar.get<std::string>();
    return text.find('\'') == std::string::npos ? "'" + text + "'" : '"' + text + '"';
  }
  return scalar.dump();
}

std::string shortText(const Part& part) {
  switch (part.kind()) {
  case node_kind::leaf:
    if (part.value().isTree())
      return shortText(Part(part.value().asTree()));
    return part.value().scalar().is_null() ? "null" : pythonRepr(part.value().scalar());
  case node_kind::none:
    return "null";
  case node_kind::dict:
  case node_kind::ordered_dict:
    return sortedEntries(part);
  case node_kind::custom:
    return part.node()->name() == "defaultdict" ? sortedEntries(part) : joinedTexts(part, "<", ">");
  default:
    return joinedTexts(part, "[", "]");
  }
}

// ---- key paths ----

namespace {

/// Calls visit(node, key) down the path.
template <class Visit>
void walkPath(const treedef& structure, const key_path& path, const Visit& visit) {
  treedef node = structure;
  for (const path_key& key : path) {
    visit(node, key);
    const bool numeric = node.numeric();
    const std::string name = key.is_index() ? std::to_string(key.index()) : key.name();
    node = node.child(key.is_index() && !numeric ? key.index() : *node.find(name));
  }
}

bool keyedByItem(const treedef& node) {
  return node.kind() == node_kind::dict || node.kind() == node_kind::ordered_dict ||
         (node.data() && node.data()->name() == "defaultdict");
}

json keyValue(const treedef& node, const path_key& key) {
  if (node.numeric())
    return key.is_index() ? json(key.index()) : json(std::stoll(key.name()));
  return key.is_index() ? json(key.index()) : json(key.name());
}

} // namespace

std::string keystr(const treedef& structure, const key_path& path) {
  std::string text;
  walkPath(structure, path, [&](const treedef& node, const path_key& key) {
    if (keyedByItem(node))
      text += "[" + pythonRepr(keyValue(node, key)) + "]";
    else if (!key.is_index())
      text += "." + key.name();
    else if (node.kind() == node_kind::custom)
      text += "[<flat index " + std::to_string(key.index()) + ">]";
    else
      text += "[" + std::to_string(key.index()) + "]";
  });
  return text;
}

json keyList(const treedef& structure, const key_path& path) {
  json list = json::array();
  walkPath(structure, path, [&](const treedef& node, const path_key& key) {
    if (keyedByItem(node))
      list.push_back({{"kind", "dict"}, {"key", keyValue(node, key)}});
    else if (!key.is_index())
      list.push_back({{"kind", "attr"}, {"name", key.name()}});
    else
      list.push_back(
          {{"kind", node.kind() == node_kind::custom ? "flat" : "seq"}, {"index", key.index()}});
  });
  return list;
}

std::string simpleKeystr(const key_path& path) {
  std::string text;
  for (const path_key& key : path)
    text += (text.empty() ? "" : "/") + (key.is_index() ? std::to_string(key.index()) : key.name());
  return text;
}

json plainPath(const treedef& structure, const key_path& path) {
  json list = json::array();
  walkPath(structure, path, [&](const treedef& node, const path_key& key) {
    if (keyedByItem(node))
      list.push_back(keyValue(node, key));
    else
      list.push_back(key.is_index() ? key.index() : *node.find(key.name()));
  });
  return list;
}

} // namespace treelize::conformance::pytree
