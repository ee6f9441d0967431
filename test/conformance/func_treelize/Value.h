// A Python value as a leaf: what the vectors' trees hold. Lists and dicts are shared by reference,
// as in Python, so that a list that stands in for several missing leaves is one list.
#pragma once

#include "Area.h"

#include "treelize/detail/open_leaf.hpp"

#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace treelize::conformance::func_treelize {

struct Value;

struct None {};
struct List {
  std::vector<Value> items;
};
struct Tuple {
  std::vector<Value> items;
};
struct Dict {
  std::vector<std::pair<std::string, Value>> items;
};
struct Predicate {
  std::string name;
};

struct Value {
  std::variant<None, bool, std::int64_t, double, std::string, std::shared_ptr<List>,
               std::shared_ptr<const Tuple>, std::shared_ptr<const Dict>, Predicate,
               std::shared_ptr<const tree<Value>>>
      is = None{};

  template <class T>
  const T* get() const {
    return std::get_if<T>(&is);
  }
  const std::vector<Value>* list() const;
  const std::vector<Value>* tuple() const;
  const std::vector<std::pair<std::string, Value>>* dict() const;
  const tree<Value>* treeValue() const;
};

Value makeList(std::vector<Value> items);
Value makeTuple(std::vector<Value> items);
Value makeDict(std::vector<std::pair<std::string, Value>> items);

/// What the leaf functions throw, by the name of Python's class.
struct PythonError {
  std::string name;
};

Value decode(const json& text);
/// With the keys of trees and dicts sorted, so that equal values have equal text.
nlohmann::json encode(const Value& value);
nlohmann::json encode(const tree<Value>& value);

} // namespace treelize::conformance::func_treelize

template <>
struct treelize::open_leaf<treelize::conformance::func_treelize::Value> {
  using value = conformance::func_treelize::Value;
  static std::optional<open_container<value>> open(const value& v);
  static value close(open_container<value> container);
  static const tree<value>* tree_of(const value& v) { return v.treeValue(); }
  static value from_tree(tree<value> t);
};
