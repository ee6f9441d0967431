// A tree of containers as a container of trees: what the function gives for a leaf, a tuple say,
// becomes a tuple of trees. Tuples, pairs and arrays rise by their type; vectors and maps if they
// are alike at every leaf. A template says how deep to go and what is expected: where it has no
// container, rising stops.
#pragma once

#include "treelize/detail/walk/assemble.hpp"
#include "treelize/detail/walk/open_structure.hpp"
#include "treelize/detail/walk/static_walk.hpp"
#include "treelize/error.hpp"

#include <cstddef>
#include <cstdlib>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace treelize::detail {

/// No template: rising goes as deep as the type says.
struct any_structure {};

template <class Function>
auto rise_template() {
  if constexpr (requires { Function::rise_template(); })
    return Function::rise_template();
  else
    return any_structure{};
}

template <class Template>
inline constexpr bool goes_deeper =
    std::same_as<Template, any_structure> || container_of<Template>() != container_kind::none;
/// Whether a result of type Result rises at all.
template <class Result, class Template>
inline constexpr bool rises =
    container_of<Result>() != container_kind::none && goes_deeper<Template>;

/// The function with an Entry in place of its result; only asked for types.
template <class Function, class Entry>
struct component_of {
  static constexpr walk_options options = Function::options;
  using parameters = typename Function::parameters;
  static auto missing()
    requires requires { Function::missing(); }
  {
    return Function::missing();
  }
  template <class... Leaf>
    requires std::is_invocable_v<Function&, Leaf&...>
  Entry operator()(Leaf&...) const {
    std::abort();
  }
};

/// Takes one component out of each result.
template <class Result, class Entry, class Get>
struct component_taker {
  static constexpr walk_options options{};
  using parameters = treelize::parameters<Result&>;
  const Get& get;
  Entry operator()(Result& result) const { return static_cast<Entry>(std::move(get(result))); }
};

/// Function is the function, Result its result, Whole what the walk has made of it with arguments
/// Side...
template <class Function, class Result, class Whole, class... Side>
class riser {
public:
  explicit riser(Whole& whole, typename Side::type&... object)
      : whole_(whole), arguments_(object...) {
    if constexpr (has_runtime_parts<Result>())
      structure_ = flatten_static<arg<Result&, Whole>>(whole, results_);
  }

  /// Entry is a part of Result, and get(result) that part.
  template <class Entry, class Template, class Get>
  auto rise(const Template& like, const Get& get) const {
    if constexpr (!rises<Entry, Template>)
      return component<Entry>(get);
    else if constexpr (has_static_keys<Entry>)
      return rise_record<Entry>(like, get);
    else if constexpr (kind_of<Entry> == shape_kind::mapping)
      return rise_map<Entry>(like, get);
    else
      return rise_sequence<Entry>(like, get);
  }

private:
  Whole& whole_;
  std::tuple<typename Side::type&...> arguments_;
  std::vector<Result*> results_; // where lengths or keys have to be compared
  treedef structure_;

  template <class Entry>
  static constexpr bool has_runtime_parts() {
    if constexpr (container_of<Entry>() == container_kind::none)
      return false;
    else if constexpr (has_static_keys<Entry>)
      return []<std::size_t... Index>(std::index_sequence<Index...>) {
        return (false || ... ||
                has_runtime_parts<typename shape_of<Entry>::template child_type<Index>>());
      }(std::make_index_sequence<shape_of<Entry>::size>{});
    else
      return true;
  }

  // ---- one tree ----

  template <class Entry, class Get>
  auto component(const Get& get) const {
    using target = std::conditional_t<
        std::same_as<walk_result_t<component_of<Function, Entry>, arg_list<Side...>>,
                     needs_dynamic>,
        tree<Entry>, walk_result_t<component_of<Function, Entry>, arg_list<Side...>>>;
    if constexpr (kind_of<Whole> == shape_kind::dynamic) {
      auto given = whole_.leaves();
      auto leaves = leaf_buffer<Entry>::uninitialised(given.size());
      leaves.fill(given.size(),
                  [&](std::size_t index) -> Entry { return std::move(get(given[index])); });
      return as_class<target>(tree<Entry>(whole_.structure(), std::move(leaves)));
    } else {
      component_taker<Result, Entry, Get> taker{get};
      missing_source<decltype(taker)> none;
      return static_walker<decltype(taker)>(taker, none)
          .template build<target, arg<Result&, Whole>>(whole_);
    }
  }
  template <class Target, class Tree>
  Target as_class(Tree root) const {
    if constexpr (std::same_as<Target, Tree>)
      return root;
    else
      return std::apply(
          [&](auto&... object) {
            return assemble<leader_rule<Side...>, Target>(root,
                                                          leader_prototype<Side...>(object...));
          },
          arguments_);
  }

  // ---- tuples, pairs, arrays ----

