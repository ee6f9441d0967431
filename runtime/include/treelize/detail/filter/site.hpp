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
constexpr verdict opposite(verdict answer) {
  return answer == verdict::maybe ? answer : verdict_of(answer == verdict::no);
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

constexpr bool is_digit(char letter) {
  return letter >= '0' && letter <= '9';
}
constexpr bool is_word(char letter) {
  return is_digit(letter) || (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
         letter == '_';
}
constexpr bool is_identifier(std::string_view name) {
  for (char letter : name)
    if (!is_word(letter))
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
  for (std::size_t at = name.size(); at > 0; --at) {
    const char letter = name[at - 1];
    if (!drop(text, {&letter, 1}) || ((letter == '"' || letter == '\\') && !drop(text, "\\")))
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
