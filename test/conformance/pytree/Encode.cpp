// Trees to JSON, as the vectors write them.
#include "Value.h"

#include <charconv>

namespace treelize::conformance::pytree {
namespace {

json children(const Part& part) {
  json result = json::array();
  for (std::size_t i = 0; i < part.size(); ++i)
    result.push_back(encode(part.child(i)));
  return result;
}

json key(const Part& part, std::size_t i) {
  const std::string_view text = part.node()->key(i);
  if (!hasNumbers(*part.node()))
    return std::string(text);
  std::int64_t number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

json pairs(const Part& part) {
  json result = json::array();
  for (std::size_t i = 0; i < part.size(); ++i)
    result.push_back(json::array({key(part, i), encode(part.child(i))}));
  return result;
}

json custom(const Part& part) {
  const node_data& data = *part.node()->data();
  const Metadata* aux = data.aux<Metadata>();
  if (data.name() == "deque")
    return {{"$deque", children(part)}};
  if (data.name() == "defaultdict")
    return {{"$defaultdict", {{"factory", aux->value.at("factory")}, {"items", pairs(part)}}}};
  if (isOwn(data.name()))
    return {
        {"$custom", {{"type", data.name()}, {"aux", aux->value}, {"children", children(part)}}}};
  return {{"$dataclass", {{"type", data.name()}, {"data", pairs(part)}, {"meta", aux->value}}}};
}

} // namespace

bool isOwn(std::string_view type) {
  return type == "Special" || type == "Keyed";
}

bool hasNumbers(const treelize::detail::treedef_node& node) {
  if (node.kind != node_kind::custom)
    return node.numeric;
  const Metadata* aux = node.data()->aux<Metadata>();
  return node.name() == "defaultdict" && aux->value.at("numeric").get<bool>();
}

json encode(const Part& part) {
  switch (part.kind()) {
  case node_kind::leaf:
    return part.value().isTree() ? encode(part.value().asTree()) : part.value().scalar();
  case node_kind::none:
    return nullptr;
  case node_kind::list:
    return children(part);
  case node_kind::tuple:
    return {{"$tuple", children(part)}};
  case node_kind::dict:
    return {{"$dict", pairs(part)}};
  case node_kind::ordered_dict:
    return {{"$odict", pairs(part)}};
  case node_kind::named_tuple:
    return {{"$namedtuple", {{"type", part.node()->name()}, {"values", children(part)}}}};
  case node_kind::custom:
    break;
  }
  return custom(part);
}

json encode(const Tree& tree) {
  return encode(Part(tree));
}

} // namespace treelize::conformance::pytree
