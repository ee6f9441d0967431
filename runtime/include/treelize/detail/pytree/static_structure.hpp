// The structure of a static tree, and a visit to its leaves in the structure's order.
// Records are custom nodes whose identity is their class, tuples and pairs tuples, arrays and
// vectors lists, maps dicts, an empty optional None.
#pragma once

#include "treelize/detail/pytree/aux_fields.hpp"
#include "treelize/detail/pytree/leaf_list.hpp"
#include "treelize/detail/treedef.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <tuple>
#include <vector>

namespace treelize::detail {

/// Calls visit(leaf) for every leaf of x, in order, and gives the structure. `Whole` says which
/// types are leaves although they are trees.
template <class Whole, class Type, class Visit>
treedef structure_of(Type& object, Visit& visit);

template <class Type>
inline constexpr bool has_names = [] {
  if constexpr (shape_of<Type>::size == 0)
    return false;
  else
    return !shape_of<Type>::key(0).is_index;
}();

template <class Whole, class Type, class Visit>
treedef structure_of_record(Type& object, Visit& visit) {
  using type = std::remove_cv_t<Type>;
  return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
    [[maybe_unused]] auto child = [&]<std::size_t Key>(std::integral_constant<std::size_t, Key>) {
      auto&& part = shape_of<type>::template get<Key>(object);
      return structure_of<Whole>(part, visit);
    };
    const std::array<treedef, sizeof...(Index)> children{
        child(std::integral_constant<std::size_t, Index>{})...};
    if constexpr (!node<type>) {
      return treedef::tuple(children);
    } else if constexpr (has_names<type>) {
      static constexpr std::array<std::string_view, sizeof...(Index)> keys{
          shape_of<type>::key(Index).name...};
      return treedef::custom(data_of(object), keys, children);
    } else {
      return treedef::custom(data_of(object), {}, children);
    }
  }(std::make_index_sequence<shape_of<type>::size>{});
}

template <class Whole, class Type, class Visit>
treedef structure_of_sequence(Type& object, Visit& visit) {
  using element = std::remove_cv_t<typename shape_of<Type>::element_type>;
  if constexpr (!is_part<element, Whole>) {
    for (auto&& part : object)
      visit(part);
    return treedef::list(std::size(object), treedef::leaf());
  } else {
    std::vector<treedef> children;
    children.reserve(std::size(object));
    for (auto&& part : object)
      children.push_back(structure_of<Whole>(part, visit));
    return treedef::list(children);
  }
}

// ---- maps ----

template <class Key>
inline constexpr bool is_integer_key = std::is_integral_v<Key> && !std::is_same_v<Key, bool>;
template <class Key>
inline constexpr bool is_name_key = std::is_convertible_v<const Key&, std::string_view> &&
                                    std::is_constructible_v<Key, std::string_view>;

/// A map's key as a dict has it. Other types of keys are aux data of a custom node without names.
template <class Key>
auto dict_key(const Key& key) {
  if constexpr (is_integer_key<Key>)
    return static_cast<std::int64_t>(key);
  else
    return std::string_view(key);
}

template <class Key, class Type>
auto dict_entries(Type& object) {
  std::vector<
      std::pair<decltype(dict_key(std::declval<const Key&>())), decltype(&object.begin()->second)>>
      entries;
  for (auto& [key, value] : object)
    entries.emplace_back(dict_key(key), &value);
  std::sort(entries.begin(), entries.end(),
            [](auto& left, auto& right) { return left.first < right.first; });
  return entries;
}

template <class Whole, class Type, class Visit>
treedef structure_of_map(Type& object, Visit& visit) {
  using key_type = typename shape_of<Type>::key_type;
  std::vector<treedef> children;
  if constexpr (is_integer_key<key_type> || is_name_key<key_type>) {
    std::vector<decltype(dict_key(std::declval<const key_type&>()))> keys;
    for (auto& [key, value] : dict_entries<key_type>(object)) {
      keys.push_back(key);
      children.push_back(structure_of<Whole>(*value, visit));
    }
    return treedef::dict(keys, children);
  } else {
    std::vector<key_type> keys;
    for (auto& [key, value] : object) {
      keys.push_back(key);
      children.push_back(structure_of<Whole>(value, visit));
    }
    return treedef::custom(node_data::of<std::remove_cv_t<Type>>(std::move(keys), "map"), {},
                           children);
  }
}

template <class Whole, class Type, class Visit>
treedef structure_of(Type& object, Visit& visit) {
  using type = std::remove_cv_t<Type>;
  constexpr shape_kind kind = kind_of<type>;
  if constexpr (!is_part<type, Whole>) {
    visit(object);
    return treedef::leaf();
  } else if constexpr (kind == shape_kind::dynamic) {
    for (auto& leaf : object.leaves())
      visit(leaf);
    return object.structure();
  } else if constexpr (kind == shape_kind::record) {
    return structure_of_record<Whole>(object, visit);
  } else if constexpr (kind == shape_kind::mapping) {
    return structure_of_map<Whole>(object, visit);
  } else if constexpr (kind == shape_kind::optional) {
    return object ? structure_of<Whole>(*object, visit) : treedef::none();
  } else {
    return structure_of_sequence<Whole>(object, visit);
  }
}

} // namespace treelize::detail
