// Filters by where a leaf stands.
#pragma once

#include "treelize/detail/filter/filter.hpp"
#include "treelize/detail/fixed_string.hpp"
#include "treelize/literals.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace treelize {

namespace detail {

template <class Key>
struct path_contains_filter : filter_base<path_contains_filter<Key>> {
  Key key;
  bool exact;

  constexpr path_contains_filter(Key given, bool whole_key)
      : key(std::move(given)), exact(whole_key) {}
  template <class Leaf>
  static constexpr bool reads_leaf = false;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>& here) const {
    verdict result = verdict::no;
    for (const site_step* step = here.last; step; step = step->up)
      result = (std::max)(result, matches(*step));
    return result;
  }
  std::string str() const { return "path_contains(" + text() + (exact ? ")" : ", exact = false)"); }

private:
  static constexpr bool is_index = std::is_integral_v<Key>;

  constexpr verdict matches(const site_step& step) const {
    if (step.kind == step_kind::open_name)
      return exact && is_index ? verdict::no : verdict::maybe;
    if (step.kind == step_kind::open_index)
      return exact && !is_index ? verdict::no : verdict::maybe;
    if (!exact)
      return contains(step);
    if constexpr (is_index)
      return verdict_of(step.kind == step_kind::index && step.index == key);
    else
      return verdict_of(step.kind == step_kind::name && step.name == std::string_view(key));
  }
  /// Compares as text.
  constexpr verdict contains(const site_step& step) const {
    std::array<char, 20> in_key{}, in_step{};
    const std::string_view part = as_text(in_key);
    const std::string_view whole =
        step.kind == step_kind::index ? digits(step.index, in_step) : step.name;
    return verdict_of(whole.find(part) != std::string_view::npos);
  }
  constexpr std::string_view as_text(std::array<char, 20>& buffer) const {
    if constexpr (is_index)
      return digits(key, buffer);
    else
      return std::string_view(key);
  }
  static constexpr std::string_view digits(std::size_t value, std::array<char, 20>& buffer) {
    std::size_t at = buffer.size();
    do {
      buffer[--at] = static_cast<char>('0' + value % 10);
      value /= 10;
    } while (value != 0);
    return std::string_view(buffer.data() + at, buffer.size() - at);
  }
  std::string text() const {
    if constexpr (is_index)
      return std::to_string(key);
    else
      return '"' + std::string(std::string_view(key)) + '"';
  }
};

/// Paths as they are printed; their order does not matter.
template <class Texts>
struct path_in_filter : filter_base<path_in_filter<Texts>> {
  Texts paths;

  constexpr explicit path_in_filter(Texts wanted) : paths(std::move(wanted)) {}
  template <class Leaf>
  static constexpr bool reads_leaf = false;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>& here) const {
    verdict result = verdict::no;
    for_each_value(paths, [&](std::string_view path) {
      result = (std::max)(result, path_is(here.last, path));
    });
    return result;
  }
  std::string str() const {
    std::vector<std::string> sorted;
    for_each_value(paths, [&](std::string_view path) { sorted.emplace_back(path); });
    std::sort(sorted.begin(), sorted.end());
    std::string text = "path_in(";
    for (std::size_t place = 0; place < sorted.size(); ++place)
      text += (place == 0 ? "\"" : ", \"") + sorted[place] + '"';
    return text + ')';
  }
};

struct path_contains_fn {
  template <std::size_t Count>
  constexpr auto operator()(const char (&key)[Count], bool exact = true) const {
    return path_contains_filter<fixed_string<Count - 1>>(fixed_string<Count - 1>(key), exact);
  }
  constexpr auto operator()(std::integral auto key, bool exact = true) const {
    return path_contains_filter<std::size_t>(static_cast<std::size_t>(key), exact);
  }
  auto operator()(std::string_view key, bool exact = true) const {
    return path_contains_filter<std::string>(std::string(key), exact);
  }
  /// `path_contains("layer", "exact"_a = false)`
  template <class Key, class Type>
  constexpr auto operator()(const Key& key, keyword_argument<"exact", Type> exact) const {
    return (*this)(key, static_cast<bool>(exact.get()));
  }
};

struct path_in_fn {
  /// Texts as paths are printed: `path_in("a", "layers[0].w")`.
  template <std::size_t... Count>
  constexpr auto operator()(const char (&... path)[Count]) const {
    using texts = value_pack<fixed_string<Count - 1>...>;
    return path_in_filter<texts>(texts(fixed_string<Count - 1>(path)...));
  }
  auto operator()(const std::vector<key_path>& paths) const {
    std::vector<std::string> texts;
    for (const key_path& path : paths)
      texts.push_back(path.str());
    return path_in_filter<std::vector<std::string>>(std::move(texts));
  }
};

} // namespace detail

/// Leaves with this key, a name or an index, in their path. `path_contains(k, false)` asks whether
/// the text of a key contains that of `given`.
inline constexpr detail::path_contains_fn path_contains{};
/// The leaves at these paths.
inline constexpr detail::path_in_fn path_in{};

} // namespace treelize
