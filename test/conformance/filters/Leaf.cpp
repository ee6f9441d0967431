// Decoding and encoding of leaves, paths and states.
#include "Leaf.h"

#include <algorithm>
#include <array>
#include <map>

namespace treelize::conformance::filters {

namespace {

template <class T>
Leaf make(Object content) {
  T result;
  static_cast<Object&>(result) = std::move(content);
  return result;
}
template <class T>
Filter ofType() {
  return of_type<T>;
}
template <class T>
constexpr KindRow row(std::string_view name) {
  return {name, make<T>, ofType<T>};
}

/// In the order of the variant.
constexpr std::array kinds{
    row<Object>("object"),
    row<Variable>("Variable"),
    row<Param>("Param"),
    row<BatchStat>("BatchStat"),
    row<Cache>("Cache"),
    row<Intermediate>("Intermediate"),
    row<Perturbation>("Perturbation"),
    row<RngState>("RngState"),
    row<RngKey>("RngKey"),
    row<RngCount>("RngCount"),
    row<SpecialParam>("SpecialParam"),
    row<LoRA>("LoRA"),
    row<Mask>("Mask"),
    row<Tagged>("Tagged"),
    row<Int>("int"),
    row<Bool>("bool"),
    row<Float>("float"),
    row<Str>("str"),
};
static_assert(kinds.size() == std::variant_size_v<Leaf>);

/// A node on the way to leaves: the same leaves, by their next keys.
struct Branch {
  std::map<path_key, Branch, bool (*)(const path_key&, const path_key&)> children{
      [](const path_key& a, const path_key& b) {
        return detail::path_less(key_path({a}), key_path({b}));
      }};
  const Leaf* leaf = nullptr;
};

treedef structureOf(const Branch& branch, std::vector<Leaf>& leaves) {
  if (branch.leaf) {
    leaves.push_back(*branch.leaf);
    return treedef::leaf();
  }
  std::vector<treedef> children;
  std::vector<std::int64_t> numbers;
  std::vector<std::string_view> names;
  for (const auto& [key, child] : branch.children) {
    children.push_back(structureOf(child, leaves));
    if (key.is_index())
      numbers.push_back(static_cast<std::int64_t>(key.index()));
    else
      names.push_back(key.name());
  }
  return numbers.empty() ? treedef::dict(names, children) : treedef::dict(numbers, children);
}

} // namespace

const KindRow* findKind(const std::string& name) {
  const auto found = std::ranges::find(kinds, name, &KindRow::name);
  return found == kinds.end() ? nullptr : &*found;
}

const KindRow& kindOf(const Leaf& leaf) {
  return kinds[leaf.index()];
}

const Object& contentOf(const Leaf& leaf) {
  return std::visit([](const auto& one) -> const Object& { return one; }, leaf);
}
Object& contentOf(Leaf& leaf) {
  return std::visit([](auto& one) -> Object& { return one; }, leaf);
}

key_path decodePath(const json& path) {
  key_path result;
  for (const json& key : path)
    result.push_back(key.is_string() ? path_key(key.get<std::string>())
                                     : path_key(key.get<std::size_t>()));
  return result;
}

json encodePath(const key_path& path) {
  json result = json::array();
  for (const path_key& key : path)
    result.push_back(key.is_index() ? json(key.index()) : json(key.name()));
  return result;
}

Entries decodeEntries(const json& entries) {
  Entries result;
  for (const json& entry : entries) {
    Object content{entry.at("value"), std::nullopt};
    if (entry.contains("tag") && entry.at("tag").is_string())
      content.tag = entry.at("tag").get<std::string>();
    result.emplace_back(decodePath(entry.at("path")),
                        findKind(entry.at("type").get<std::string>())->make(std::move(content)));
  }
  return result;
}

tree<Leaf> decodeTree(const json& entries) {
  const Entries decoded = decodeEntries(entries);
  Branch root;
  for (const auto& [path, leaf] : decoded) {
    Branch* at = &root;
    for (const path_key& key : path)
      at = &at->children[key];
    at->leaf = &leaf;
  }
  std::vector<Leaf> leaves;
  treedef structure = structureOf(root, leaves);
  auto buffer = detail::leaf_buffer<Leaf>::uninitialised(leaves.size());
  buffer.fill(leaves.size(), [&](std::size_t i) -> const Leaf& { return leaves[i]; });
  return tree<Leaf>(std::move(structure), std::move(buffer));
}

json encodeState(const State& state) {
  json result = json::array();
  for (std::size_t i = 0; i < state.size(); ++i)
    result.push_back({{"path", encodePath(state.paths()[i])},
                      {"type", kindOf(state.leaves()[i]).name},
                      {"value", contentOf(state.leaves()[i]).value}});
  return result;
}

} // namespace treelize::conformance::filters
