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
template <class Side>
struct value_side {
  using leaves = arg_list<Side>;
  typename Side::type& value;
  static constexpr bool moves = false;

  explicit value_side(typename Side::type& object) : value(object) {}
  const treedef_node* node() const { return Side::missing ? missing_node : leaf_node(); }
  auto cursor(const plan_source&) const { return make_cursor<Side>(value); }
  template <class Then>
  decltype(auto) visit(std::size_t, const Then& then) const {
    return then(Side{}, value);
  }
};

template <class Type>
struct strided_cursor {
  Type* first;
  std::size_t stride;
  Type& operator()(std::size_t slot) const { return first[slot * stride]; }
};

/// A tree<T> or a view into one.
template <class Side>
struct tree_side {
  using leaf = typename std::remove_reference_t<
      decltype(std::declval<typename Side::type&>().leaves())>::element_type;
  using leaves = arg_list<arg<typename Side::parameter, leaf>>;
  using gap = arg<typename Side::parameter, const missing_mark>;
  static constexpr bool moves = true;
  const treedef_node* structure; // the tree holds it
  leaf* first;

  explicit tree_side(typename Side::type& object)
      : structure(object.structure().node()), first(object.leaves().data()) {}
  const treedef_node* node() const { return structure; }
  auto cursor(const plan_source& given) const { return pointer_cursor<leaf>{first + given.offset}; }
  auto strided(const plan_source& given) const {
    return strided_cursor<leaf>{first + given.offset, given.stride};
  }
  template <class Then>
  decltype(auto) visit(std::size_t index, const Then& then) const {
    return then(arg<typename Side::parameter, leaf>{}, first[index]);
  }
};

template <class Side>
auto make_side(typename Side::type& object) {
  if constexpr (!Side::branch)
    return value_side<Side>(object);
  else if constexpr (Side::kind == shape_kind::dynamic)
    return tree_side<Side>(object);
  else
    return static_side<Side>(object);
}
template <class Side>
using side_of = decltype(make_side<Side>(std::declval<typename Side::type&>()));

} // namespace treelize::detail
