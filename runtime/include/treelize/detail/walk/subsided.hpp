// A tree of containers that `subside` has made of a container of trees, and how every argument
// answers which class the result is to have.
#pragma once

#include "treelize/detail/walk/static_level.hpp"

#include <type_traits>

namespace treelize::detail {

/// The prototype is the first of the trees, where all are static: the result has its class if its
/// leaves fit. LeafRule says what a leaf of that class is.
template <class T, class Prototype, class LeafRule>
struct subsided : tree<T> {
  const Prototype* prototype = nullptr;
};
template <class T, class Prototype, class LeafRule>
inline constexpr bool is_dynamic_tree<subsided<T, Prototype, LeafRule>> = true;

template <class X, class A = std::remove_cv_t<typename X::type>>
struct class_of {
  using type = A;
  using rule = typename X::parameter;
  static constexpr bool is_static = kind_of<A> != shape_kind::dynamic;
  static const A* prototype(const A& a) { return &a; }
};
template <class X, class T, class Prototype, class LeafRule>
struct class_of<X, subsided<T, Prototype, LeafRule>> {
  using type = std::remove_cv_t<Prototype>;
  using rule = LeafRule;
  static constexpr bool is_static = !std::is_void_v<Prototype>;
  static const type* prototype(const subsided<T, Prototype, LeafRule>& a) { return a.prototype; }
};

/// The class that the first tree of a level stands for, and what its leaves are.
template <class... X>
using leader_class = typename class_of<leader<X...>>::type;
template <class... X>
using leader_rule = typename class_of<leader<X...>>::rule;
template <class... X>
auto leader_prototype(typename X::type&... a) {
  return class_of<leader<X...>>::prototype(std::get<leader_index<X...>()>(std::tie(a...)));
}

} // namespace treelize::detail
