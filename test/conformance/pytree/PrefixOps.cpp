// Prefix trees and lists of mismatches.
#include "Ops.h"
#include "PythonText.h"

namespace treelize::conformance::pytree {
namespace {

Tree optreeTree(const json& one, const json& encoded) {
  Tree tree = decode(encoded, Dialect::optree);
  return one.at("none_is_leaf").get<bool>() ? none_as_leaf(tree, Value(json(nullptr))) : tree;
}

json leavesOf(const Tree& tree) {
  json list = json::array();
  for (const Value& leaf : tree.leaves())
    list.push_back(encode(leaf.asTree()));
  return list;
}

const char* reason(structure_mismatch::kind_type kind) {
  using type = structure_mismatch::kind_type;
  switch (kind) {
  case type::type:
    return "type";
  case type::length:
  case type::keys:
    return "children";
  case type::data:
    return "data";
  }
  return "";
}

/// Where, and in what respect.
json listed(const std::vector<structure_mismatch>& all, const treedef& left) {
  json list = json::array();
  for (const structure_mismatch& one : all)
    list.push_back({{"path", keystr(left, one.path)}, {"kind", reason(one.kind)}});
  return list;
}

} // namespace

json runBroadcast(const json& one) {
  return encode(broadcast_prefix(decode(one.at("prefix")), decode(one.at("tree"))));
}

json runFlattenUpTo(const json& one) {
  json list = json::array();
  for (const Tree& part : flatten_up_to(structure(decode(one.at("tree"))), decode(one.at("full"))))
    list.push_back(encode(part));
  return list;
}

/// In axes None is a value: not mapped.
json runFlattenAxes(const json& one) {
  const Tree axes = none_as_leaf(decode(one.at("axes")), Value(json(nullptr)));
  return leavesOf(broadcast_prefix(axes, decode(one.at("tree"))));
}

json runOptreeBroadcast(const json& one) {
  return leavesOf(
      broadcast_prefix(optreeTree(one, one.at("prefix")), optreeTree(one, one.at("tree"))));
}

json runIsPrefix(const json& one) {
  const Tree a = optreeTree(one, one.at("trees").at(0)), b = optreeTree(one, one.at("trees").at(1));
  return {{"prefix", is_prefix(a, b)},
          {"strict_prefix", is_prefix(a, b) && structure(a) != structure(b)},
          {"suffix", is_prefix(b, a)}};
}

json runPrefixErrors(const json& one) {
  const Tree prefix = decode(one.at("prefix"));
  return listed(prefix_errors(prefix, decode(one.at("tree"))), structure(prefix));
}

json runEqualityErrors(const json& one) {
  const Tree left = decode(one.at("trees").at(0));
  return listed(equality_errors(left, decode(one.at("trees").at(1))), structure(left));
}

} // namespace treelize::conformance::pytree
