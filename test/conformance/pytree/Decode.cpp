// JSON to trees: each of Python's containers as the node that it is here.
#include "Value.h"

#include <map>

namespace treelize::conformance::pytree {
namespace {

struct Children {
  std::vector<std::string> names;
  std::vector<std::int64_t> numbers;
  std::vector<Tree> trees;

  /// Names; of a node of one's own, numbers as text.
  std::vector<std::string_view> keys() const { return {names.begin(), names.end()}; }
  std::vector<treedef> structures() const {
    std::vector<treedef> result;
    for (const Tree& t : trees)
      result.push_back(t.structure());
    return result;
  }
};

/// The children one after another under a node that keeps their order.
Tree joined(const treedef& structure, const std::vector<Tree>& trees) {
  std::vector<Value> leaves;
  for (const Tree& t : trees)
    leaves.insert(leaves.end(), t.leaves().begin(), t.leaves().end());
  return unflatten(structure, leaves);
}

Children sequence(const json& items, Dialect dialect) {
  Children result;
  for (const json& item : items)
    result.trees.push_back(decode(item, dialect));
  return result;
}

Children named(const json& pairs, Dialect dialect) {
  Children result;
  for (const json& pair : pairs) {
    const json& key = pair.at(0);
    if (key.is_string())
      result.names.push_back(key.get<std::string>());
    else
      result.numbers.push_back(key.get<std::int64_t>());
    result.trees.push_back(decode(pair.at(1), dialect));
  }
  return result;
}

/// Throws that error where the keys are of two types, which have no order.
json sortedPairs(json pairs, const char* error) {
  std::size_t numbers = 0;
  for (const json& pair : pairs)
    numbers += pair.at(0).is_number();
  if (numbers != 0 && numbers != pairs.size())
    throw PythonError{error};
  std::stable_sort(pairs.begin(), pairs.end(),
                   [](const json& a, const json& b) { return a.at(0) < b.at(0); });
  return pairs;
}

Tree dict(const json& pairs, Dialect dialect) {
  const Children children = named(sortedPairs(pairs, "ValueError"), dialect);
  const std::vector<treedef> structures = children.structures();
  return joined(children.numbers.empty() ? treedef::dict(children.keys(), structures)
                                         : treedef::dict(children.numbers, structures),
                children.trees);
}

Tree orderedDict(const json& pairs, Dialect dialect) {
  const Children children = named(pairs, dialect);
  const std::vector<treedef> structures = children.structures();
  return joined(children.numbers.empty() ? treedef::ordered_dict(children.keys(), structures)
                                         : treedef::ordered_dict(children.numbers, structures),
                children.trees);
}

Tree custom(const json& node, Dialect dialect) {
  Children children = sequence(node.at("children"), dialect);
  const std::string type = node.at("type");
  if (type == "Keyed")
    for (std::size_t i = 0; i < children.trees.size(); ++i)
      children.names.push_back("c" + std::to_string(i));
  const node_data data(type, Metadata{node.at("aux")});
  return joined(treedef::custom(data, children.keys(), children.structures()), children.trees);
}

Tree dataclass(const json& node, Dialect dialect) {
  const Children children = named(node.at("data"), dialect);
  const node_data data(node.at("type").get<std::string>(), Metadata{node.at("meta")});
  return joined(treedef::custom(data, children.keys(), children.structures()), children.trees);
}

Tree defaultDict(const json& node, Dialect dialect) {
  Children children = named(sortedPairs(node.at("items"), "TypeError"), dialect);
  for (const std::int64_t number : children.numbers)
    children.names.push_back(std::to_string(number));
  const node_data data("defaultdict", Metadata{{{"factory", node.at("factory")},
                                                {"numeric", !children.numbers.empty()}}});
  return joined(treedef::custom(data, children.keys(), children.structures()), children.trees);
}

Tree namedTuple(const json& node, Dialect dialect) {
  static const std::map<std::string, std::vector<std::string>> fields{{"Point", {"x", "y"}},
                                                                      {"Trio", {"p", "q", "r"}}};
  Children children = sequence(node.at("values"), dialect);
  children.names = fields.at(node.at("type"));
  return joined(treedef::named_tuple(node.at("type").get<std::string>(), children.keys(),
                                     children.structures()),
                children.trees);
}

} // namespace

Tree decode(const json& encoded, Dialect dialect) {
  if (encoded.is_null())
    return {};
  if (encoded.is_array()) {
    const Children children = sequence(encoded, dialect);
    return joined(treedef::list(children.structures()), children.trees);
  }
  if (!encoded.is_object())
    return Value(encoded);
  const std::string kind = encoded.begin().key();
  const json& content = encoded.begin().value();
  if (kind == "$tuple") {
    const Children children = sequence(content, dialect);
    return joined(treedef::tuple(children.structures()), children.trees);
  }
  if (kind == "$dict")
    return dict(content, dialect);
  if (kind == "$odict")
    return orderedDict(content, dialect);
  if (kind == "$custom")
    return custom(content, dialect);
  if (kind == "$dataclass" && dialect == Dialect::jax)
    return dataclass(content, dialect);
  if (kind == "$defaultdict")
    return defaultDict(content, dialect);
  if (kind == "$namedtuple")
    return namedTuple(content, dialect);
  if (kind == "$deque" && dialect == Dialect::optree) {
    const Children children = sequence(content, dialect);
    return joined(treedef::custom(node_data("deque"), {}, children.structures()), children.trees);
  }
  return Value(encoded); // $opaque, $array, $float; a deque for JAX, a dataclass for optree
}

Value::operator bool() const {
  if (part_)
    return part_->size() != 0;
  if (scalar_.is_number())
    return scalar_.get<double>() != 0;
  if (scalar_.is_boolean())
    return scalar_.get<bool>();
  return !scalar_.is_string() || !scalar_.get<std::string>().empty();
}

} // namespace treelize::conformance::pytree
