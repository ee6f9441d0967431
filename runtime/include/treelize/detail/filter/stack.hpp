// The leaves of static trees with an axis less, and of results with one more. A node keeps its
// class if its leaves keep their type, else it is rebound as a class template over its leaf.
#pragma once

#include "treelize/detail/filter/axes.hpp"
#include "treelize/detail/filter/errors.hpp"
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
template <class T, class R>
auto node_over() {
  if constexpr (std::same_as<typename rebound_node<T, R>::type, needs_dynamic>)
    return std::type_identity<T>{};
  else
    return std::type_identity<typename rebound_node<T, R>::type>{};
}

template <class Target, class Make>
Target make_record(const Make& make) {
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    if constexpr (node<Target>) {
      Target out{};
      ((shape_of<Target>::template get<I>(out) = make(std::integral_constant<std::size_t, I>{})),
       ...);
      return out;
    } else {
      return Target{make(std::integral_constant<std::size_t, I>{})...};
    }
  }(std::make_index_sequence<shape_of<Target>::size>{});
}

// ---- slices ----

template <class T>
auto slice_static(const T& part, int axis, std::size_t i);

template <class T>
auto slice_record(const T& part, int axis, std::size_t i) {
  const auto child = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) {
    return slice_static(shape_of<T>::template get<J>(part), axis, i);
  };
  return [&]<std::size_t... I>(std::index_sequence<I...>) {
    using children = std::tuple<decltype(child(std::integral_constant<std::size_t, I>{}))...>;
    if constexpr (node<T>) {
      using target = typename decltype(node_over<T, std::tuple_element_t<0, children>>())::type;
      static_assert(
          (true && ... &&
           std::same_as<typename shape_of<target>::template child_type<I>,
                        std::tuple_element_t<I, children>>),
          "treelize: batch: the slices of this node's leaves do not fit it; make it a class "
          "template over its leaf type");
      return make_record<target>(child);
    } else if constexpr (std::tuple_size_v<T> == 2 && requires { part.first; }) {
      return std::pair{child(std::integral_constant<std::size_t, I>{})...};
    } else {
      return children{child(std::integral_constant<std::size_t, I>{})...};
    }
  }(std::make_index_sequence<shape_of<T>::size>{});
}

template <class T>
auto slice_static(const T& part, int axis, std::size_t i) {
  if constexpr (sliced<T>) {
    return slice_leaf(part, checked_axis(part, axis, {}), i);
  } else if constexpr (kind_of<T> == shape_kind::mapping) {
    using element = decltype(slice_static(part.begin()->second, axis, i));
    typename shape_of<T>::template rebind<element> result;
    for (const auto& [key, value] : part)
      result.emplace_hint(result.end(), key, slice_static(value, axis, i));
    return result;
  } else {
    return slice_record(part, axis, i);
  }
}

// ---- stacks ----

/// How many axes are vectors, which can change places.
template <class T>
inline constexpr std::size_t vector_depth = 0;
template <class T>
inline constexpr std::size_t vector_depth<std::vector<T>> = 1 + vector_depth<T>;

/// The first axis of nested vectors becomes the one at that position.
template <class T>
void move_first_axis(std::vector<T>& rows, std::size_t to) {
  if constexpr (vector_depth<T> != 0) {
    if (to == 0)
      return;
    std::vector<T> columns(rows.empty() ? 0 : rows.front().size());
    for (T& row : rows) {
      if (row.size() != columns.size())
        throw axis_error("treelize: batch: results of lengths " + std::to_string(columns.size()) +
                         " and " + std::to_string(row.size()) + " have no later axis in common");
      for (std::size_t i = 0; i < columns.size(); ++i)
        columns[i].push_back(std::move(row[i]));
    }
    for (T& column : columns)
      move_first_axis(column, to - 1);
    rows = std::move(columns);
  }
}

/// The results for one leaf with the new axis at that position of all, counted from the last where
/// it is negative. Throws axis_error where there is no such position.
template <class T>
std::vector<T> stack_leaf(std::vector<T> parts, int out_axis) {
  if (out_axis == 0)
    return parts;
  const int axes = static_cast<int>(vector_depth<std::vector<T>>);
  const int to = out_axis < 0 ? out_axis + axes : out_axis;
  if (to < 0 || to >= axes)
    throw axis_error("treelize: batch: the results are to be stacked along axis " +
                     std::to_string(out_axis) + ", and have " + std::to_string(axes));
  move_first_axis(parts, static_cast<std::size_t>(to));
  return parts;
}

template <class T>
auto stack(std::vector<T> parts, int out_axis);

template <class T>
tree<std::vector<T>> stack_trees(const std::vector<tree<T>>& parts, int out_axis) {
  const treedef structure = parts.empty() ? treedef() : parts.front().structure();
  for (const tree<T>& part : parts)
    if (!(part.structure() == structure))
      throw mismatch_error("treelize: batch: the results differ in structure: " + structure.str() +
                           " and " + part.structure().str());
  auto leaves = leaf_buffer<std::vector<T>>::uninitialised(structure.leaf_count());
  leaves.fill(structure.leaf_count(), [&](std::size_t k) {
    std::vector<T> column;
    column.reserve(parts.size());
    for (const tree<T>& part : parts)
      column.push_back(part.leaves()[k]);
    return stack_leaf(std::move(column), out_axis);
  });
  return {structure, std::move(leaves)};
}

template <class T, std::size_t I>
auto stack_child(const std::vector<T>& parts, int out_axis) {
  std::vector<std::remove_cv_t<typename shape_of<T>::template child_type<I>>> column;
  column.reserve(parts.size());
  for (const T& part : parts)
    column.push_back(shape_of<T>::template get<I>(part));
  return stack(std::move(column), out_axis);
}

/// A rebound node whose children are the stacks of this one's, else the node itself.
template <class T>
auto stacked_node() {
  return []<std::size_t... I>(std::index_sequence<I...>) {
    using children = std::tuple<decltype(stack_child<T, I>({}, 0))...>;
    using target = typename decltype(node_over<T, std::tuple_element_t<0, children>>())::type;
    constexpr bool fits = (true && ... &&
                           std::same_as<typename shape_of<target>::template child_type<I>,
                                        std::tuple_element_t<I, children>>);
    return std::type_identity<std::conditional_t<fits, target, T>>{};
  }(std::make_index_sequence<shape_of<T>::size>{});
}

/// Records by their children, trees by their leaves, all else as a vector.
template <class T>
auto stack(std::vector<T> parts, int out_axis) {
  const auto child = [&]<std::size_t I>(std::integral_constant<std::size_t, I>) {
    return stack_child<T, I>(parts, out_axis);
  };
  if constexpr (is_dynamic_tree<T>) {
    return stack_trees(parts, out_axis);
  } else if constexpr (listed_node<T>) {
    using target = typename decltype(stacked_node<T>())::type;
    if constexpr (std::same_as<target, T>)
      return stack_leaf(std::move(parts), out_axis);
    else
      return make_record<target>(child);
  } else if constexpr (kind_of<T> == shape_kind::record && !node<T>) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      return std::tuple{child(std::integral_constant<std::size_t, I>{})...};
    }(std::make_index_sequence<shape_of<T>::size>{});
  } else {
    return stack_leaf(std::move(parts), out_axis);
  }
}

} // namespace treelize::detail
