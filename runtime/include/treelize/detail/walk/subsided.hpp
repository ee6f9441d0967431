// A tree of containers that `subside` has made of a container of trees, and how every argument
// answers which class the result is to have.
#pragma once

#include "treelize/detail/walk/static_level.hpp"

#include <type_traits>

namespace treelize::detail {

/// The prototype is the first of the trees, where all are static: the result has its class if its
/// leaves fit. LeafRule says what a leaf of that class is.
template <class Type, class Prototype, class LeafRule>
struct subsided : tree<Type> {
  const Prototype* prototype = nullptr;
};
template <class Type, class Prototype, class LeafRule>
inline constexpr bool is_dynamic_tree<subsided<Type, Prototype, LeafRule>> = true;

template <class Side, class Argument = std::remove_cv_t<typename Side::type>>
struct class_of {
  using type = Argument;
  using rule = typename Side::parameter;
  static constexpr bool is_static = kind_of<Argument> != shape_kind::dynamic;
  static const Argument* prototype(const Argument& object) { return &object; }
};
template <class Side, class Type, class Prototype, class LeafRule>
struct class_of<Side, subsided<Type, Prototype, LeafRule>> {
  using type = std::remove_cv_t<Prototype>;
  using rule = LeafRule;
  static constexpr bool is_static = !std::is_void_v<Prototype>;
  static const type* prototype(const subsided<Type, Prototype, LeafRule>& object) {
    return object.prototype;
  }
};

/// The class that the first tree of a level stands for, and what its leaves are.
template <class... Side>
using leader_class = typename class_of<leader<Side...>>::type;
template <class... Side>
using leader_rule = typename class_of<leader<Side...>>::rule;
template <class... Side>
auto leader_prototype(typename Side::type&... object) {
  return class_of<leader<Side...>>::prototype(
      std::get<leader_index<Side...>()>(std::tie(object...)));
}

} // namespace treelize::detail
