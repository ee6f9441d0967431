// A visit to the leaves of a static tree in the order of its structure, without making the
// structure.
#pragma once

#include "treelize/detail/pytree/static_structure.hpp"

namespace treelize::detail {

template <class Whole, class Type, class Visit>
void visit_leaves(Type& object, Visit& visit) {
  using type = std::remove_cv_t<Type>;
  constexpr shape_kind kind = kind_of<type>;
  if constexpr (!is_part<type, Whole>) {
    visit(object);
  } else if constexpr (kind == shape_kind::dynamic) {
    for (auto& leaf : object.leaves())
      visit(leaf);
  } else if constexpr (kind == shape_kind::record) {
    [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      auto child = [&](auto&& part) { visit_leaves<Whole>(part, visit); };
      in_order({(child(shape_of<type>::template get<Index>(object)), true)...});
    }(std::make_index_sequence<shape_of<type>::size>{});
  } else if constexpr (kind == shape_kind::optional) {
    if (object)
      visit_leaves<Whole>(*object, visit);
  } else if constexpr (kind == shape_kind::mapping) {
    using key_type = typename shape_of<type>::key_type;
    if constexpr (is_integer_key<key_type> || is_name_key<key_type>)
      for (auto& [key, value] : dict_entries<key_type>(object))
        visit_leaves<Whole>(*value, visit);
    else
      for (auto& [key, value] : object)
        visit_leaves<Whole>(value, visit);
  } else {
    for (auto&& part : object)
      visit_leaves<Whole>(part, visit);
  }
}

} // namespace treelize::detail
