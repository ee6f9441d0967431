// The leaves of the vectors' trees: Python values, or a whole sub-tree where a function is handed
// one; and their encoding as JSON.
#pragma once

#include "Area.h"

#include "treelize/pytree.hpp"

#include <memory>
#include <string>

namespace treelize::conformance::pytree {

class Value;
using Tree = treelize::tree<Value>;
using Part = treelize::subtree<Value>;

class Value {
public:
  explicit Value(json scalar) : scalar_(std::move(scalar)) {}
  explicit Value(const Part& part) : part_(std::make_shared<Tree>(part.copy())) {}

  /// The value as a tree: itself as a leaf, or the sub-tree that it is.
  Tree asTree() const { return part_ ? *part_ : Tree(*this); }
  bool isNumber() const { return !part_ && (scalar_.is_number() || scalar_.is_boolean()); }
  bool isString() const { return !part_ && scalar_.is_string(); }
  const json& scalar() const { return scalar_; }
  bool isTree() const { return part_ != nullptr; }
  /// As Python sees it.
  explicit operator bool() const;

private:
  json scalar_;
  std::shared_ptr<const Tree> part_;
};

/// Aux data of a node: equal where Python's == says so, and 1, 1.0 and True are.
struct Metadata {
  json value;
  friend bool operator==(const Metadata& a, const Metadata& b) {
    return plain(a.value) == plain(b.value);
  }

private:
  static json plain(json value) {
    if (value.is_boolean())
      return value.get<bool>() ? 1 : 0;
    if (value.is_structured())
      for (json& part : value)
        part = plain(part);
    return value;
  }
};

/// What is a node differs between the two systems.
enum class Dialect { jax, optree };

/// Throws ValueError where keys cannot be sorted.
Tree decode(const json& encoded, Dialect dialect = Dialect::jax);
/// A type that is registered with its children and aux data: Special or Keyed.
bool isOwn(std::string_view type);
/// Whether the keys are numbers, of a defaultdict too.
bool hasNumbers(const treelize::detail::treedef_node& node);
json encode(const Tree& tree);
json encode(const Part& part);

/// The class of error that Python would raise; thrown by what stands in for Python here.
struct PythonError {
  std::string name;
};

} // namespace treelize::conformance::pytree
