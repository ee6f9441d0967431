// Where a static tree takes its leaves from: a list of one type, or of a variant that must hold the
// type that the place has.
#pragma once

#include "treelize/detail/key_path.hpp"
#include "treelize/detail/pytree/leaf_list.hpp"
#include "treelize/detail/pytree/type_name.hpp"

#include <concepts>
#include <string_view>
#include <variant>
#include <vector>

namespace treelize::detail {

[[noreturn]] void throw_other_leaf(std::string_view wanted, const path_frame* path);

/// Where the builder takes its leaves from, in order.
template <class Leaf>
class leaf_source {
public:
  explicit leaf_source(const Leaf* first) : next_(first) {}

  template <class Type>
  Type take(const path_frame* path) {
    const Leaf& leaf = *next_++;
    if constexpr (is_leaf_variant<Leaf> && !std::same_as<Type, Leaf>) {
      if (const Type* value = std::get_if<Type>(&leaf))
        return *value;
      throw_other_leaf(type_name<Type>(), path);
    } else {
      return static_cast<Type>(leaf);
    }
  }

private:
  const Leaf* next_;
};
/// The elements of a vector<bool> have no address.
template <>
class leaf_source<bool> {
public:
  explicit leaf_source(std::vector<bool>::const_iterator first) : next_(first) {}
  template <class Type>
  Type take(const path_frame*) {
    return static_cast<Type>(bool(*next_++));
  }

private:
  std::vector<bool>::const_iterator next_;
};

} // namespace treelize::detail
