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

template <class F>
auto rise_template() {
  if constexpr (requires { F::rise_template(); })
    return F::rise_template();
  else
    return any_structure{};
}

template <class Template>
inline constexpr bool goes_deeper =
    std::same_as<Template, any_structure> || container_of<Template>() != container_kind::none;
/// Whether a result of type R rises at all.
template <class R, class Template>
inline constexpr bool rises = container_of<R>() != container_kind::none && goes_deeper<Template>;

/// The function with an E in place of its result; only asked for types.
template <class F, class E>
struct component_of {
  static constexpr walk_options options = F::options;
  using parameters = typename F::parameters;
  static auto missing()
    requires requires { F::missing(); }
  {
    return F::missing();
  }
  template <class... Leaf>
    requires std::is_invocable_v<F&, Leaf&...>
  E operator()(Leaf&...) const {
    std::abort();
  }
};

/// Takes one component out of each result.
template <class R, class E, class Get>
struct component_taker {
  static constexpr walk_options options{};
  using parameters = treelize::parameters<R&>;
  const Get& get;
  E operator()(R& result) const { return static_cast<E>(std::move(get(result))); }
};

/// F is the function, R its result, Whole what the walk has made of it with arguments X...
template <class F, class R, class Whole, class... X>
class riser {
public:
  explicit riser(Whole& whole, typename X::type&... a) : whole_(whole), arguments_(a...) {
    if constexpr (has_runtime_parts<R>())
      structure_ = flatten_static<arg<R&, Whole>>(whole, results_);
  }

  /// E is a part of R, and get(result) that part.
  template <class E, class Template, class Get>
  auto rise(const Template& like, const Get& get) const {
    if constexpr (!rises<E, Template>)
      return component<E>(get);
    else if constexpr (has_static_keys<E>)
      return rise_record<E>(like, get);
    else if constexpr (kind_of<E> == shape_kind::mapping)
      return rise_map<E>(like, get);
    else
      return rise_sequence<E>(like, get);
  }

private:
  Whole& whole_;
  std::tuple<typename X::type&...> arguments_;
  std::vector<R*> results_; // where lengths or keys have to be compared
  treedef structure_;

  template <class E>
  static constexpr bool has_runtime_parts() {
    if constexpr (container_of<E>() == container_kind::none)
      return false;
    else if constexpr (has_static_keys<E>)
      return []<std::size_t... I>(std::index_sequence<I...>) {
        return (false || ... || has_runtime_parts<typename shape_of<E>::template child_type<I>>());
      }(std::make_index_sequence<shape_of<E>::size>{});
    else
      return true;
  }

  // ---- one tree ----

  template <class E, class Get>
  auto component(const Get& get) const {
    using target = std::conditional_t<
        std::same_as<walk_result_t<component_of<F, E>, arg_list<X...>>, needs_dynamic>, tree<E>,
        walk_result_t<component_of<F, E>, arg_list<X...>>>;
    if constexpr (kind_of<Whole> == shape_kind::dynamic) {
      auto given = whole_.leaves();
      auto leaves = leaf_buffer<E>::uninitialised(given.size());
      leaves.fill(given.size(), [&](std::size_t i) -> E { return std::move(get(given[i])); });
      return as_class<target>(tree<E>(whole_.structure(), std::move(leaves)));
    } else {
      component_taker<R, E, Get> taker{get};
      missing_source<decltype(taker)> none;
      return static_walker<decltype(taker)>(taker, none)
          .template build<target, arg<R&, Whole>>(whole_);
    }
  }
  template <class Target, class Tree>
  Target as_class(Tree t) const {
    if constexpr (std::same_as<Target, Tree>)
      return t;
    else
      return std::apply(
          [&](auto&... a) {
            return assemble<leader_rule<X...>, Target>(t, leader_prototype<X...>(a...));
          },
          arguments_);
  }

  // ---- tuples, pairs, arrays ----

