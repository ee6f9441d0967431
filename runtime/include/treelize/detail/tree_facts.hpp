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
template <class T>
inline constexpr bool has_no_facts =
    std::is_scalar_v<T> || shadow_scalar<T> || is_string<T>::value || is_span<T>::value;

/// The extents of a matrix, if they are known as integers.
template <class M>
auto extents_of(const M& matrix) {
  using shape = decltype(dense<M>::shape(matrix));
  if constexpr (std::has_unique_object_representations_v<shape> && sizeof(shape) % 8 == 0)
    return std::bit_cast<std::array<std::int64_t, sizeof(shape) / 8>>(dense<M>::shape(matrix));
  else
    return std::array{dense<M>::size(matrix)};
}

/// Calls `visit(path, what, hash, text)` for every fact: "the length", and a function that gives
/// "3".
template <class T, class Visit>
void visit_facts(const T& x, const path_frame* path, Visit& visit);

template <class Value, class Visit>
void visit_fact(const path_frame* path, std::string_view what, const Value& value, Visit& visit) {
  visit(path, what, aux_hash(value), [&] { return aux_text(value); });
}

template <class T, class Visit>
void visit_part_facts(const T& x, const path_frame* path, Visit& visit) {
  std::size_t index = 0;
  for_each_part(
      [&](auto&& part) {
        if constexpr (named_parts<T>) {
          const path_frame at = path_frame::named(path, part_names<T>()[index]);
          visit_facts(part, &at, visit);
        } else {
          const path_frame at = path_frame::indexed(path, index);
          visit_facts(part, &at, visit);
        }
        ++index;
      },
      x);
}

template <class T, class Visit>
void visit_map_facts(const T& x, const path_frame* path, Visit& visit) {
  std::size_t hash = 0;
  for (const auto& entry : x)
    hash = mix_hash(hash, aux_hash(entry.first));
  visit(path, "the keys", hash, [&] {
    std::string text;
    for (const auto& entry : x)
      text += (text.empty() ? "[" : ", ") + aux_text(entry.first);
    return text.empty() ? "[]" : text + "]";
  });
  for (const auto& [key, value] : x) {
    const std::string name = aux_text(key);
    const path_frame at = path_frame::named(path, name);
    visit_facts(value, &at, visit);
  }
}

template <class T, class Visit>
void visit_facts(const T& x, const path_frame* path, Visit& visit) {
  if constexpr (has_no_facts<T>) {
    return;
  } else if constexpr (dense_object<T>) {
    visit_fact(path, "the shape", extents_of(x), visit);
  } else if constexpr (requires { x.shape(); }) {
    visit_fact(path, "the shape", x.shape(), visit);
  } else if constexpr (shadow_map<T>) {
    visit_map_facts(x, path, visit);
  } else if constexpr (shadow_range<T>) {
    if constexpr (resizable<T>)
      visit_fact(path, "the length", std::size(x), visit);
    if constexpr (!has_no_facts<std::remove_cvref_t<decltype(*std::begin(x))>>)
      visit_part_facts(x, path, visit);
  } else if constexpr (shadow_optional<T>) {
    visit_fact(path, "a value:", x.has_value(), visit);
    if (x.has_value())
      visit_facts(*x, path, visit);
  } else {
    if constexpr (node<T>) {
      const node_data data = data_of(x);
      if (data.has_aux())
        visit(path, "the aux data", data.hash(), [&] { return data.aux_text(); });
    }
    visit_part_facts(x, path, visit);
  }
}

} // namespace treelize::detail
