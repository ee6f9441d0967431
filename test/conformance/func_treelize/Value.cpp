// Values from the vectors' JSON and back.
#include "Value.h"

#include <cmath>
#include <limits>

namespace treelize::conformance::func_treelize {
namespace {

template <class Held>
auto* itemsOf(const Held* held) {
  return held ? &(*held)->items : nullptr;
}

double specialFloat(const std::string& name) {
  const double infinity = std::numeric_limits<double>::infinity();
  return name == "nan"   ? std::numeric_limits<double>::quiet_NaN()
         : name == "inf" ? infinity
                         : -infinity;
}

std::vector<Value> decodeAll(const json& items) {
  std::vector<Value> values;
  for (const json& item : items)
    values.push_back(decode(item));
  return values;
}

tree<Value> decodeTree(const json& items) {
  std::vector<tree<Value>::entry> entries;
  for (const auto& item :
       items.items()) { // the keys stand in the document, longer than the entries
    const json& content = item.value();
    const bool isTree = content.is_object() && content.contains("$tree");
    entries.push_back(
        {item.key(), isTree ? decodeTree(content.at("$tree")) : tree<Value>(decode(content))});
  }
  return tree<Value>::keyed(node_kind::dict, {}, entries);
}

Value decodeTagged(const json& text) {
  const auto& tagged = text.items().begin();
  const std::string tag = tagged.key();
  const json& content = tagged.value();
  if (tag == "$tree")
    return open_leaf<Value>::from_tree(decodeTree(content));
  if (tag == "$tuple")
    return makeTuple(decodeAll(content));
  if (tag == "$fn")
    return {Predicate{content.get<std::string>()}};
  if (tag == "$float")
    return {specialFloat(content.get<std::string>())};
  std::vector<std::pair<std::string, Value>> items;
  for (const auto& [key, item] : content.items())
    items.emplace_back(key, decode(item));
  return makeDict(std::move(items));
}

nlohmann::json encodeAll(const std::vector<Value>& items) {
  nlohmann::json result = nlohmann::json::array();
  for (const Value& item : items)
    result.push_back(encode(item));
  return result;
}

nlohmann::json encodeNumber(double number) {
  if (std::isnan(number))
    return {{"$float", "nan"}};
  if (std::isinf(number))
    return {{"$float", number > 0 ? "inf" : "-inf"}};
  return number;
}

} // namespace

const std::vector<Value>* Value::list() const {
  return itemsOf(get<std::shared_ptr<List>>());
}
const std::vector<Value>* Value::tuple() const {
  return itemsOf(get<std::shared_ptr<const Tuple>>());
}
const std::vector<std::pair<std::string, Value>>* Value::dict() const {
  return itemsOf(get<std::shared_ptr<const Dict>>());
}
const tree<Value>* Value::treeValue() const {
  auto* held = get<std::shared_ptr<const tree<Value>>>();
  return held ? held->get() : nullptr;
}

Value makeList(std::vector<Value> items) {
  return {std::make_shared<List>(List{std::move(items)})};
}
Value makeTuple(std::vector<Value> items) {
  return {std::make_shared<const Tuple>(Tuple{std::move(items)})};
}
Value makeDict(std::vector<std::pair<std::string, Value>> items) {
  return {std::make_shared<const Dict>(Dict{std::move(items)})};
}

Value decode(const json& text) {
  if (text.is_null())
    return {};
  if (text.is_boolean())
    return {text.get<bool>()};
  if (text.is_number_integer())
    return {text.get<std::int64_t>()};
  if (text.is_number())
    return {text.get<double>()};
  if (text.is_string())
    return {text.get<std::string>()};
  if (text.is_array())
    return makeList(decodeAll(text));
  return decodeTagged(text);
}

nlohmann::json encode(const Value& value) {
  if (auto* items = value.list())
    return encodeAll(*items);
  if (auto* items = value.tuple())
    return {{"$tuple", encodeAll(*items)}};
  if (auto* items = value.dict()) {
    nlohmann::json content = nlohmann::json::object();
    for (const auto& [key, item] : *items)
      content[key] = encode(item);
    return {{"$dict", content}};
  }
  if (auto* t = value.treeValue())
    return encode(*t);
  if (auto* number = value.get<double>())
    return encodeNumber(*number);
  if (auto* number = value.get<std::int64_t>())
    return *number;
  if (auto* truth = value.get<bool>())
    return *truth;
  if (auto* text = value.get<std::string>())
    return *text;
  if (auto* predicate = value.get<Predicate>())
    return {{"$fn", predicate->name}};
  return nullptr;
}

nlohmann::json encode(const tree<Value>& t) {
  if (t.is_leaf())
    return encode(t.value());
  nlohmann::json content = nlohmann::json::object();
  for (std::size_t i = 0; i < t.size(); ++i) {
    const std::string key(t.structure().key(i));
    content[key] = encode(t[key].copy());
  }
  return {{"$tree", content}};
}

} // namespace treelize::conformance::func_treelize

namespace treelize {

using conformance::func_treelize::Value;

std::optional<open_container<Value>> open_leaf<Value>::open(const Value& v) {
  if (auto* items = v.list())
    return open_container<Value>{node_kind::list, {}, *items};
  if (auto* items = v.tuple())
    return open_container<Value>{node_kind::tuple, {}, *items};
  auto* items = v.dict();
  if (!items)
    return std::nullopt;
  open_container<Value> result{node_kind::dict, {}, {}};
  for (const auto& [key, item] : *items) {
    result.keys.push_back(key);
    result.children.push_back(item);
  }
  return result;
}

Value open_leaf<Value>::close(open_container<Value> container) {
  if (container.kind == node_kind::list)
    return conformance::func_treelize::makeList(std::move(container.children));
  if (container.kind == node_kind::tuple)
    return conformance::func_treelize::makeTuple(std::move(container.children));
  std::vector<std::pair<std::string, Value>> items;
  for (std::size_t i = 0; i < container.children.size(); ++i)
    items.emplace_back(container.keys[i], container.children[i]);
  return conformance::func_treelize::makeDict(std::move(items));
}

Value open_leaf<Value>::from_tree(tree<Value> t) {
  return {std::make_shared<const tree<Value>>(std::move(t))};
}

} // namespace treelize
