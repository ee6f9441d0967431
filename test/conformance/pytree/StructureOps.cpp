// Taking trees apart and putting them together.
#include "Functions.h"
#include "Ops.h"
#include "PythonText.h"

namespace treelize::conformance::pytree {
namespace {

std::vector<Tree> leavesOf(const json& one, const Tree& tree, treedef& structure) {
  std::vector<Tree> result;
  if (one.contains("is_leaf")) {
    const std::string predicate = one.at("is_leaf");
    auto flat = flatten(tree, [&](const Part& part) { return isLeaf(predicate, part); });
    structure = flat.structure;
    return std::move(flat.leaves);
  }
  auto flat = flatten(tree);
  structure = flat.structure;
  for (const Value& leaf : flat.leaves)
    result.push_back(leaf.asTree());
  return result;
}

json encoded(const std::vector<Tree>& trees) {
  json list = json::array();
  for (const Tree& tree : trees)
    list.push_back(encode(tree));
  return list;
}

Tree optreeTree(const json& one, const char* name) {
  Tree tree = decode(one.at(name), Dialect::optree);
  return one.at("none_is_leaf").get<bool>() ? none_as_leaf(tree, Value(json(nullptr))) : tree;
}

} // namespace

json runFlatten(const json& one) {
  treedef structure;
  const std::vector<Tree> leaves = leavesOf(one, decode(one.at("tree")), structure);
  json children = json::array();
  for (const treedef& child : structure.children())
    children.push_back(treedefText(child));
  return {{"leaves", encoded(leaves)},
          {"num_leaves", structure.num_leaves()},
          {"num_nodes", structure.num_nodes()},
          {"treedef", treedefText(structure)},
          {"unflattened", encode(unflatten(structure, leaves))},
          {"is_leaf", structure.num_nodes() == 1},
          {"children", children}};
}

json runPaths(const json& one) {
  treedef structure;
  const std::vector<Tree> leaves = leavesOf(one, decode(one.at("tree")), structure);
  const std::vector<key_path> paths = key_paths(structure);
  json list = json::array();
  for (std::size_t i = 0; i < leaves.size(); ++i)
    list.push_back({{"path", keyList(structure, paths[i])},
                    {"keystr", keystr(structure, paths[i])},
                    {"simple", simpleKeystr(paths[i])},
                    {"leaf", encode(leaves[i])}});
  return list;
}

json runOptreeFlatten(const json& one) {
  treedef structure;
  const std::vector<Tree> leaves = leavesOf(one, optreeTree(one, "tree"), structure);
  json paths = json::array();
  for (const key_path& path : key_paths(structure))
    paths.push_back(plainPath(structure, path));
  return {{"leaves", encoded(leaves)},
          {"num_leaves", structure.num_leaves()},
          {"num_nodes", structure.num_nodes()},
          {"unflattened", encode(unflatten(structure, leaves))},
          {"paths", paths}};
}

json runStructureEqual(const json& one) {
  const treedef a = structure(decode(one.at("trees").at(0))),
                b = structure(decode(one.at("trees").at(1)));
  return {{"equal", a == b}, {"hash_equal", a.hash() == b.hash()}};
}

json runUnflatten(const json& one) {
  std::vector<Tree> leaves;
  for (const json& leaf : one.at("leaves"))
    leaves.push_back(decode(leaf));
  return encode(unflatten(structure(decode(one.at("tree"))), leaves));
}

json runCompose(const json& one) {
  const treedef outer = structure(decode(one.at("trees").at(0))),
                inner = structure(decode(one.at("trees").at(1)));
  const treedef composed = outer.compose(inner);
  return {{"treedef", treedefText(composed)},
          {"num_leaves", composed.num_leaves()},
          {"num_nodes", composed.num_nodes()}};
}

json runTranspose(const json& one) {
  const Tree tree = decode(one.at("tree"));
  const treedef outer = structure(decode(one.at("outer")));
  if (one.at("inner") == "auto")
    return encode(transpose(outer, tree));
  return encode(transpose(outer, structure(decode(one.at("inner"))), tree));
}

json withSortedDicts(json value) {
  if (!value.is_structured())
    return value;
  for (json& part : value)
    part = withSortedDicts(part);
  auto sort = [](json& pairs) {
    std::stable_sort(pairs.begin(), pairs.end(),
                     [](const json& a, const json& b) { return a.at(0) < b.at(0); });
  };
  if (value.contains("$dict"))
    sort(value["$dict"]);
  if (value.contains("$defaultdict"))
    sort(value["$defaultdict"]["items"]);
  return value;
}

} // namespace treelize::conformance::pytree
