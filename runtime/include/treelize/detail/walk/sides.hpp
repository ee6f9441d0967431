// What an argument is to the dynamic engine. Every side has:
//   node()             its structure
//   cursor(source)     its leaf number k of a run, where all its leaves are of one type
//   visit(i, then)     calls then(arg<P, L>{}, leaf) for the leaf at that position, whatever its
//   type
#pragma once

#include "treelize/detail/walk/cursor.hpp"
#include "treelize/detail/walk/static_side.hpp"
#include "treelize/detail/walk/walk_plan.hpp"

#include <cstddef>
#include <type_traits>

namespace treelize::detail {

/// A leaf for all of the result, or a part that is missing altogether.
template <class X>
struct value_side {
  using leaves = arg_list<X>;
  typename X::type& value;
  static constexpr bool moves = false;

  explicit value_side(typename X::type& a) : value(a) {}
  const treedef_node* node() const { return X::missing ? missing_node : leaf_node(); }
  auto cursor(const plan_source&) const { return make_cursor<X>(value); }
  template <class Then>
  decltype(auto) visit(std::size_t, const Then& then) const {
    return then(X{}, value);
  }
};

template <class T>
struct strided_cursor {
  T* first;
  std::size_t stride;
  T& operator()(std::size_t k) const { return first[k * stride]; }
};

/// A tree<T> or a view into one.
template <class X>
struct tree_side {
  using leaf = typename std::remove_reference_t<
      decltype(std::declval<typename X::type&>().leaves())>::element_type;
  using leaves = arg_list<arg<typename X::parameter, leaf>>;
  using gap = arg<typename X::parameter, const missing_mark>;
  static constexpr bool moves = true;
  const treedef_node* structure; // the tree holds it
  leaf* first;

  explicit tree_side(typename X::type& a)
      : structure(a.structure().node()), first(a.leaves().data()) {}
  const treedef_node* node() const { return structure; }
  auto cursor(const plan_source& s) const { return pointer_cursor<leaf>{first + s.offset}; }
  auto strided(const plan_source& s) const {
    return strided_cursor<leaf>{first + s.offset, s.stride};
  }
  template <class Then>
  decltype(auto) visit(std::size_t i, const Then& then) const {
    return then(arg<typename X::parameter, leaf>{}, first[i]);
  }
};

template <class X>
auto make_side(typename X::type& a) {
  if constexpr (!X::branch)
    return value_side<X>(a);
  else if constexpr (X::kind == shape_kind::dynamic)
    return tree_side<X>(a);
  else
    return static_side<X>(a);
}
template <class X>
using side_of = decltype(make_side<X>(std::declval<typename X::type&>()));

} // namespace treelize::detail
