// The leaves of the vectors: a variable of one of Flax's kinds, or a plain value, as C++ classes
// with the same inheritance, so that of_type<T> is what decides. Each has a value and may have a
// tag.
#pragma once

#include "Area.h"

#include "treelize/filters.hpp"

#include <optional>
#include <string>
#include <variant>

namespace treelize::conformance::filters {

struct Object {
  json value;
  std::optional<std::string> tag;
};

struct Variable : Object {};
struct Param : Variable {};
struct BatchStat : Variable {};
struct Cache : Variable {};
struct Intermediate : Variable {};
struct Perturbation : Intermediate {};
struct RngState : Variable {};
struct RngKey : RngState {};
struct RngCount : RngState {};
struct SpecialParam : Param {};
struct LoRA : SpecialParam {};
struct Mask : Variable {};
struct Tagged : Object {};
struct Int : Object {};
struct Bool : Int {}; // as in Python
struct Float : Object {};
struct Str : Object {};

using Leaf =
    std::variant<Object, Variable, Param, BatchStat, Cache, Intermediate, Perturbation, RngState,
                 RngKey, RngCount, SpecialParam, LoRA, Mask, Tagged, Int, Bool, Float, Str>;
using Filter = filter_for<Leaf>;
using State = state_of<tree<Leaf>>;
using Entries = std::vector<std::pair<key_path, Leaf>>;

/// A kind of leaf by its name in the vectors.
struct KindRow {
  std::string_view name;
  Leaf (*make)(Object content);
  Filter (*ofType)();
};
/// Null for a kind that the table does not have.
const KindRow* findKind(const std::string& name);
const KindRow& kindOf(const Leaf& leaf);

const Object& contentOf(const Leaf& leaf);
Object& contentOf(Leaf& leaf);

key_path decodePath(const json& path);
json encodePath(const key_path& path);
Entries decodeEntries(const json& entries);
/// Integer keys make a dict with integer keys, as a state of Flax's has them.
tree<Leaf> decodeTree(const json& entries);
/// As the vectors give entries: path, type, value.
json encodeState(const State& state);

/// Why a filter or an entry cannot be written in C++; empty if it can.
std::string reasonToSkip(const json& one);
Filter decodeFilter(const json& encoded);
std::vector<Filter> decodeFilters(const json& encoded);

} // namespace treelize::conformance::filters

/// As nnx.update: a variable keeps its kind and takes the value.
template <>
struct treelize::leaf_update<treelize::conformance::filters::Leaf> {
  using Leaf = treelize::conformance::filters::Leaf;
  static void apply(Leaf& to, const Leaf& from) {
    treelize::conformance::filters::contentOf(to).value =
        treelize::conformance::filters::contentOf(from).value;
  }
};

/// Where a leaf's value is its shape.
template <>
struct treelize::axis_traits<treelize::conformance::filters::Leaf> {
  using Leaf = treelize::conformance::filters::Leaf;
  static std::size_t rank(const Leaf& leaf) {
    return treelize::conformance::filters::contentOf(leaf).value.size();
  }
  static std::size_t length(const Leaf& leaf, std::size_t axis) {
    return treelize::conformance::filters::contentOf(leaf).value[axis].get<std::size_t>();
  }
  static Leaf slice(const Leaf& leaf, std::size_t axis, std::size_t) {
    Leaf result = leaf;
    treelize::conformance::filters::contentOf(result).value.erase(axis);
    return result;
  }
};
