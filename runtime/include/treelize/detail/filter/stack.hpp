// The leaves of static trees with an axis less, and of results with one more. A node keeps its
// class if its leaves keep their type, else it is rebound as a class template over its leaf.
#pragma once

#include "treelize/detail/filter/axes.hpp"
#include "treelize/detail/filter/errors.hpp"
#include "treelize/detail/raise.hpp"
#include "treelize/detail/walk/static_result.hpp"
#include "treelize/error.hpp"

#include <concepts>
#include <map>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

namespace treelize::detail {

/// The class of a node whose leaves become of type R.
template <class Type, class Result>
auto node_over() {
  if constexpr (std::same_as<typename rebound_node<Type, Result>::type, needs_dynamic>)
    return std::type_identity<Type>{};
  else
    return std::type_identity<typename rebound_node<Type, Result>::type>{};
}

template <class Target, class Make>
Target make_record(const Make& make) {
  return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
    if constexpr (node<Target>) {
      Target out{};
      ((shape_of<Target>::template get<Index>(out) =
            make(std::integral_constant<std::size_t, Index>{})),
       ...);
      return out;
    } else {
      return Target{make(std::integral_constant<std::size_t, Index>{})...};
    }
  }(std::make_index_sequence<shape_of<Target>::size>{});
}

// ---- slices ----

template <class Type>
auto slice_static(const Type& part, int axis, std::size_t index);

template <class Type>
auto slice_record(const Type& part, int axis, std::size_t index) {
  const auto child = [&]<std::size_t Inner>(std::integral_constant<std::size_t, Inner>) {
    return slice_static(shape_of<Type>::template get<Inner>(part), axis, index);
  };
  return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
    using children = std::tuple<decltype(child(std::integral_constant<std::size_t, Index>{}))...>;
    if constexpr (node<Type>) {
      using target = typename decltype(node_over<Type, std::tuple_element_t<0, children>>())::type;
      static_assert(
          (true && ... &&
           std::same_as<typename shape_of<target>::template child_type<Index>,
                        std::tuple_element_t<Index, children>>),
          "treelize: batch: the slices of this node's leaves do not fit it; make it a class "
          "template over its leaf type");
      return make_record<target>(child);
    } else if constexpr (std::tuple_size_v<Type> == 2 && requires { part.first; }) {
      return std::pair{child(std::integral_constant<std::size_t, Index>{})...};
    } else {
      return children{child(std::integral_constant<std::size_t, Index>{})...};
    }
  }(std::make_index_sequence<shape_of<Type>::size>{});
}

template <class Type>
auto slice_static(const Type& part, int axis, std::size_t index) {
  if constexpr (sliced<Type>) {
    return slice_leaf(part, checked_axis(part, axis, {}), index);
  } else if constexpr (kind_of<Type> == shape_kind::mapping) {
    using element = decltype(slice_static(part.begin()->second, axis, index));
    typename shape_of<Type>::template rebind<element> result;
    for (const auto& [key, value] : part)
      result.emplace_hint(result.end(), key, slice_static(value, axis, index));
    return result;
  } else {
    return slice_record(part, axis, index);
  }
}

// ---- stacks ----

/// How many axes are vectors, which can change places.
template <class Type>
inline constexpr std::size_t vector_depth = 0;
template <class Type>
inline constexpr std::size_t vector_depth<std::vector<Type>> = 1 + vector_depth<Type>;

/// The first axis of nested vectors becomes the one at that position.
template <class Type>
void move_first_axis(std::vector<Type>& rows, std::size_t to) {
  if constexpr (vector_depth<Type> != 0) {
    if (to == 0)
      return;
    std::vector<Type> columns(rows.empty() ? 0 : rows.front().size());
    for (Type& row : rows) {
      if (row.size() != columns.size())
        detail::raise(axis_error("treelize: batch: results of lengths " +
                                 std::to_string(columns.size()) + " and " +
                                 std::to_string(row.size()) + " have no later axis in common"));
      for (std::size_t index = 0; index < columns.size(); ++index)
        columns[index].push_back(std::move(row[index]));
    }
    for (Type& column : columns)
      move_first_axis(column, to - 1);
    rows = std::move(columns);
  }
}

