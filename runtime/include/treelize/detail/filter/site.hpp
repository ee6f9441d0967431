// Where a filter is asked: the steps from the root to a leaf, the tags met on the way, and the
// leaf. The same question is asked while compiling, over the types alone: then keys of containers
// are open and there is no leaf, and the verdict may be `maybe`.
#pragma once

#include "treelize/detail/key_path.hpp"

#include <cstddef>
#include <span>
#include <string_view>

namespace treelize::detail {

enum class verdict : unsigned char { no, maybe, yes };

constexpr verdict verdict_of(bool matches) {
  return matches ? verdict::yes : verdict::no;
}
constexpr verdict opposite(verdict v) {
  return v == verdict::maybe ? v : verdict_of(v == verdict::no);
}

enum class step_kind : unsigned char { name, index, open_name, open_index };

/// The last step of a path; the steps before it follow by `up`, a null pointer is the root.
struct site_step {
  const site_step* up = nullptr;
  std::string_view name = {};
  std::size_t index = 0;
  step_kind kind = step_kind::name;
  std::span<const std::string_view> tags = {};

  constexpr bool is_open() const {
    return kind == step_kind::open_name || kind == step_kind::open_index;
  }
};

constexpr site_step named_step(const site_step* up, std::string_view name,
                               std::span<const std::string_view> tags = {}) {
  return {up, name, 0, step_kind::name, tags};
}
constexpr site_step index_step(const site_step* up, std::size_t index) {
  return {up, {}, index, step_kind::index, {}};
}

template <class Leaf>
struct site {
  const site_step* last = nullptr;
  const Leaf* leaf = nullptr; ///< null while compiling
};

/// The path that ends in this step.
key_path path_of(const site_step* last);

namespace printed_path {

constexpr bool drop(std::string_view& text, std::string_view end) {
  if (!text.ends_with(end))
    return false;
  text.remove_suffix(end.size());
  return true;
}

constexpr bool is_digit(char c) {
  return c >= '0' && c <= '9';
}
constexpr bool is_word(char c) {
  return is_digit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}
constexpr bool is_identifier(std::string_view name) {
  for (char c : name)
    if (!is_word(c))
      return false;
  return !name.empty() && !is_digit(name.front());
}

constexpr bool drop_index(std::string_view& text, std::size_t index) {
  if (!drop(text, "]"))
    return false;
  do {
    const char digit = static_cast<char>('0' + index % 10);
    if (!drop(text, {&digit, 1}))
      return false;
    index /= 10;
  } while (index != 0);
  return drop(text, "[");
}

constexpr bool drop_name(std::string_view& text, std::string_view name) {
  if (is_identifier(name))
    return drop(text, name) && (text.empty() || drop(text, "."));
  if (!drop(text, "\"]"))
    return false;
  for (std::size_t i = name.size(); i > 0; --i) {
    const char c = name[i - 1];
    if (!drop(text, {&c, 1}) || ((c == '"' || c == '\\') && !drop(text, "\\")))
      return false;
  }
  return drop(text, "[\"");
}

/// Any one key.
constexpr bool drop_any(std::string_view& text, step_kind kind) {
  const std::size_t start = text.ends_with(']') ? text.rfind('[') : text.find_last_of(".]") + 1;
  if (text.empty() || start == std::string_view::npos ||
      (kind == step_kind::open_index && !text.ends_with(']')))
    return false;
  text = text.substr(0, start);
  return text.empty() || !text.ends_with('.') || drop(text, ".");
}

} // namespace printed_path

/// Whether the path, as it is printed, is this text; `maybe` if all but its open steps agrees.
constexpr verdict path_is(const site_step* last, std::string_view printed) {
  verdict result = verdict::yes;
  for (; last; last = last->up) {
    bool agrees = false;
    if (last->is_open()) {
      agrees = printed_path::drop_any(printed, last->kind);
      result = verdict::maybe;
    } else if (last->kind == step_kind::index) {
      agrees = printed_path::drop_index(printed, last->index);
    } else {
      agrees = printed_path::drop_name(printed, last->name);
    }
    if (!agrees)
      return verdict::no;
  }
  return printed.empty() ? result : verdict::no;
}

} // namespace treelize::detail
