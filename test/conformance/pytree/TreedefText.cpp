// JAX's text of a treedef, made of what ours knows: kinds, keys in their order, types, aux data.
#include "PythonText.h"

namespace treelize::conformance::pytree {
namespace {

std::string text(const treedef& node);

std::string childTexts(const treedef& node) {
  std::string result;
  for (const treedef& child : node.children())
    result += (result.empty() ? "" : ", ") + text(child);
  return result;
}

std::string keyText(const treedef& node, std::size_t i) {
  const std::string key(node.key(i));
  return hasNumbers(*node.node()) ? key : pythonRepr(key);
}

std::string keyTuple(const treedef& node) {
  std::string result = "(";
  for (std::size_t i = 0; i < node.size(); ++i)
    result += (i ? ", " : "") + keyText(node, i);
  return result + (node.size() == 1 ? ",)" : ")");
}

std::string dictText(const treedef& node) {
  std::string result = "{";
  for (std::size_t i = 0; i < node.size(); ++i)
    result += (i ? ", " : "") + keyText(node, i) + ": " + text(node.child(i));
  return result + "}";
}

/// As str() prints it: a text without quotes.
std::string plain(const json& aux) {
  return aux.is_string() ? aux.get<std::string>() : pythonRepr(aux);
}

/// The values of a dataclass's static fields, as a tuple.
std::string metaTuple(const json& meta) {
  std::string result = "(";
  for (const json& pair : meta)
    result += (result.size() > 1 ? ", " : "") + pythonRepr(pair.at(1));
  return result + (meta.size() == 1 ? ",)" : ")");
}

std::string auxText(const treedef& node) {
  const json& aux = node.data()->aux<Metadata>()->value;
  if (node.data()->name() == "defaultdict")
    return "(<class '" + aux.at("factory").get<std::string>() + "'>, " + keyTuple(node) + ")";
  return isOwn(node.data()->name()) ? plain(aux) : metaTuple(aux);
}

std::string customText(const std::string& type, const std::string& aux, const treedef& node) {
  return "CustomNode(" + type + "[" + aux + "], [" + childTexts(node) + "])";
}

std::string text(const treedef& node) {
  switch (node.kind()) {
  case node_kind::leaf:
    return "*";
  case node_kind::none:
    return "None";
  case node_kind::list:
    return "[" + childTexts(node) + "]";
  case node_kind::tuple:
    return "(" + childTexts(node) + (node.size() == 1 ? ",)" : ")");
  case node_kind::dict:
    return dictText(node);
  case node_kind::ordered_dict:
    return customText("OrderedDict", keyTuple(node), node);
  case node_kind::named_tuple:
    return customText("namedtuple", std::string(node.name()), node);
  case node_kind::custom:
    break;
  }
  return customText(node.data()->name(), auxText(node), node);
}

} // namespace

std::string treedefText(const treedef& structure) {
  return "PyTreeDef(" + text(structure) + ")";
}

} // namespace treelize::conformance::pytree
