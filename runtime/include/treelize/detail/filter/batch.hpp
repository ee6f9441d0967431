// batch: a function of one case becomes one of many, called for each index of the mapped axes of
// its arguments' leaves; the results' leaves are stacked. What is mapped is checked before the
// first call.
#pragma once

#include "treelize/detail/filter/axes.hpp"
#include "treelize/detail/filter/errors.hpp"
#include "treelize/detail/filter/stack.hpp"

#include <tuple>
#include <variant>

namespace treelize {

/// How batch finds the cases in its arguments, and puts together what comes out.
struct batch_options {
  /// How many cases there are, where no argument says so or it is to be checked.
  std::optional<std::size_t> axis_size = {};
  /// Which axis of the results' leaves the cases become, counted from the last where it is
  /// negative.
  int out_axis = 0;
};

namespace detail {

// ---- one argument: what of it a case sees ----

/// The same for every case.
template <class Argument>
struct whole_argument {
  const Argument& argument;
  const Argument& slice(std::size_t) const { return argument; }
};

/// A static tree, or a leaf, all of whose leaves are mapped over one axis.
template <class Argument>
class sliced_argument {
public:
  sliced_argument(const Argument& argument, int axis, const site_step* at, batch_length& length)
      : argument_(argument), axis_(axis) {
    add_lengths(argument, at, length);
  }
  auto slice(std::size_t index) const { return slice_static(argument_, axis_, index); }

private:
  const Argument& argument_;
  int axis_;

  template <class Type>
  void add_lengths(const Type& part, const site_step* at, batch_length& length) {
    if constexpr (sliced<Type>) {
      const std::size_t axis = checked_axis(part, axis_, path_of(at));
      length.add(axis_traits<Type>::length(part, axis), axis, path_of(at));
    } else if constexpr (kind_of<Type> == shape_kind::mapping) {
      for (const auto& [key, element] : part) {
        const std::string name = key_text(key);
        const site_step step = named_step(at, name);
        add_lengths(element, &step, length);
      }
    } else {
      static_assert(kind_of<Type> == shape_kind::record,
                    "treelize: batch: a leaf that has no axis: map over vectors, arrays, spans, or "
                    "specialise axis_traits");
      [&]<std::size_t... Index>(std::index_sequence<Index...>) {
        const auto child = [&]<std::size_t Inner>(std::integral_constant<std::size_t, Inner>) {
          const site_step step = field_step<Type, Inner>(at);
          add_lengths(shape_of<Type>::template get<Inner>(part), &step, length);
        };
        (child(std::integral_constant<std::size_t, Index>{}), ...);
      }(std::make_index_sequence<shape_of<Type>::size>{});
    }
  }
};

/// A tree<T> with an axis for each leaf. Where a slice has another type than the leaf and some
/// leaves may be unmapped, a case sees a std::variant of both.
template <class Type, bool MayBeWhole>
class tree_argument {
  using part = std::remove_cvref_t<decltype(slice_leaf(std::declval<const Type&>(), 0, 0))>;
  static constexpr bool is_mixed = MayBeWhole && !std::same_as<part, Type>;
  using seen = std::conditional_t<is_mixed, std::variant<part, Type>, part>;

public:
  tree_argument(const tree<Type>& argument, const std::vector<std::optional<int>>& axes,
                const site_step* at, batch_length& length)
      : argument_(argument) {
    visit_leaf_sites(
        argument.structure().node(), at, [&](const site_step* last, std::size_t index) {
          axes_.push_back(std::nullopt);
          if (!axes[index])
            return;
          const Type& leaf = argument.leaves()[index];
          axes_.back() = checked_axis(leaf, *axes[index], path_of(last));
          length.add(axis_traits<Type>::length(leaf, *axes_.back()), *axes_.back(), path_of(last));
        });
  }

  tree<seen> slice(std::size_t index) const {
    auto leaves = leaf_buffer<seen>::uninitialised(axes_.size());
    leaves.fill(axes_.size(), [&](std::size_t place) { return seen_leaf(place, index); });
    return tree<seen>(argument_.structure(), std::move(leaves));
  }

private:
  const tree<Type>& argument_;
  std::vector<std::optional<std::size_t>> axes_;

