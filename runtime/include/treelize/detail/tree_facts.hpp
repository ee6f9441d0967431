// What the type of a tree does not say of its structure: lengths, keys of maps, presence of
// optionals, shapes of matrices and fields, aux data. Trees of one type with the same facts have
// the same leaves.
#pragma once

#include "treelize/detail/key_path.hpp"
#include "treelize/detail/leaf_path.hpp"
#include "treelize/detail/pytree/aux_fields.hpp"
#include "treelize/detail/shadow.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>

namespace treelize::detail {

/// A number or something without leaves: nothing is to be said of it.
template <class Type>
inline constexpr bool has_no_facts =
    std::is_scalar_v<Type> || shadow_scalar<Type> || is_string<Type>::value || is_span<Type>::value;

/// The extents of a matrix, if they are known as integers.
template <class Map>
auto extents_of(const Map& matrix) {
  using shape = decltype(dense<Map>::shape(matrix));
  if constexpr (std::has_unique_object_representations_v<shape> && sizeof(shape) % 8 == 0)
    return std::bit_cast<std::array<std::int64_t, sizeof(shape) / 8>>(dense<Map>::shape(matrix));
  else
    return std::array{dense<Map>::size(matrix)};
}

/// Calls `visit(path, what, hash, text)` for every fact: "the length", and a function that gives
/// "3".
template <class Type, class Visit>
void visit_facts(const Type& object, const path_frame* path, Visit& visit);

template <class Value, class Visit>
void visit_fact(const path_frame* path, std::string_view what, const Value& value, Visit& visit) {
  visit(path, what, aux_hash(value), [&] { return aux_text(value); });
}

template <class Type, class Visit>
void visit_part_facts(const Type& object, const path_frame* path, Visit& visit) {
  std::size_t index = 0;
  for_each_part(
      [&](auto&& part) {
        if constexpr (named_parts<Type>) {
          const path_frame at = path_frame::named(path, part_names<Type>()[index]);
          visit_facts(part, &at, visit);
        } else {
          const path_frame at = path_frame::indexed(path, index);
          visit_facts(part, &at, visit);
        }
        ++index;
      },
      object);
}

template <class Type, class Visit>
void visit_map_facts(const Type& object, const path_frame* path, Visit& visit) {
  std::size_t hash = 0;
  for (const auto& entry : object)
    hash = mix_hash(hash, aux_hash(entry.first));
  visit(path, "the keys", hash, [&] {
    std::string text;
    for (const auto& entry : object)
      text += (text.empty() ? "[" : ", ") + aux_text(entry.first);
    return text.empty() ? "[]" : text + "]";
  });
  for (const auto& [key, value] : object) {
    const std::string name = aux_text(key);
    const path_frame at = path_frame::named(path, name);
    visit_facts(value, &at, visit);
  }
}

template <class Type, class Visit>
void visit_facts(const Type& object, const path_frame* path, Visit& visit) {
  if constexpr (has_no_facts<Type>) {
    return;
  } else if constexpr (dense_object<Type>) {
    visit_fact(path, "the shape", extents_of(object), visit);
  } else if constexpr (requires { object.shape(); }) {
    visit_fact(path, "the shape", object.shape(), visit);
  } else if constexpr (shadow_map<Type>) {
    visit_map_facts(object, path, visit);
  } else if constexpr (shadow_range<Type>) {
    if constexpr (resizable<Type>)
      visit_fact(path, "the length", std::size(object), visit);
    if constexpr (!has_no_facts<std::remove_cvref_t<decltype(*std::begin(object))>>)
      visit_part_facts(object, path, visit);
  } else if constexpr (shadow_optional<Type>) {
    visit_fact(path, "a value:", object.has_value(), visit);
    if (object.has_value())
      visit_facts(*object, path, visit);
  } else {
    if constexpr (node<Type>) {
      const node_data data = data_of(object);
      if (data.has_aux())
        visit(path, "the aux data", data.hash(), [&] { return data.aux_text(); });
    }
    visit_part_facts(object, path, visit);
  }
}

} // namespace treelize::detail