  template <class E, class Template>
  static constexpr bool like_record() {
    if constexpr (std::same_as<Template, any_structure>)
      return true;
    else
      return container_of<Template>() == container_of<E>() && has_static_keys<Template> &&
             static_size<Template>() == shape_of<E>::size;
  }
  template <std::size_t I, class Template>
  static decltype(auto) part_of_template(const Template& t) {
    if constexpr (std::same_as<Template, any_structure>)
      return (t);
    else
      return shape_of<Template>::template get<I>(t);
  }
  template <class E, class Template, class Get>
  auto rise_record(const Template& like, const Get& get) const {
    static_assert(
        like_record<E, Template>(),
        "treelize: rise: the function's result is not the container that the template says");
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return together<E>(rise<typename shape_of<E>::template child_type<I>>(
          part_of_template<I>(like),
          [&](R& r) -> decltype(auto) { return shape_of<E>::template get<I>(get(r)); })...);
    }(std::make_index_sequence<shape_of<E>::size>{});
  }
  template <class E, class... T>
  static auto together(T... trees) {
    return typename rebound_record<E, T...>::type{std::move(trees)...};
  }

  // ---- vectors, maps ----

  template <class E, class Template, class Get>
  auto rise_sequence(const Template& like, const Get& get) const {
    using element = typename shape_of<E>::element_type;
    static_assert(
        std::same_as<Template, any_structure> || container_of<Template>() == container_kind::list,
        "treelize: rise: the function's result is not the container that the template says");
    const std::size_t length = agreed_length(like, get);
    auto at = [&](std::size_t i) {
      return rise<element>(part_at(like, i),
                           [&get, i](R& r) -> decltype(auto) { return (get(r)[i]); });
    };
    std::vector<decltype(at(0))> trees;
    trees.reserve(length);
    for (std::size_t i = 0; i < length; ++i)
      trees.push_back(at(i));
    return trees;
  }
  template <class Template>
  static decltype(auto) part_at(const Template& like, std::size_t i) {
    if constexpr (std::same_as<Template, any_structure>)
      return (like);
    else
      return like[i];
  }
  template <class Template, class Get>
  std::size_t agreed_length(const Template& like, const Get& get) const {
    auto text = [](std::size_t n) {
      return std::to_string(n) + (n == 1 ? " element" : " elements");
    };
    std::size_t length = 0;
    std::string source = "the first leaf";
    if constexpr (!std::same_as<Template, any_structure>) {
      length = std::size(like);
      source = "the template";
    } else if (!results_.empty()) {
      length = get(*results_.front()).size();
    }
    for (std::size_t k = 0; k < results_.size(); ++k)
      if (const std::size_t n = get(*results_[k]).size(); n != length)
        throw_unlike_results(structure_, k, text(n), source + " has " + text(length));
    return length;
  }

  template <class E, class Template, class Get>
  auto rise_map(const Template& like, const Get& get) const {
    using element = typename shape_of<E>::element_type;
    using key_type = typename shape_of<E>::key_type;
    static_assert(
        std::same_as<Template, any_structure> || container_of<Template>() == container_kind::dict,
        "treelize: rise: the function's result is not the container that the template says");
    auto at = [&](const key_type& key) {
      return rise<element>(part_for(like, key), [&get, &key](R& r) -> decltype(auto) {
        return (get(r).find(key)->second);
      });
    };
    typename shape_of<E>::template rebind<decltype(at(std::declval<const key_type&>()))> trees;
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
    for (std::size_t k = 0; k < results_.size(); ++k)
      if (const auto other = keys_of<Key>(get(*results_[k])); other != keys)
        throw_unlike_results(structure_, k, text_of(other), source + " has " + text_of(keys));
    return keys;
  }
};

template <class F, class R, class... X, class Whole>
auto risen_typed(Whole whole, typename X::type&... a) {
  const auto like = rise_template<F>();
  using template_type = std::remove_const_t<decltype(like)>;
  static_assert(
      std::same_as<template_type, any_structure> || !goes_deeper<template_type> ||
          container_of<R>() != container_kind::none,
      "treelize: rise: the function's result is not the container that the template says");
  if constexpr (!rises<R, template_type>)
    return whole;
  else
    return riser<F, R, Whole, X...>(whole, a...).template rise<R>(like, [](R& result) -> R& {
      return result;
    });
}

/// Leaves whose structure only the running program knows.
template <class F, class T>
T risen_open(const tree<T>& whole) {
  if constexpr (requires { F::rise_template(); }) {
    const T like(F::rise_template());
    return rise_open<T>(whole, &like);
  } else {
    return rise_open<T>(whole, nullptr);
  }
}

/// The result of a walk over arguments X..., risen if its leaves are containers.
template <class F, class R, class... X, class Whole>
auto risen(Whole whole, typename X::type&... a) {
  if constexpr (opens_leaf<R> && std::same_as<Whole, tree<R>>)
    return risen_open<F, R>(whole);
  else
    return risen_typed<F, R, X...>(std::move(whole), a...);
}

} // namespace treelize::detail