  template <class Entry, class Template>
  static constexpr bool like_record() {
    if constexpr (std::same_as<Template, any_structure>)
      return true;
    else
      return container_of<Template>() == container_of<Entry>() && has_static_keys<Template> &&
             static_size<Template>() == shape_of<Entry>::size;
  }
  template <std::size_t Index, class Template>
  static decltype(auto) part_of_template(const Template& root) {
    if constexpr (std::same_as<Template, any_structure>)
      return (root);
    else
      return shape_of<Template>::template get<Index>(root);
  }
  template <class Entry, class Template, class Get>
  auto rise_record(const Template& like, const Get& get) const {
    static_assert(
        like_record<Entry, Template>(),
        "treelize: rise: the function's result is not the container that the template says");
    return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      return together<Entry>(rise<typename shape_of<Entry>::template child_type<Index>>(
          part_of_template<Index>(like), [&](Result& returned) -> decltype(auto) {
            return shape_of<Entry>::template get<Index>(get(returned));
          })...);
    }(std::make_index_sequence<shape_of<Entry>::size>{});
  }
  template <class Entry, class... Type>
  static auto together(Type... trees) {
    return typename rebound_record<Entry, Type...>::type{std::move(trees)...};
  }

  // ---- vectors, maps ----

  template <class Entry, class Template, class Get>
  auto rise_sequence(const Template& like, const Get& get) const {
    using element = typename shape_of<Entry>::element_type;
    static_assert(
        std::same_as<Template, any_structure> || container_of<Template>() == container_kind::list,
        "treelize: rise: the function's result is not the container that the template says");
    const std::size_t length = agreed_length(like, get);
    auto at = [&](std::size_t index) {
      return rise<element>(part_at(like, index), [&get, index](Result& returned) -> decltype(auto) {
        return (get(returned)[index]);
      });
    };
    std::vector<decltype(at(0))> trees;
    trees.reserve(length);
    for (std::size_t index = 0; index < length; ++index)
      trees.push_back(at(index));
    return trees;
  }
  template <class Template>
  static decltype(auto) part_at(const Template& like, std::size_t index) {
    if constexpr (std::same_as<Template, any_structure>)
      return (like);
    else
      return like[index];
  }
  template <class Template, class Get>
  std::size_t agreed_length(const Template& like, const Get& get) const {
    auto text = [](std::size_t count) {
      return std::to_string(count) + (count == 1 ? " element" : " elements");
    };
    std::size_t length = 0;
    std::string source = "the first leaf";
    if constexpr (!std::same_as<Template, any_structure>) {
      length = std::size(like);
      source = "the template";
    } else if (!results_.empty()) {
      length = get(*results_.front()).size();
    }
    for (std::size_t slot = 0; slot < results_.size(); ++slot)
      if (const std::size_t count = get(*results_[slot]).size(); count != length)
        throw_unlike_results(structure_, slot, text(count), source + " has " + text(length));
    return length;
  }

  template <class Entry, class Template, class Get>
  auto rise_map(const Template& like, const Get& get) const {
    using element = typename shape_of<Entry>::element_type;
    using key_type = typename shape_of<Entry>::key_type;
    static_assert(
        std::same_as<Template, any_structure> || container_of<Template>() == container_kind::dict,
        "treelize: rise: the function's result is not the container that the template says");
    auto at = [&](const key_type& key) {
      return rise<element>(part_for(like, key), [&get, &key](Result& returned) -> decltype(auto) {
        return (get(returned).find(key)->second);
      });
    };
    typename shape_of<Entry>::template rebind<decltype(at(std::declval<const key_type&>()))> trees;
    for (const key_type& key : agreed_keys<key_type>(like, get))
      trees.emplace(key, at(key));
    return trees;
  }
  template <class Template, class Key>
  static decltype(auto) part_for(const Template& like, const Key& key) {
    if constexpr (std::same_as<Template, any_structure>)
      return (like);
    else
      return (like.find(key)->second);
  }
  template <class Key, class Map>
  static std::vector<Key> keys_of(const Map& map) {
    std::vector<Key> keys;
    for (const auto& entry : map)
      keys.push_back(entry.first);
    return keys;
  }
  template <class Key>
  static std::string text_of(const std::vector<Key>& keys) {
    std::string text = "the keys {";
    for (const Key& key : keys)
      text += (&key == keys.data() ? "" : ", ") + key_text(key);
    return text + "}";
  }
  template <class Key, class Template, class Get>
  std::vector<Key> agreed_keys(const Template& like, const Get& get) const {
    std::vector<Key> keys;
    std::string source = "the first leaf";
    if constexpr (!std::same_as<Template, any_structure>) {
      keys = keys_of<Key>(like);
      source = "the template";
    } else if (!results_.empty()) {
      keys = keys_of<Key>(get(*results_.front()));
    }
    for (std::size_t slot = 0; slot < results_.size(); ++slot)
      if (const auto other = keys_of<Key>(get(*results_[slot])); other != keys)
        throw_unlike_results(structure_, slot, text_of(other), source + " has " + text_of(keys));
    return keys;
  }
};

template <class Function, class Result, class... Side, class Whole>
auto risen_typed(Whole whole, typename Side::type&... object) {
  const auto like = rise_template<Function>();
  using template_type = std::remove_const_t<decltype(like)>;
  static_assert(
      std::same_as<template_type, any_structure> || !goes_deeper<template_type> ||
          container_of<Result>() != container_kind::none,
      "treelize: rise: the function's result is not the container that the template says");
  if constexpr (!rises<Result, template_type>)
    return whole;
  else
    return riser<Function, Result, Whole, Side...>(whole, object...)
        .template rise<Result>(like, [](Result& result) -> Result& { return result; });
}

/// Leaves whose structure only the running program knows.
template <class Function, class Type>
Type risen_open(const tree<Type>& whole) {
  if constexpr (requires { Function::rise_template(); }) {
    const Type like(Function::rise_template());
    return rise_open<Type>(whole, &like);
  } else {
    return rise_open<Type>(whole, nullptr);
  }
}

/// The result of a walk over arguments X..., risen if its leaves are containers.
template <class Function, class Result, class... Side, class Whole>
auto risen(Whole whole, typename Side::type&... object) {
  if constexpr (opens_leaf<Result> && std::same_as<Whole, tree<Result>>)
    return risen_open<Function, Result>(whole);
  else
    return risen_typed<Function, Result, Side...>(std::move(whole), object...);
}

} // namespace treelize::detail
