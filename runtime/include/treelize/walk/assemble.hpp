// A static tree put together from the leaves of a tree<R> of the same structure.
#pragma once

#include "treelize/error.hpp"
#include "treelize/walk/static_result.hpp"

#include <string>

namespace treelize::detail {

template <class P, class Target, class R>
Target assemble_part(const treedef_node* node, const R* leaves);

template <class T> const treedef_node* child_for(const treedef_node* node, std::size_t child,
                                                 std::size_t& offset) {
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
        out.emplace(node->key(i), assemble_part<P, element>(node->child(i), leaves + node->offset(i)));
      else
        out.push_back(assemble_part<P, element>(node->child(i), leaves + node->offset(i)));
    }
    return out;
  }
}

/// P is the parameter that says what a leaf of Target is.
template <class P, class Target, class R> Target assemble(const tree<R>& from) {
  return assemble_part<P, Target>(from.structure().node(), from.leaves().data());
}

} // namespace treelize::detail
