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
template <class A>
struct whole_argument {
  const A& argument;
  const A& slice(std::size_t) const { return argument; }
};

/// A static tree, or a leaf, all of whose leaves are mapped over one axis.
template <class A>
class sliced_argument {
public:
  sliced_argument(const A& argument, int axis, const site_step* at, batch_length& length)
      : argument_(argument), axis_(axis) {
    add_lengths(argument, at, length);
  }
  auto slice(std::size_t i) const { return slice_static(argument_, axis_, i); }

private:
  const A& argument_;
  int axis_;

  template <class T>
  void add_lengths(const T& part, const site_step* at, batch_length& length) {
    if constexpr (sliced<T>) {
      const std::size_t axis = checked_axis(part, axis_, path_of(at));
      length.add(axis_traits<T>::length(part, axis), axis, path_of(at));
    } else if constexpr (kind_of<T> == shape_kind::mapping) {
      for (const auto& [key, element] : part) {
        const std::string name = key_text(key);
        const site_step step = named_step(at, name);
        add_lengths(element, &step, length);
      }
    } else {
      static_assert(kind_of<T> == shape_kind::record,
                    "treelize: batch: a leaf that has no axis: map over vectors, arrays, spans, or "
                    "specialise axis_traits");
      [&]<std::size_t... I>(std::index_sequence<I...>) {
        const auto child = [&]<std::size_t J>(std::integral_constant<std::size_t, J>) {
          const site_step step = field_step<T, J>(at);
          add_lengths(shape_of<T>::template get<J>(part), &step, length);
        };
        (child(std::integral_constant<std::size_t, I>{}), ...);
      }(std::make_index_sequence<shape_of<T>::size>{});
    }
  }
};

/// A tree<T> with an axis for each leaf. Where a slice has another type than the leaf and some
/// leaves may be unmapped, a case sees a std::variant of both.
template <class T, bool MayBeWhole>
class tree_argument {
  using part = std::remove_cvref_t<decltype(slice_leaf(std::declval<const T&>(), 0, 0))>;
  static constexpr bool is_mixed = MayBeWhole && !std::same_as<part, T>;
  using seen = std::conditional_t<is_mixed, std::variant<part, T>, part>;

public:
  tree_argument(const tree<T>& argument, const std::vector<std::optional<int>>& axes,
                const site_step* at, batch_length& length)
      : argument_(argument) {
    visit_leaf_sites(argument.structure().node(), at, [&](const site_step* last, std::size_t i) {
      axes_.push_back(std::nullopt);
      if (!axes[i])
        return;
      const T& leaf = argument.leaves()[i];
      axes_.back() = checked_axis(leaf, *axes[i], path_of(last));
      length.add(axis_traits<T>::length(leaf, *axes_.back()), *axes_.back(), path_of(last));
    });
  }

  tree<seen> slice(std::size_t i) const {
    auto leaves = leaf_buffer<seen>::uninitialised(axes_.size());
    leaves.fill(axes_.size(), [&](std::size_t k) { return seen_leaf(k, i); });
    return tree<seen>(argument_.structure(), std::move(leaves));
  }

private:
  const tree<T>& argument_;
  std::vector<std::optional<std::size_t>> axes_;

  seen seen_leaf(std::size_t k, std::size_t i) const {
    const T& leaf = argument_.leaves()[k];
    if constexpr (MayBeWhole)
      if (!axes_[k])
        return seen(leaf);
    return seen(slice_leaf(leaf, *axes_[k], i));
  }
};

/// The argument and its axes joined.
template <class A, class Axes>
auto batch_argument(const A& argument, const Axes& axes, const site_step* at,
                    batch_length& length) {
  if constexpr (std::same_as<Axes, unmapped_axis>) {
    return whole_argument<A>{argument};
  } else if constexpr (is_dynamic_tree<A>) {
    using leaf = typename A::leaf_type;
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
    return sliced_argument<A>(argument, static_cast<int>(axes), at, length);
  }
}

template <class Axes>
inline constexpr bool is_axis_tuple = false;
template <class... T>
inline constexpr bool is_axis_tuple<std::tuple<T...>> = true;

/// What an argument is mapped over: its own element of a tuple, else the same for all.
template <std::size_t I, class Axes>
const auto& axes_at(const Axes& axes) {
  if constexpr (is_axis_tuple<Axes>)
    return std::get<I>(axes);
  else
    return axes;
}

template <class F, class Axes>
class batched {
public:
  batched(F f, Axes axes, batch_options options)
      : f_(std::move(f)), axes_(std::move(axes)), options_(options) {}

  /// Throws axis_error for mapped axes of unequal length, a leaf without the axis, a leaf that has
  /// no axis by state_axes, if nothing is mapped, and if the results have no out_axis;
  /// mismatch_error for a prefix that does not
  /// fit.
  template <class... A>
  auto operator()(const A&... arguments) const {
    if constexpr (is_axis_tuple<Axes>)
      static_assert(std::tuple_size_v<Axes> == sizeof...(A),
                    "treelize: batch: one axis, or one for each argument");
    return call(std::index_sequence_for<A...>{}, arguments...);
  }

private:
  F f_;
  Axes axes_;
  batch_options options_;

  template <std::size_t... I, class... A>
  auto call(std::index_sequence<I...>, const A&... arguments) const {
    batch_length length(options_.axis_size);
    const std::array<std::string, sizeof...(A)> names{"arg" + std::to_string(I)...};
    const std::array<site_step, sizeof...(A)> at{named_step(nullptr, names[I])...};
    const std::tuple parts{batch_argument(arguments, axes_at<I>(axes_), &at[I], length)...};
    const std::size_t count = length.get();
    using result = std::remove_cvref_t<decltype(f_(std::get<I>(parts).slice(0)...))>;
    if constexpr (std::is_void_v<result>) {
      for (std::size_t i = 0; i < count; ++i)
        f_(std::get<I>(parts).slice(i)...);
    } else {
      std::vector<result> results;
      results.reserve(count);
      for (std::size_t i = 0; i < count; ++i)
        results.push_back(f_(std::get<I>(parts).slice(i)...));
      return stack(std::move(results), options_.out_axis);
    }
  }
};

struct batch_fn {
  /// Over the first axis of every leaf of every argument.
  template <class F>
  auto operator()(F f) const {
    return batched<F, int>(std::move(f), 0, {});
  }
  template <class F, class Axes>
  auto operator()(F f, Axes axes, batch_options options = {}) const {
    return batched<F, Axes>(std::move(f), std::move(axes), options);
  }
};

} // namespace detail

/// `batch(f, axes)(arguments...)`: f for each index of the mapped axes, the results stacked along a
/// new axis, the first unless `out_axis` says another. `axes` is one for all arguments or a
/// std::tuple of one for each: an int, `unmapped`, and for a tree<T> also a prefix tree<int> or
/// state_axes.
inline constexpr detail::batch_fn batch{};

} // namespace treelize
