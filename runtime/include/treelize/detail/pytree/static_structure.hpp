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
template <class Whole, class T, class Visit>
treedef structure_of(T& x, Visit& visit);

template <class T>
inline constexpr bool has_names = [] {
  if constexpr (shape_of<T>::size == 0)
    return false;
  else
    return !shape_of<T>::key(0).is_index;
}();

template <class Whole, class T, class Visit>
treedef structure_of_record(T& x, Visit& visit) {
  using type = std::remove_cv_t<T>;
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    [[maybe_unused]] auto child = [&]<std::size_t K>(std::integral_constant<std::size_t, K>) {
      auto&& part = shape_of<type>::template get<K>(x);
      return structure_of<Whole>(part, visit);
    };
    const std::array<treedef, sizeof...(I)> children{
        child(std::integral_constant<std::size_t, I>{})...};
    if constexpr (!node<type>) {
      return treedef::tuple(children);
    } else if constexpr (has_names<type>) {
      static constexpr std::array<std::string_view, sizeof...(I)> keys{
          shape_of<type>::key(I).name...};
      return treedef::custom(data_of(x), keys, children);
    } else {
      return treedef::custom(data_of(x), {}, children);
    }
  }(std::make_index_sequence<shape_of<type>::size>{});
}

template <class Whole, class T, class Visit>
treedef structure_of_sequence(T& x, Visit& visit) {
  using element = std::remove_cv_t<typename shape_of<T>::element_type>;
  if constexpr (!is_part<element, Whole>) {
    for (auto&& part : x)
      visit(part);
    return treedef::list(std::size(x), treedef::leaf());
  } else {
    std::vector<treedef> children;
    children.reserve(std::size(x));
    for (auto&& part : x)
      children.push_back(structure_of<Whole>(part, visit));
    return treedef::list(children);
  }
}

// ---- maps ----

template <class K>
inline constexpr bool is_integer_key = std::is_integral_v<K> && !std::is_same_v<K, bool>;
template <class K>
inline constexpr bool is_name_key = std::is_convertible_v<const K&, std::string_view> &&
                                    std::is_constructible_v<K, std::string_view>;

/// A map's key as a dict has it. Other types of keys are aux data of a custom node without names.
template <class K>
auto dict_key(const K& key) {
  if constexpr (is_integer_key<K>)
    return static_cast<std::int64_t>(key);
  else
    return std::string_view(key);
}

template <class K, class T>
auto dict_entries(T& x) {
  std::vector<std::pair<decltype(dict_key(std::declval<const K&>())), decltype(&x.begin()->second)>>
      entries;
  for (auto& [key, value] : x)
    entries.emplace_back(dict_key(key), &value);
  std::sort(entries.begin(), entries.end(), [](auto& a, auto& b) { return a.first < b.first; });
  return entries;
}

template <class Whole, class T, class Visit>
treedef structure_of_map(T& x, Visit& visit) {
  using key_type = typename shape_of<T>::key_type;
  std::vector<treedef> children;
  if constexpr (is_integer_key<key_type> || is_name_key<key_type>) {
    std::vector<decltype(dict_key(std::declval<const key_type&>()))> keys;
    for (auto& [key, value] : dict_entries<key_type>(x)) {
      keys.push_back(key);
      children.push_back(structure_of<Whole>(*value, visit));
    }
    return treedef::dict(keys, children);
  } else {
    std::vector<key_type> keys;
    for (auto& [key, value] : x) {
      keys.push_back(key);
      children.push_back(structure_of<Whole>(value, visit));
    }
    return treedef::custom(node_data::of<std::remove_cv_t<T>>(std::move(keys), "map"), {},
                           children);
  }
}

template <class Whole, class T, class Visit>
treedef structure_of(T& x, Visit& visit) {
  using type = std::remove_cv_t<T>;
  constexpr shape_kind kind = kind_of<type>;
  if constexpr (!is_part<type, Whole>) {
    visit(x);
    return treedef::leaf();
  } else if constexpr (kind == shape_kind::dynamic) {
    for (auto& leaf : x.leaves())
      visit(leaf);
    return x.structure();
  } else if constexpr (kind == shape_kind::record) {
    return structure_of_record<Whole>(x, visit);
  } else if constexpr (kind == shape_kind::mapping) {
    return structure_of_map<Whole>(x, visit);
  } else if constexpr (kind == shape_kind::optional) {
    return x ? structure_of<Whole>(*x, visit) : treedef::none();
  } else {
    return structure_of_sequence<Whole>(x, visit);
  }
}

} // namespace treelize::detail
