// The numbers of a value that carry a derivative, one by one, each with its path:
// `.layers[2].w[7]`.
#pragma once

#include "treelize/detail/parts.hpp"
#include "treelize/detail/shadow.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>

namespace treelize::detail {

/// Where a walk stands: its text, and the same with `[]` for every index.
struct leaf_path {
  std::string text, pattern;
};

/// Goes one step down for the time of its life.
class leaf_step {
public:
  leaf_step(leaf_path& path, std::string_view field) : leaf_step(path) {
    path_.text.append(".").append(field);
    path_.pattern.append(".").append(field);
  }
  leaf_step(leaf_path& path, std::size_t index) : leaf_step(path) {
    path_.text.append("[").append(std::to_string(index)).append("]");
    path_.pattern.append("[]");
  }
  leaf_step(const leaf_step&) = delete;
  leaf_step& operator=(const leaf_step&) = delete;
  ~leaf_step() {
    path_.text.resize(text_);
    path_.pattern.resize(pattern_);
  }

private:
  explicit leaf_step(leaf_path& path)
      : path_(path), text_(path.text.size()), pattern_(path.pattern.size()) {}

  leaf_path& path_;
  std::size_t text_, pattern_;
};

template <class Type>
concept named_parts = requires { fields<Type>::names; } || listed_node<Type>;

/// The names of the parts that for_each_part visits.
template <named_parts Type>
constexpr auto part_names() {
  if constexpr (requires { fields<Type>::names; }) {
    return fields<Type>::names;
  } else {
    using members = typename node_traits<Type>::members;
    std::array<std::string_view, members::children> names{};
    for (std::size_t at = 0; at < names.size(); ++at)
      names[at] = members::keys[members::child_positions[at]];
    return names;
  }
}

/// Calls `visit(leaf, path)` for every floating number that is not const, in order.
template <class Type, class Function>
void for_each_leaf(Type& object, leaf_path& path, const Function& visit) {
  if constexpr (std::is_const_v<Type>) {
    return;
  } else if constexpr (std::is_floating_point_v<Type>) {
    visit(object, path);
  } else if constexpr (is_complex<Type>::value) {
    for_each_leaf(real_part(object), path, visit);
    for_each_leaf(imag_part(object), path, visit);
  } else if constexpr (!std::is_scalar_v<Type>) {
    std::size_t index = 0;
    for_each_part(
        [&](auto&& part) {
          if constexpr (std::is_lvalue_reference_v<decltype(part)>) {
            if constexpr (named_parts<Type>) {
              const leaf_step step(path, part_names<Type>()[index]);
              for_each_leaf(part, path, visit);
            } else {
              const leaf_step step(path, index);
              for_each_leaf(part, path, visit);
            }
          }
          ++index;
        },
        object);
  }
}

} // namespace treelize::detail