/// The results for one leaf with the new axis at that position of all, counted from the last where
/// it is negative. Throws axis_error where there is no such position.
template <class Type>
std::vector<Type> stack_leaf(std::vector<Type> parts, int out_axis) {
  if (out_axis == 0)
    return parts;
  const int axes = static_cast<int>(vector_depth<std::vector<Type>>);
  const int to = out_axis < 0 ? out_axis + axes : out_axis;
  if (to < 0 || to >= axes)
    detail::raise(axis_error("treelize: batch: the results are to be stacked along axis " +
                             std::to_string(out_axis) + ", and have " + std::to_string(axes)));
  move_first_axis(parts, static_cast<std::size_t>(to));
  return parts;
}

template <class Type>
auto stack(std::vector<Type> parts, int out_axis);

template <class Type>
tree<std::vector<Type>> stack_trees(const std::vector<tree<Type>>& parts, int out_axis) {
  const treedef structure = parts.empty() ? treedef() : parts.front().structure();
  for (const tree<Type>& part : parts)
    if (!(part.structure() == structure))
      detail::raise(mismatch_error("treelize: batch: the results differ in structure: " +
                                   structure.str() + " and " + part.structure().str()));
  auto leaves = leaf_buffer<std::vector<Type>>::uninitialised(structure.leaf_count());
  leaves.fill(structure.leaf_count(), [&](std::size_t place) {
    std::vector<Type> column;
    column.reserve(parts.size());
    for (const tree<Type>& part : parts)
      column.push_back(part.leaves()[place]);
    return stack_leaf(std::move(column), out_axis);
  });
  return {structure, std::move(leaves)};
}

template <class Type, std::size_t Index>
auto stack_child(const std::vector<Type>& parts, int out_axis) {
  std::vector<std::remove_cv_t<typename shape_of<Type>::template child_type<Index>>> column;
  column.reserve(parts.size());
  for (const Type& part : parts)
    column.push_back(shape_of<Type>::template get<Index>(part));
  return stack(std::move(column), out_axis);
}

/// A rebound node whose children are the stacks of this one's, else the node itself.
template <class Type>
auto stacked_node() {
  return []<std::size_t... Index>(std::index_sequence<Index...>) {
    using children = std::tuple<decltype(stack_child<Type, Index>({}, 0))...>;
    using target = typename decltype(node_over<Type, std::tuple_element_t<0, children>>())::type;
    constexpr bool fits = (true && ... &&
                           std::same_as<typename shape_of<target>::template child_type<Index>,
                                        std::tuple_element_t<Index, children>>);
    return std::type_identity<std::conditional_t<fits, target, Type>>{};
  }(std::make_index_sequence<shape_of<Type>::size>{});
}

/// Records by their children, trees by their leaves, all else as a vector.
template <class Type>
auto stack(std::vector<Type> parts, int out_axis) {
  const auto child = [&]<std::size_t Index>(std::integral_constant<std::size_t, Index>) {
    return stack_child<Type, Index>(parts, out_axis);
  };
  if constexpr (is_dynamic_tree<Type>) {
    return stack_trees(parts, out_axis);
  } else if constexpr (listed_node<Type>) {
    using target = typename decltype(stacked_node<Type>())::type;
    if constexpr (std::same_as<target, Type>)
      return stack_leaf(std::move(parts), out_axis);
    else
      return make_record<target>(child);
  } else if constexpr (kind_of<Type> == shape_kind::record && !node<Type>) {
    return [&]<std::size_t... Index>(std::index_sequence<Index...>) {
      return std::tuple{child(std::integral_constant<std::size_t, Index>{})...};
    }(std::make_index_sequence<shape_of<Type>::size>{});
  } else {
    return stack_leaf(std::move(parts), out_axis);
  }
}

} // namespace treelize::detail
