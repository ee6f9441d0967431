// A static tree put together from the leaves of a tree<R> of the same structure.
#pragma once

#include "treelize/detail/raise.hpp"
#include "treelize/detail/walk/static_result.hpp"
#include "treelize/detail/walk/static_side.hpp"
#include "treelize/error.hpp"

#include <string>

namespace treelize::detail {

[[noreturn]] void throw_not_of_class();

template <class Parameter, class Target, class Result>
Target assemble_part(const treedef_node* node, const Result* leaves);

template <class Type>
const treedef_node* child_for(const treedef_node* node, std::size_t child, std::size_t& offset) {
  constexpr auto key = [](std::size_t at) { return shape_of<Type>::key(at); };
  const static_key step = key(child);
  const std::size_t at = step.is_index ? step.index : node->find(step.name);
  if (at >= node->size)
    detail::raise(
        access_error("treelize: the result lacks a key of the class that it is to become"));
  offset = node->offset(at);
  return node->child(at);
}

template <class Parameter, class Target, std::size_t Index, class Result>
auto assemble_child(const treedef_node* node, const Result* leaves) ->
    typename shape_of<Target>::template child_type<Index> {
  std::size_t offset = 0;
  const treedef_node* child = child_for<Target>(node, Index, offset);
  return assemble_part<Parameter, typename shape_of<Target>::template child_type<Index>>(
      child, leaves + offset);
}

template <class Parameter, class Target, class Result>
Target assemble_record(const treedef_node* node, const Result* leaves) {
  return [&]<std::size_t... Index>(std::index_sequence<Index...>) -> Target {
    if constexpr (node_by_functions<Target>) {
      return node_traits<Target>::make(assemble_child<Parameter, Target, Index>(node, leaves)...);
    } else if constexpr (!listed_node<Target>) {
      return Target{assemble_child<Parameter, Target, Index>(node, leaves)...};
    } else if constexpr (requires { requires node_traits<Target>::aggregate; }) {
      return Target{assemble_child<Parameter, Target, Index>(node, leaves)...};
    } else {
      Target out{};
      ((shape_of<Target>::template get<Index>(out) =
            assemble_child<Parameter, Target, Index>(node, leaves)),
       ...);
      return out;
    }
  }(std::make_index_sequence<shape_of<Target>::size>{});
}

template <class Parameter, class Target, class Result>
Target assemble_part(const treedef_node* node, const Result* leaves) {
  if constexpr (!arg<Parameter, Target>::branch) {
    if (!node->is_leaf())
      throw_not_of_class();
    return static_cast<Target>(*leaves);
  } else if constexpr (has_static_keys<Target>) {
    return assemble_record<Parameter, Target>(node, leaves);
  } else if constexpr (kind_of<Target> == shape_kind::optional) {
    if (node->kind == node_kind::none)
      return std::nullopt;
    return assemble_part<Parameter, typename shape_of<Target>::element_type>(node, leaves);
  } else {
    Target out;
    using element = typename shape_of<Target>::element_type;
    for (std::size_t at = 0; at < node->size; ++at) {
      if constexpr (kind_of<Target> == shape_kind::mapping)
        out.emplace(node->key(at),
                    assemble_part<Parameter, element>(node->child(at), leaves + node->offset(at)));
      else
        out.push_back(
            assemble_part<Parameter, element>(node->child(at), leaves + node->offset(at)));
    }
    return out;
  }
}

// ---- the same class: a copy of the prototype with other leaves ----

template <class Parameter, class Target, class Result>
void fill_part(Target& out, const treedef_node* node, const Result* leaves);

template <class Parameter, class Target, class Result>
void fill_record(Target& out, const treedef_node* node, const Result* leaves) {
  [&]<std::size_t... Index>(std::index_sequence<Index...>) {
    if constexpr (node_by_functions<Target> && has_aux<Target>()) {
      out = node_traits<Target>::make(node_traits<Target>::aux(out),
                                      assemble_child<Parameter, Target, Index>(node, leaves)...);
    } else if constexpr (node_by_functions<Target>) {
      out = node_traits<Target>::make(assemble_child<Parameter, Target, Index>(node, leaves)...);
    } else {
      [[maybe_unused]] std::size_t offset = 0;
      (
          [&] {
            const treedef_node* child = child_for<Target>(node, Index, offset);
            fill_part<Parameter>(shape_of<Target>::template get<Index>(out), child,
                                 leaves + offset);
          }(),
          ...);
    }
  }(std::make_index_sequence<shape_of<Target>::size>{});
}

template <class Parameter, class Target, class Result>
void fill_container(Target& out, const treedef_node* node, const Result* leaves) {
  if (std::size(out) != node->size)
    throw_not_of_class();
  if constexpr (kind_of<Target> == shape_kind::mapping) {
    for (auto& [key, value] : out) {
      const std::size_t at = node->find(key_text(key));
      if (at == node->size)
        throw_not_of_class();
      fill_part<Parameter>(value, node->child(at), leaves + node->offset(at));
    }
  } else if constexpr (!std::is_reference_v<decltype(out[0])>) { // the bits of a vector<bool>
    out = assemble_part<Parameter, Target>(node, leaves);
  } else {
    for (std::size_t at = 0; at < node->size; ++at)
      fill_part<Parameter>(out[at], node->child(at), leaves + node->offset(at));
  }
}

template <class Parameter, class Target, class Result>
void fill_part(Target& out, const treedef_node* node, const Result* leaves) {
  if constexpr (!arg<Parameter, Target>::branch) {
    if (!node->is_leaf())
      throw_not_of_class();
    out = static_cast<Target>(*leaves);
  } else if constexpr (kind_of<Target> == shape_kind::record) {
    fill_record<Parameter>(out, node, leaves);
  } else if constexpr (kind_of<Target> == shape_kind::optional) {
    if (out.has_value() == (node->kind == node_kind::none))
      throw_not_of_class();
    if (out)
      fill_part<Parameter>(*out, node, leaves);
  } else {
    fill_container<Parameter>(out, node, leaves);
  }
}

/// Rule says what a leaf of the prototype's class is. Where the result has that class, what is no
/// leaf is taken over from the prototype; else Target is a class over leaves of type R.
template <class Rule, class Target, class Result, class Prototype>
Target assemble(const tree<Result>& from, const Prototype* prototype) {
  const treedef_node* node = from.structure().node();
  if constexpr (std::same_as<Target, Prototype>) {
    if (!prototype)
      detail::raise(access_error(
          "treelize: an empty container has no tree whose class the result could have"));
    Target out(*prototype);
    fill_part<Rule>(out, node, from.leaves().data());
    return out;
  } else {
    return assemble_part<Result, Target>(node, from.leaves().data());
  }
}

} // namespace treelize::detail
