// Which axis of a leaf batch maps over: an int for all leaves of an argument, `unmapped`, a prefix
// tree of ints in which None means unmapped, or state_axes, filters with an axis each.
#pragma once

#include "treelize/detail/filter/errors.hpp"
#include "treelize/detail/filter/filter_for.hpp"
#include "treelize/detail/filter/leaf_walk.hpp"
#include "treelize/detail/raise.hpp"
#include "treelize/tree.hpp"

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

namespace treelize {

/// What batch asks of a leaf with axes: `rank(leaf)`, `length(leaf, axis)`, and `slice(leaf, axis,
/// i)`, the leaf without that axis. Specialise it for arrays of your own.
template <class Leaf>
struct axis_traits {};

namespace detail {

struct unmapped_axis {
  constexpr operator std::optional<int>() const { return std::nullopt; }
};

/// A leaf that batch can slice.
template <class Type>
concept sliced = requires(const Type& leaf) {
  { axis_traits<Type>::rank(leaf) } -> std::convertible_to<std::size_t>;
};
/// What a row of elements may hold to be a leaf itself: values, or rows of them.
template <class Type>
concept row_element = sliced<Type> || kind_of<Type> == shape_kind::leaf;

/// Rows of the standard library: the first axis is their own, the others are their elements'.
template <class Row, class Type>
struct row_axes {
  static constexpr std::size_t element_rank(const Row& row) {
    if constexpr (sliced<Type>)
      return row.empty() ? axis_traits<Type>::rank(Type{}) : axis_traits<Type>::rank(row[0]);
    else
      return 0;
  }
  static constexpr std::size_t rank(const Row& row) { return 1 + element_rank(row); }
  static std::size_t length(const Row& row, std::size_t axis) {
    if (axis == 0)
      return row.size();
    if constexpr (sliced<Type>)
      return row.empty() ? 0 : axis_traits<Type>::length(row[0], axis - 1);
    else
      return 0;
  }
  /// Of the first axis, an element.
  static decltype(auto) slice(const Row& row, std::size_t index) { return row[index]; }
};

} // namespace detail

template <detail::row_element Type, class Axes>
struct axis_traits<std::vector<Type, Axes>> : detail::row_axes<std::vector<Type, Axes>, Type> {};
template <detail::row_element Type, std::size_t Count>
struct axis_traits<std::array<Type, Count>> : detail::row_axes<std::array<Type, Count>, Type> {};
template <class Type, std::size_t Count>
struct axis_traits<std::span<Type, Count>>
    : detail::row_axes<std::span<Type, Count>, std::remove_const_t<Type>> {};

namespace detail {

/// A leaf without one of its axes. The type is the same for every axis.
template <class Type>
auto slice_leaf(const Type& leaf, std::size_t axis, std::size_t index) {
  if constexpr (requires { axis_traits<Type>::slice(leaf, axis, index); }) {
    return axis_traits<Type>::slice(leaf, axis, index);
  } else {
    using element = std::remove_cvref_t<decltype(axis_traits<Type>::slice(leaf, index))>;
    if constexpr (sliced<element>) {
      if (axis != 0) {
        using part = decltype(slice_leaf(leaf[0], axis - 1, index));
        if constexpr (std::same_as<element, std::vector<part>>) {
          element parts;
          for (const element& row : leaf)
            parts.push_back(slice_leaf(row, axis - 1, index));
          return parts;
        } else {
          detail::raise(axis_error(
              "treelize: batch maps over a later axis of vectors of vectors only; specialise "
              "axis_traits for other arrays"));
        }
      }
    }
    return element(axis_traits<Type>::slice(leaf, index));
  }
}

/// An axis of a leaf counted from its first. Throws axis_error if the leaf has no such axis.
template <class Type>
std::size_t checked_axis(const Type& leaf, int axis, const key_path& path) {
  const auto rank = static_cast<int>(axis_traits<Type>::rank(leaf));
  const int positive = axis < 0 ? axis + rank : axis;
  if (positive < 0 || positive >= rank)
    detail::raise(axis_error("treelize: batch maps over axis " + std::to_string(axis) +
                                 " of the leaf " + at_path(path.str()) + ", which has " +
                                 std::to_string(rank),
                             path.str()));
  return static_cast<std::size_t>(positive);
}

/// The one length that all mapped axes have.
class batch_length {
public:
  explicit batch_length(std::optional<std::size_t> given) : length_(given) {}