  seen seen_leaf(std::size_t place, std::size_t index) const {
    const Type& leaf = argument_.leaves()[place];
    if constexpr (MayBeWhole)
      if (!axes_[place])
        return seen(leaf);
    return seen(slice_leaf(leaf, *axes_[place], index));
  }
};

/// The argument and its axes joined.
template <class Argument, class Axes>
auto batch_argument(const Argument& argument, const Axes& axes, const site_step* at,
                    batch_length& length) {
  if constexpr (std::same_as<Axes, unmapped_axis>) {
    return whole_argument<Argument>{argument};
  } else if constexpr (is_dynamic_tree<Argument>) {
    using leaf = typename Argument::leaf_type;
    static_assert(sliced<leaf>,
                  "treelize: batch: the leaves of this tree have no axis: map over vectors, "
                  "arrays, spans, or specialise axis_traits");
    if constexpr (std::same_as<Axes, tree<int>>)
      return tree_argument<leaf, true>(
          argument, prefix_axes(axes.structure(), axes.leaves(), argument.structure()), at, length);
    else if constexpr (std::integral<Axes>)
      return tree_argument<leaf, false>(
          argument, std::vector<std::optional<int>>(argument.leaves().size(), int(axes)), at,
          length);
    else
      return tree_argument<leaf, true>(argument, axes(argument), at, length);
  } else {
    static_assert(std::integral<Axes>,
                  "treelize: batch: a static tree is mapped over one axis of all its leaves, or "
                  "unmapped; give axes for single leaves to a tree<T>");
    return sliced_argument<Argument>(argument, static_cast<int>(axes), at, length);
  }
}

template <class Axes>
inline constexpr bool is_axis_tuple = false;
template <class... Type>
inline constexpr bool is_axis_tuple<std::tuple<Type...>> = true;

/// What an argument is mapped over: its own element of a tuple, else the same for all.
template <std::size_t Index, class Axes>
const auto& axes_at(const Axes& axes) {
  if constexpr (is_axis_tuple<Axes>)
    return std::get<Index>(axes);
  else
    return axes;
}

template <class Function, class Axes>
class batched {
public:
  batched(Function function, Axes axes, batch_options options)
      : f_(std::move(function)), axes_(std::move(axes)), options_(options) {}

  /// Throws axis_error for mapped axes of unequal length, a leaf without the axis, a leaf that has
  /// no axis by state_axes, if nothing is mapped, and if the results have no out_axis;
  /// mismatch_error for a prefix that does not
  /// fit.
  template <class... Argument>
  auto operator()(const Argument&... arguments) const {
    if constexpr (is_axis_tuple<Axes>)
      static_assert(std::tuple_size_v<Axes> == sizeof...(Argument),
                    "treelize: batch: one axis, or one for each argument");
    return call(std::index_sequence_for<Argument...>{}, arguments...);
  }

private:
  Function f_;
  Axes axes_;
  batch_options options_;

  template <std::size_t... Index, class... Argument>
  auto call(std::index_sequence<Index...>, const Argument&... arguments) const {
    batch_length length(options_.axis_size);
    const std::array<std::string, sizeof...(Argument)> names{"arg" + std::to_string(Index)...};
    const std::array<site_step, sizeof...(Argument)> at{named_step(nullptr, names[Index])...};
    const std::tuple parts{batch_argument(arguments, axes_at<Index>(axes_), &at[Index], length)...};
    const std::size_t count = length.get();
    using result = std::remove_cvref_t<decltype(f_(std::get<Index>(parts).slice(0)...))>;
    if constexpr (std::is_void_v<result>) {
      for (std::size_t index = 0; index < count; ++index)
        f_(std::get<Index>(parts).slice(index)...);
    } else {
      std::vector<result> results;
      results.reserve(count);
      for (std::size_t index = 0; index < count; ++index)
        results.push_back(f_(std::get<Index>(parts).slice(index)...));
      return stack(std::move(results), options_.out_axis);
    }
  }
};

struct batch_fn {
  /// Over the first axis of every leaf of every argument.
  template <class Function>
  auto operator()(Function function) const {
    return batched<Function, int>(std::move(function), 0, {});
  }
  template <class Function, class Axes>
  auto operator()(Function function, Axes axes, batch_options options = {}) const {
    return batched<Function, Axes>(std::move(function), std::move(axes), options);
  }
};

} // namespace detail

/// `batch(f, axes)(arguments...)`: f for each index of the mapped axes, the results stacked along a
/// new axis, the first unless `out_axis` says another. `axes` is one for all arguments or a
/// std::tuple of one for each: an int, `unmapped`, and for a tree<T> also a prefix tree<int> or
/// state_axes.
inline constexpr detail::batch_fn batch{};

} // namespace treelize
