// A static tree put together from the leaves of a tree<R> of the same structure.
#pragma once

#include "treelize/detail/walk/static_result.hpp"
#include "treelize/detail/walk/static_side.hpp"
#include "treelize/error.hpp"

#include <string>

namespace treelize::detail {

[[noreturn]] void throw_not_of_class();

template <class P, class Target, class R>
Target assemble_part(const treedef_node* node, const R* leaves);

template <class T>
const treedef_node* child_for(const treedef_node* node, std::size_t child, std::size_t& offset) {
  constexpr auto key = [](std::size_t i) { return shape_of<T>::key(i); };
  const static_key k = key(child);
  const std::size_t i = k.is_index ? k.index : node->find(k.name);
  if (i >= node->size)
    throw access_error("treelize: the result lacks a key of the class that it is to become");
  offset = node->offset(i);
  return node->child(i);
}

template <class P, class Target, std::size_t I, class R>
auto assemble_child(const treedef_node* node, const R* leaves) ->
    typename shape_of<Target>::template child_type<I> {
  std::size_t offset = 0;
  const treedef_node* child = child_for<Target>(node, I, offset);
  return assemble_part<P, typename shape_of<Target>::template child_type<I>>(child,
                                                                             leaves + offset);
}

template <class P, class Target, class R>
Target assemble_record(const treedef_node* node, const R* leaves) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) -> Target {
    if constexpr (node_by_functions<Target>) {
      return node_traits<Target>::make(assemble_child<P, Target, I>(node, leaves)...);
    } else if constexpr (!listed_node<Target>) {
      return Target{assemble_child<P, Target, I>(node, leaves)...};
    } else if constexpr (requires { requires node_traits<Target>::aggregate; }) {
      return Target{assemble_child<P, Target, I>(node, leaves)...};
    } else {
      Target out{};
      ((shape_of<Target>::template get<I>(out) = assemble_child<P, Target, I>(node, leaves)), ...);
      return out;
    }
  }(std::make_index_sequence<shape_of<Target>::size>{});
}

template <class P, class Target, class R>
Target assemble_part(const treedef_node* node, const R* leaves) {
  if constexpr (!arg<P, Target>::branch) {
    if (!node->is_leaf())
      throw_not_of_class();
    return static_cast<Target>(*leaves);
  } else if constexpr (has_static_keys<Target>) {
    return assemble_record<P, Target>(node, leaves);
  } else if constexpr (kind_of<Target> == shape_kind::optional) {
    if (node->kind == node_kind::none)
      return std::nullopt;
    return assemble_part<P, typename shape_of<Target>::element_type>(node, leaves);
  } else {
    Target out;
    using element = typename shape_of<Target>::element_type;
    for (std::size_t i = 0; i < node->size; ++i) {
      if constexpr (kind_of<Target> == shape_kind::mapping)
        out.emplace(node->key(i),
                    assemble_part<P, element>(node->child(i), leaves + node->offset(i)));
      else
        out.push_back(assemble_part<P, element>(node->child(i), leaves + node->offset(i)));
    }
    return out;
  }
}

// ---- the same class: a copy of the prototype with other leaves ----

template <class P, class Target, class R>
void fill_part(Target& out, const treedef_node* node, const R* leaves);

template <class P, class Target, class R>
void fill_record(Target& out, const treedef_node* node, const R* leaves) {
  [&]<std::size_t... I>(std::index_sequence<I...>) {
    if constexpr (node_by_functions<Target> && has_aux<Target>()) {
      out = node_traits<Target>::make(node_traits<Target>::aux(out),
                                      assemble_child<P, Target, I>(node, leaves)...);
    } else if constexpr (node_by_functions<Target>) {
      out = node_traits<Target>::make(assemble_child<P, Target, I>(node, leaves)...);
    } else {
      [[maybe_unused]] std::size_t offset = 0;
      (
          [&] {
            const treedef_node* child = child_for<Target>(node, I, offset);
            fill_part<P>(shape_of<Target>::template get<I>(out), child, leaves + offset);
          }(),
          ...);
    }
  }(std::make_index_sequence<shape_of<Target>::size>{});
}

template <class P, class Target, class R>
void fill_container(Target& out, const treedef_node* node, const R* leaves) {
  if (std::size(out) != node->size)
    throw_not_of_class();
  if constexpr (kind_of<Target> == shape_kind::mapping) {
    for (auto& [key, value] : out) {
      const std::size_t i = node->find(key_text(key));
      if (i == node->size)
        throw_not_of_class();
      fill_part<P>(value, node->child(i), leaves + node->offset(i));
    }
  } else if constexpr (!std::is_reference_v<decltype(out[0])>) { // the bits of a vector<bool>
    out = assemble_part<P, Target>(node, leaves);
  } else {
    for (std::size_t i = 0; i < node->size; ++i)
      fill_part<P>(out[i], node->child(i), leaves + node->offset(i));
  }
}

template <class P, class Target, class R>
void fill_part(Target& out, const treedef_node* node, const R* leaves) {
  if constexpr (!arg<P, Target>::branch) {
    if (!node->is_leaf())
      throw_not_of_class();
    out = static_cast<Target>(*leaves);
  } else if constexpr (kind_of<Target> == shape_kind::record) {
    fill_record<P>(out, node, leaves);
  } else if constexpr (kind_of<Target> == shape_kind::optional) {
    if (out.has_value() == (node->kind == node_kind::none))
      throw_not_of_class();
    if (out)
      fill_part<P>(*out, node, leaves);
  } else {
    fill_container<P>(out, node, leaves);
  }
}

/// Rule says what a leaf of the prototype's class is. Where the result has that class, what is no
/// leaf is taken over from the prototype; else Target is a class over leaves of type R.
template <class Rule, class Target, class R, class Prototype>
Target assemble(const tree<R>& from, const Prototype* prototype) {
  const treedef_node* node = from.structure().node();
  if constexpr (std::same_as<Target, Prototype>) {
    if (!prototype)
      throw access_error(
          "treelize: an empty container has no tree whose class the result could have");
    Target out(*prototype);
    fill_part<Rule>(out, node, from.leaves().data());
    return out;
  } else {
    return assemble_part<R, Target>(node, from.leaves().data());
  }
}

} // namespace treelize::detail
