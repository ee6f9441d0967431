// The filters that ask one thing of a leaf: its type, its path, its tag; everything and nothing; a
// function of the user. A filter is a value: it gives a verdict for a site, says whether it has to
// read the leaf for it, and prints itself; filters that print alike are equal. One whose text is in
// a fixed_string, or that has none, is a constant expression.
#pragma once

#include "treelize/filter/errors.hpp"
#include "treelize/filter/leaf_queries.hpp"
#include "treelize/filter/pack.hpp"
#include "treelize/fixed_string.hpp"
#include "treelize/key_path.hpp"
#include "treelize/literals.hpp"
#include "treelize/pytree/type_name.hpp"

#include <algorithm>
#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <type_traits>
#include <typeinfo>
#include <utility>
#include <vector>

namespace treelize {

/// A predicate over (path, value) that may be asked for keys, types and tags alone.
template <class F>
concept filter = requires(const std::remove_cvref_t<F>& f) {
  typename std::remove_cvref_t<F>::filter_tag;
  { f.str() } -> std::convertible_to<std::string>;
};

namespace detail {

/// The steps of a path that is given whole.
class path_steps {
public:
  explicit path_steps(const key_path& path) : steps_(path.size()) {
    for (std::size_t i = 0; i < path.size(); ++i) {
      const site_step* up = i == 0 ? nullptr : &steps_[i - 1];
      steps_[i] =
          path[i].is_index() ? index_step(up, path[i].index()) : named_step(up, path[i].name());
    }
  }
  const site_step* last() const { return steps_.empty() ? nullptr : &steps_.back(); }

private:
  std::vector<site_step> steps_;
};

/// What all filters share: `f(path, value)` and comparing by value.
template <class Self>
struct filter_base {
  using filter_tag = void;

  template <class V>
  bool operator()(const key_path& path, const V& value) const {
    const path_steps steps(path);
    return static_cast<const Self&>(*this).test(site<V>{steps.last(), &value}) == verdict::yes;
  }
};

/// The same answer for every leaf.
template <class Self, verdict Answer>
struct fixed_filter : filter_base<Self> {
  template <class Leaf>
  static constexpr bool reads_leaf = false;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>&) const {
    return Answer;
  }
  std::string str() const { return Answer == verdict::yes ? "everything" : "nothing"; }
};

struct everything_filter : fixed_filter<everything_filter, verdict::yes> {};
/// `...` of other systems: must stand last.
struct rest_filter : fixed_filter<rest_filter, verdict::yes> {};
struct nothing_filter : fixed_filter<nothing_filter, verdict::no> {};

/// `true` and `false` as filters; `true` must stand last.
struct bool_filter : filter_base<bool_filter> {
  bool value;

  constexpr explicit bool_filter(bool v) : value(v) {}
  template <class Leaf>
  static constexpr bool reads_leaf = false;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>&) const {
    return verdict_of(value);
  }
  std::string str() const { return value ? "everything" : "nothing"; }
};

template <class T>
struct of_type_filter : filter_base<of_type_filter<T>> {
  template <class Leaf>
  static constexpr bool reads_leaf = type_query<T, Leaf>::reads_leaf;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>& s) const {
    return type_query<T, Leaf>::ask(s.leaf);
  }
  std::string str() const { return "of_type<" + std::string(type_name<T>()) + ">"; }
};

template <class Text>
struct with_tag_filter : filter_base<with_tag_filter<Text>> {
  Text tag;

  constexpr explicit with_tag_filter(Text t) : tag(std::move(t)) {}
  template <class Leaf>
  static constexpr bool reads_leaf = tag_query<Leaf>::reads_leaf;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>& s) const {
    const std::string_view text(tag);
    return has_step_tag(s.last, text) ? verdict::yes : tag_query<Leaf>::ask(s.leaf, text);
  }
  std::string str() const { return "with_tag(\"" + std::string(std::string_view(tag)) + "\")"; }
};

template <class Key>
struct path_contains_filter : filter_base<path_contains_filter<Key>> {
  Key key;
  bool exact;

  constexpr path_contains_filter(Key k, bool e) : key(std::move(k)), exact(e) {}
  template <class Leaf>
  static constexpr bool reads_leaf = false;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>& s) const {
    verdict result = verdict::no;
    for (const site_step* step = s.last; step; step = step->up)
      result = std::max(result, matches(*step));
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

  constexpr explicit path_in_filter(Texts p) : paths(std::move(p)) {}
  template <class Leaf>
  static constexpr bool reads_leaf = false;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>& s) const {
    verdict result = verdict::no;
    for_each_value(
        paths, [&](std::string_view path) { result = std::max(result, path_is(s.last, path)); });
    return result;
  }
  std::string str() const {
    std::vector<std::string> sorted;
    for_each_value(paths, [&](std::string_view path) { sorted.emplace_back(path); });
    std::sort(sorted.begin(), sorted.end());
    std::string text = "path_in(";
    for (std::size_t i = 0; i < sorted.size(); ++i)
      text += (i == 0 ? "\"" : ", \"") + sorted[i] + '"';
    return text + ')';
  }
};

