// Which axis of a leaf batch maps over: an int for all leaves of an argument, `unmapped`, a prefix
// tree of ints in which None means unmapped, or state_axes, filters with an axis each.
#pragma once

#include "treelize/detail/filter/errors.hpp"
#include "treelize/detail/filter/filter_for.hpp"
#include "treelize/detail/filter/leaf_walk.hpp"
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
template <class T>
concept sliced = requires(const T& leaf) {
  { axis_traits<T>::rank(leaf) } -> std::convertible_to<std::size_t>;
};
/// What a row of elements may hold to be a leaf itself: values, or rows of them.
template <class T>
concept row_element = sliced<T> || kind_of<T> == shape_kind::leaf;

/// Rows of the standard library: the first axis is their own, the others are their elements'.
template <class Row, class T>
struct row_axes {
  static constexpr std::size_t element_rank(const Row& row) {
    if constexpr (sliced<T>)
      return row.empty() ? axis_traits<T>::rank(T{}) : axis_traits<T>::rank(row[0]);
    else
      return 0;
  }
  static constexpr std::size_t rank(const Row& row) { return 1 + element_rank(row); }
  static std::size_t length(const Row& row, std::size_t axis) {
    if (axis == 0)
      return row.size();
    if constexpr (sliced<T>)
      return row.empty() ? 0 : axis_traits<T>::length(row[0], axis - 1);
    else
      return 0;
  }
  /// Of the first axis, an element.
  static decltype(auto) slice(const Row& row, std::size_t i) { return row[i]; }
};

} // namespace detail

template <detail::row_element T, class A>
struct axis_traits<std::vector<T, A>> : detail::row_axes<std::vector<T, A>, T> {};
template <detail::row_element T, std::size_t N>
struct axis_traits<std::array<T, N>> : detail::row_axes<std::array<T, N>, T> {};
template <class T, std::size_t N>
struct axis_traits<std::span<T, N>> : detail::row_axes<std::span<T, N>, std::remove_const_t<T>> {};

namespace detail {

/// A leaf without one of its axes. The type is the same for every axis.
template <class T>
auto slice_leaf(const T& leaf, std::size_t axis, std::size_t i) {
  if constexpr (requires { axis_traits<T>::slice(leaf, axis, i); }) {
    return axis_traits<T>::slice(leaf, axis, i);
  } else {
    using element = std::remove_cvref_t<decltype(axis_traits<T>::slice(leaf, i))>;
    if constexpr (sliced<element>) {
      if (axis != 0) {
        using part = decltype(slice_leaf(leaf[0], axis - 1, i));
        if constexpr (std::same_as<element, std::vector<part>>) {
          element parts;
          for (const element& row : leaf)
            parts.push_back(slice_leaf(row, axis - 1, i));
          return parts;
        } else {
          throw axis_error(
              "treelize: batch maps over a later axis of vectors of vectors only; specialise "
              "axis_traits for other arrays");
        }
      }
    }
    return element(axis_traits<T>::slice(leaf, i));
  }
}

/// An axis of a leaf counted from its first. Throws axis_error if the leaf has no such axis.
template <class T>
std::size_t checked_axis(const T& leaf, int axis, const key_path& path) {
  const auto rank = static_cast<int>(axis_traits<T>::rank(leaf));
  const int positive = axis < 0 ? axis + rank : axis;
  if (positive < 0 || positive >= rank)
    throw axis_error("treelize: batch maps over axis " + std::to_string(axis) + " of the leaf " +
                         at_path(path.str()) + ", which has " + std::to_string(rank),
                     path.str());
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

template <filter F>
struct filter_axis {
  F which;
  std::optional<int> axis;
};

struct axis_of_fn {
  template <class L>
  constexpr auto operator()(const L& literal, std::optional<int> axis) const {
    return filter_axis<filter_of<L>>{as_filter(literal), axis};
  }
};

template <class Row>
struct filtered_axes {
  Row row;
  std::vector<std::optional<int>> axes;

  /// The axis of each leaf of a tree. Throws axis_error for a leaf that no filter selects.
  template <class T>
  std::vector<std::optional<int>> operator()(const tree<T>& of) const {
    std::vector<std::optional<int>> result;
    visit_leaf_sites(of.structure().node(), nullptr, [&](const site_step* last, std::size_t leaf) {
      const std::size_t i = row.first_match(site<T>{last, &of.leaves()[leaf]});
      if (i == axes.size()) {
        const std::string path = path_of(last).str();
        throw axis_error("treelize: no axis for the leaf " + at_path(path) + ": the filters are " +
                             row_text(row),
                         path);
      }
      result.push_back(axes[i]);
    });
    return result;
  }
};

/// The filters of a list that is made when the program runs, kept with it.
template <class T>
class owned_sequence {
public:
  explicit owned_sequence(filter_list<T> filters) : filters_(std::move(filters)) {}
  std::size_t size() const { return filters_.size(); }
  std::size_t first_match(const site<T>& s) const {
    return filter_sequence<T>(filters_).first_match(s);
  }
  template <class Visit>
  void visit(const Visit& f) const {
    filter_sequence<T>(filters_).visit(f);
  }

private:
  filter_list<T> filters_;
};

struct state_axes_fn {
  template <filter... F>
  auto operator()(const filter_axis<F>&... axes) const {
    using row = filter_row<F...>;
    return filtered_axes<row>{row(axes.which...), {axes.axis...}};
  }
  template <class T>
  auto operator()(const std::vector<std::pair<filter_for<T>, std::optional<int>>>& axes) const {
    filter_list<T> filters;
    std::vector<std::optional<int>> numbers;
    for (const auto& [which, axis] : axes) {
      filters.push_back(which);
      numbers.push_back(axis);
    }
    return filtered_axes<owned_sequence<T>>{owned_sequence<T>(std::move(filters)),
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
