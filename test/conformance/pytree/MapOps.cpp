// Mapping and reducing.
#include "Functions.h"
#include "Ops.h"

#include "treelize/detail/any_all.hpp"

namespace treelize::conformance::pytree {
namespace {

std::vector<Tree> trees(const json& one, Dialect dialect = Dialect::jax) {
  std::vector<Tree> result;
  for (const json& tree : one.at("trees"))
    result.push_back(decode(tree, dialect));
  return result;
}

} // namespace

json runMap(const json& one) {
  const std::string function = one.at("fn");
  if (one.contains("is_leaf"))
    return encode(mapUntil(function, trees(one), one.at("is_leaf")));
  return encode(mapAll(function, trees(one)));
}

json runMapWithPath(const json& one) {
  return encode(mapAllWithPath(trees(one)));
}

json runOptreeMap(const json& one) {
  std::vector<Tree> all = trees(one, Dialect::optree);
  if (one.at("none_is_leaf").get<bool>())
    for (Tree& tree : all)
      tree = none_as_leaf(tree, Value(json(nullptr)));
  return encode(mapAll(one.at("fn"), all));
}

json runReduce(const json& one) {
  const std::string function = one.at("fn");
  auto call = [&](const Value& a, const Value& b) { return callReduced(function, a, b); };
  const Tree tree = decode(one.at("tree"));
  if (one.contains("initial"))
    return encode(reduce(call, tree, Value(one.at("initial"))).asTree());
  return encode(reduce(call, tree).asTree());
}

json runAll(const json& one) {
  return all(decode(one.at("tree")));
}

} // namespace treelize::conformance::pytree