/// A function of the user over (path, value).
template <class F>
struct predicate_filter : filter_base<predicate_filter<F>> {
  F function;

  constexpr explicit predicate_filter(F f) : function(std::move(f)) {}
  template <class Leaf>
  static constexpr bool reads_leaf = true;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>& s) const {
    static_assert(
        std::is_invocable_v<const F&, const key_path&, const Leaf&>,
        "treelize: a predicate that is used as a filter takes (const key_path&, const Leaf&) "
        "for each type of leaf that the tree has");
    if (!s.leaf)
      return verdict::maybe;
    return verdict_of(static_cast<bool>(function(path_of(s.last), *s.leaf)));
  }
  /// A function pointer and a function object without state are known by their value, others by
  /// where they are: such a filter equals itself alone.
  std::string str() const {
    std::string text = "predicate<" + std::string(typeid(F).name()) + ">";
    if constexpr (std::is_pointer_v<F>)
      text += '@' + std::to_string(reinterpret_cast<std::uintptr_t>(function));
    else if constexpr (!std::is_empty_v<F>)
      text += '@' + std::to_string(reinterpret_cast<std::uintptr_t>(this));
    return text;
  }
};

/// A filter as a part of a type, so that what it selects can be known while compiling.
template <auto F>
struct constant_filter : filter_base<constant_filter<F>> {
  template <class Leaf>
  static constexpr bool reads_leaf = decltype(F)::template reads_leaf<Leaf>;
  template <class Leaf>
  constexpr verdict test(const site<Leaf>& s) const {
    return F.test(s);
  }
  std::string str() const { return F.str(); }
};

struct with_tag_fn {
  template <std::size_t N>
  constexpr auto operator()(const char (&tag)[N]) const {
    return with_tag_filter<fixed_string<N - 1>>(fixed_string<N - 1>(tag));
  }
  auto operator()(std::string_view tag) const {
    return with_tag_filter<std::string>(std::string(tag));
  }
};

struct path_contains_fn {
  template <std::size_t N>
  constexpr auto operator()(const char (&key)[N], bool exact = true) const {
    return path_contains_filter<fixed_string<N - 1>>(fixed_string<N - 1>(key), exact);
  }
  constexpr auto operator()(std::integral auto key, bool exact = true) const {
    return path_contains_filter<std::size_t>(static_cast<std::size_t>(key), exact);
  }
  auto operator()(std::string_view key, bool exact = true) const {
    return path_contains_filter<std::string>(std::string(key), exact);
  }
  /// `path_contains("layer", "exact"_a = false)`
  template <class Key, class T>
  constexpr auto operator()(const Key& key, keyword_argument<"exact", T> exact) const {
    return (*this)(key, static_cast<bool>(exact.get()));
  }
};

struct path_in_fn {
  /// Texts as paths are printed: `path_in("a", "layers[0].w")`.
  template <std::size_t... N>
  constexpr auto operator()(const char (&... path)[N]) const {
    using texts = value_pack<fixed_string<N - 1>...>;
    return path_in_filter<texts>(texts(fixed_string<N - 1>(path)...));
  }
  auto operator()(const std::vector<key_path>& paths) const {
    std::vector<std::string> texts;
    for (const key_path& path : paths)
      texts.push_back(path.str());
    return path_in_filter<std::vector<std::string>>(std::move(texts));
  }
};

} // namespace detail

template <filter A, filter B>
bool operator==(const A& a, const B& b) {
  return a.str() == b.str();
}

/// Leaves of this type, of a class derived from it, or whose std::variant holds such a one.
template <class T>
inline constexpr detail::of_type_filter<T> of_type{};
/// Leaves at or below a field with this tag, and leaves with such a member `tag`.
inline constexpr detail::with_tag_fn with_tag{};
/// Leaves with this key, a name or an index, in their path. `path_contains(k, false)` asks whether
/// the text of a key contains that of `k`.
inline constexpr detail::path_contains_fn path_contains{};
/// The leaves at these paths.
inline constexpr detail::path_in_fn path_in{};
inline constexpr detail::everything_filter everything{};
inline constexpr detail::nothing_filter nothing{};
/// What the filters before it leave over; only filters like it may follow.
inline constexpr detail::rest_filter rest{};
/// `constant<with_tag("param")>`: with it, static trees are checked while compiling.
template <auto F>
inline constexpr detail::constant_filter<F> constant{};

namespace literals {

/// `"param"_tag` is `constant<with_tag("param")>`.
template <fixed_string Tag>
constexpr auto operator""_tag() {
  return constant<detail::with_tag_filter<std::remove_const_t<decltype(Tag)>>(Tag)>;
}
/// `"layers"_key` is `constant<path_contains("layers")>`.
template <fixed_string Key>
constexpr auto operator""_key() {
  return constant<detail::path_contains_filter<std::remove_const_t<decltype(Key)>>(Key, true)>;
}

} // namespace literals

} // namespace treelize

template <treelize::filter F>
struct std::hash<F> {
  std::size_t operator()(const F& f) const { return std::hash<std::string>{}(f.str()); }
};
