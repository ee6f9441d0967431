// Values and key paths as Python prints them.
#include "PythonText.h"

#include <algorithm>
#include <cmath>
#include <cstring>

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

/// In single quotes, unless those would have to be escaped.
std::string stringRepr(const std::string& text) {
  const bool single = text.find('\'') == std::string::npos || text.find('"') != std::string::npos;
  const char quote = single ? '\'' : '"';
  std::string result(1, quote);
  for (const char c : text) {
    if (c == '\\' || c == quote)
      result += '\\';
    result += c == '\n' ? "\\n" : std::string(1, c);
  }
  return result + quote;
}

std::string joinedTexts(const Part& part, std::string open, const std::string& close) {
  for (std::size_t i = 0; i < part.size(); ++i)
    open += (i ? "," : "") + shortText(part.child(i));
  return open + close;
}

std::string sortedEntries(const Part& part) {
  const bool hasNumbers = pytree::hasNumbers(*part.node());
  std::vector<std::pair<std::string, std::string>> entries;
  for (std::size_t i = 0; i < part.size(); ++i)
    entries.emplace_back(part.node()->key(i), shortText(part.child(i)));
  std::sort(entries.begin(), entries.end(), [&](const auto& a, const auto& b) {
    return hasNumbers ? std::stoll(a.first) < std::stoll(b.first) : a.first < b.first;
  });
  std::string text = "{";
  for (const auto& [key, value] : entries)
    text += (text.size() > 1 ? "," : "") + key + ":" + value;
  return text + "}";
}

std::string itemsText(const json& items, const char* open, const char* close) {
  std::string text = open;
  for (const json& item : items)
    text += (text.size() > std::strlen(open) ? ", " : "") + pythonRepr(item);
  return text + close;
}

std::string pairsText(const json& pairs, const char* open, const char* between, const char* close) {
  std::string text = open;
  for (const json& pair : pairs)
    text += (text.size() > std::strlen(open) ? ", " : "") +
            (*between == '=' ? pair.at(0).get<std::string>() : pythonRepr(pair.at(0))) + between +
            pythonRepr(pair.at(1));
  return text + close;
}

/// Of a container as the vectors write it.
std::string containerRepr(const json& encoded) {
  if (encoded.is_array())
    return itemsText(encoded, "[", "]");
  const std::string kind = encoded.begin().key();
  const json& content = encoded.begin().value();
  if (kind == "$tuple")
    return itemsText(content, "(", content.size() == 1 ? ",)" : ")");
  if (kind == "$deque")
    return itemsText(content, "deque([", "])");
  if (kind == "$dict")
    return pairsText(content, "{", ": ", "}");
  if (kind == "$dataclass") {
    json fields = content.at("data");
    fields.insert(fields.end(), content.at("meta").begin(), content.at("meta").end());
    return pairsText(fields, (content.at("type").get<std::string>() + "(").c_str(), "=", ")");
  }
  return kind == "$float" ? content.get<std::string>() : encoded.dump();
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
    return stringRepr(scalar.get<std::string>());
  }
  return scalar.is_structured() ? containerRepr(scalar) : scalar.dump();
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
    if (part.node()->name() == "defaultdict")
      return sortedEntries(part);
    return isOwn(part.node()->name()) ? joinedTexts(part, "<", ">") : pythonRepr(encode(part));
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
    const bool hasNumbers = pytree::hasNumbers(*node.node());
    const std::string name = key.is_index() ? std::to_string(key.index()) : key.name();
    node = node.child(key.is_index() && !hasNumbers ? key.index() : *node.find(name));
  }
}

bool keyedByItem(const treedef& node) {
  return node.kind() == node_kind::dict || node.kind() == node_kind::ordered_dict ||
         (node.data() && node.data()->name() == "defaultdict");
}

json keyValue(const treedef& node, const path_key& key) {
  if (hasNumbers(*node.node()))
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
