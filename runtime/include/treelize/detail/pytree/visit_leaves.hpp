// A visit to the leaves of a static tree in the order of its structure, without making the
// structure.
#pragma once

#include "treelize/detail/pytree/static_structure.hpp"

namespace treelize::detail {

template <class Whole, class T, class Visit>
void visit_leaves(T& x, Visit& visit) {
  using type = std::remove_cv_t<T>;
  constexpr shape_kind kind = kind_of<type>;
  if constexpr (!is_part<type, Whole>) {
    visit(x);
  } else if constexpr (kind == shape_kind::dynamic) {
    for (auto& leaf : x.leaves())
      visit(leaf);
  } else if constexpr (kind == shape_kind::record) {
    [&]<std::size_t... I>(std::index_sequence<I...>) {
      auto child = [&](auto&& part) { visit_leaves<Whole>(part, visit); };
      in_order({(child(shape_of<type>::template get<I>(x)), true)...});
    }(std::make_index_sequence<shape_of<type>::size>{});
  } else if constexpr (kind == shape_kind::optional) {
    if (x)
      visit_leaves<Whole>(*x, visit);
  } else if constexpr (kind == shape_kind::mapping) {
    using key_type = typename shape_of<type>::key_type;
    if constexpr (is_integer_key<key_type> || is_name_key<key_type>)
      for (auto& [key, value] : dict_entries<key_type>(x))
        visit_leaves<Whole>(*value, visit);
    else
      for (auto& [key, value] : x)
        visit_leaves<Whole>(value, visit);
  } else {
    for (auto&& part : x)
      visit_leaves<Whole>(part, visit);
  }
}

} // namespace treelize::detail