  /// Throws axis_error if another axis, or the caller, says something else.
  void add(std::size_t length, std::size_t axis, const key_path& path);
  /// Throws axis_error if nothing is mapped.
  std::size_t get() const;

private:
  std::optional<std::size_t> length_;
  std::string first_; ///< which axis said so; empty if the caller did
};

template <filter Filter>
struct filter_axis {
  Filter which;
  std::optional<int> axis;
};

struct axis_of_fn {
  template <class Alternative>
  constexpr auto operator()(const Alternative& literal, std::optional<int> axis) const {
    return filter_axis<filter_of<Alternative>>{as_filter(literal), axis};
  }
};

template <class Row>
struct filtered_axes {
  Row row;
  std::vector<std::optional<int>> axes;

  /// The axis of each leaf of a tree. Throws axis_error for a leaf that no filter selects.
  template <class Type>
  std::vector<std::optional<int>> operator()(const tree<Type>& of) const {
    std::vector<std::optional<int>> result;
    visit_leaf_sites(of.structure().node(), nullptr, [&](const site_step* last, std::size_t leaf) {
      const std::size_t index = row.first_match(site<Type>{last, &of.leaves()[leaf]});
      if (index == axes.size()) {
        const std::string path = path_of(last).str();
        detail::raise(axis_error("treelize: no axis for the leaf " + at_path(path) +
                                     ": the filters are " + row_text(row),
                                 path));
      }
      result.push_back(axes[index]);
    });
    return result;
  }
};

/// The filters of a list that is made when the program runs, kept with it.
template <class Type>
class owned_sequence {
public:
  explicit owned_sequence(filter_list<Type> filters) : filters_(std::move(filters)) {}
  std::size_t size() const { return filters_.size(); }
  std::size_t first_match(const site<Type>& here) const {
    return filter_sequence<Type>(filters_).first_match(here);
  }
  template <class Visit>
  void visit(const Visit& call) const {
    filter_sequence<Type>(filters_).visit(call);
  }

private:
  filter_list<Type> filters_;
};

struct state_axes_fn {
  template <filter... Filter>
  auto operator()(const filter_axis<Filter>&... axes) const {
    using row = filter_row<Filter...>;
    return filtered_axes<row>{row(axes.which...), {axes.axis...}};
  }
  template <class Type>
  auto operator()(const std::vector<std::pair<filter_for<Type>, std::optional<int>>>& axes) const {
    filter_list<Type> filters;
    std::vector<std::optional<int>> numbers;
    for (const auto& [which, axis] : axes) {
      filters.push_back(which);
      numbers.push_back(axis);
    }
    return filtered_axes<owned_sequence<Type>>{owned_sequence<Type>(std::move(filters)),
                                               std::move(numbers)};
  }
};

/// The axes of a structure's leaves by a prefix; None in the prefix is an unmapped sub-tree.
/// Throws mismatch_error where the prefix is no beginning of the structure.
std::vector<std::optional<int>> prefix_axes(const treedef& prefix, std::span<const int> axes,
                                            const treedef& structure);

} // namespace detail

/// JAX's None among axes: the argument or the leaf is handed whole to every call.
inline constexpr detail::unmapped_axis unmapped{};
/// `axis_of(filter, 0)`, `axis_of(rest, unmapped)`, for state_axes.
inline constexpr detail::axis_of_fn axis_of{};
/// `state_axes(axis_of(of_type<Param>, 0), axis_of(rest, unmapped))`: the first filter that selects
/// a leaf gives its axis.
inline constexpr detail::state_axes_fn state_axes{};

} // namespace treelize
