// Several adjoints or tangents at once, one per lane: a sweep of a kernel with as many seeds.
//
// The sweep is linear in its seeds and runs the primal once for all of them. Rows of a Jacobian
// come from one `adjoint`, columns from one `tangent`. Sums and products of lanes are calculated
// where they are assigned, register by register; where only some of the lanes can be other than
// zero, those alone (`moving`). What `+`, `-`, `*` and `/` return refers to its operands: assign it
// to `lanes`, not to `auto`.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/lane_batches.hpp"
#include "treelize/detail/lane_expressions.hpp"
#include "treelize/detail/math.hpp"

#include <array>
#include <bit>
#include <cstddef>
#include <type_traits>
#include <utility>
#include <vector>

namespace treelize {

/// `Count` numbers that are added and scaled as one; element `i` belongs to seed `i`.
template <int Count>
class alignas(detail::lane_alignment(Count)) lanes {
public:
  static_assert(Count > 0);
  using over = lanes;
  using numbers = std::array<double, static_cast<std::size_t>(Count)>;
  /// Lanes of one part, which `moving` takes or leaves.
  static constexpr int part = detail::part_size(Count);

  [[gnu::always_inline]] constexpr lanes() = default;
  /// The same number in every lane.
  [[gnu::always_inline]] constexpr lanes(double value) { values_.fill(value); }
  /// A number for each lane.
  constexpr explicit lanes(const numbers& values) : values_(values) {}
  template <class Value>
    requires(detail::over_same_lanes<lanes, Value> && !detail::is_lanes<Value>::value)
  [[gnu::always_inline]] constexpr lanes(const Value& value) {
    *this = value;
  }
  template <class Value>
    requires(detail::over_same_lanes<lanes, Value> && !detail::is_lanes<Value>::value)
  [[gnu::always_inline]] constexpr lanes& operator=(const Value& value) {
    if (std::is_constant_evaluated()) {
      for (int lane = 0; lane < Count; ++lane)
        (*this)[lane] = value[lane];
      return *this;
    }
    for (int first = 0; first < Count; first += register_lanes)
      set<register_lanes>(first, value.template at<register_lanes>(first));
    return *this;
  }
  /// One in a lane, zero in the others.
  static constexpr lanes unit(int lane) {
    lanes result;
    result[lane] = 1;
    return result;
  }

  /// The number of lanes, `Count`.
  static constexpr int size() { return Count; }
  constexpr double& operator[](int lane) { return values_[static_cast<std::size_t>(lane)]; }
  constexpr const double& operator[](int lane) const {
    return values_[static_cast<std::size_t>(lane)];
  }
  template <int Size>
  [[gnu::always_inline]] detail::batch<Size> at(int first) const {
    return detail::batch_at<Size>(&values_[static_cast<std::size_t>(first)]);
  }

  template <class Value>
    requires detail::over_same_lanes<lanes, Value>
  [[gnu::always_inline]] constexpr lanes& operator+=(const Value& value) {
    return *this = *this + value;
  }
  template <class Value>
    requires detail::over_same_lanes<lanes, Value>
  [[gnu::always_inline]] constexpr lanes& operator-=(const Value& value) {
    return *this = *this - value;
  }
  template <class Value>
  [[gnu::always_inline]] lanes& operator+=(const detail::lane_parts<Value>& some) {
    return in_parts(some.parts, *this + some.value);
  }
  template <class Value>
  [[gnu::always_inline]] lanes& operator-=(const detail::lane_parts<Value>& some) {
    return in_parts(some.parts, *this - some.value);
  }
  [[gnu::always_inline]] constexpr lanes& operator+=(double value) { return *this += lanes(value); }
  [[gnu::always_inline]] constexpr lanes& operator-=(double value) { return *this -= lanes(value); }
  [[gnu::always_inline]] constexpr lanes& operator*=(double factor) {
    return *this = *this * factor;
  }
  [[gnu::always_inline]] constexpr lanes& operator/=(double divisor) {
    return *this = *this / divisor;
  }

  friend constexpr bool operator==(const lanes&, const lanes&) = default;

private:
  static constexpr int register_lanes = detail::batch_size(Count);

  template <int Size>
  [[gnu::always_inline]] void set(int first, const detail::batch<Size>& from) {
    detail::set_batch<Size>(&values_[static_cast<std::size_t>(first)], from);
  }

  template <class Value>
  [[gnu::always_inline]] lanes& in_parts(unsigned parts, const Value& value) {
    constexpr int size = detail::batch_size(part);
    for (; parts != 0; parts &= parts - 1) {
      const int first = part * std::countr_zero(parts);
      for (int index = first; index < first + part; index += size)
        set<size>(index, value.template at<size>(index));
    }
    return *this;
  }

  numbers values_{};
};

namespace detail {

/// Lanes, or what holds them: a pointer, an array, a container, a span.
template <class Type>
inline constexpr bool has_lanes = is_lanes<Type>::value;
template <class Type>
  requires(!std::is_same_v<Type, std::remove_cvref_t<Type>>)
inline constexpr bool has_lanes<Type> = has_lanes<std::remove_cvref_t<Type>>;
template <class Type>
inline constexpr bool has_lanes<Type*> = has_lanes<Type>;
template <class Type, std::size_t Count>
inline constexpr bool has_lanes<Type[Count]> = has_lanes<Type>;
template <template <class...> class Container, class Type, class... Rest>
inline constexpr bool has_lanes<Container<Type, Rest...>> = has_lanes<Type>;
template <template <class, std::size_t> class Container, class Type, std::size_t Count>
inline constexpr bool has_lanes<Container<Type, Count>> = has_lanes<Type>;

template <int Count, class Type>
struct over_lanes;
template <int Count>
struct over_lanes<Count, double> {
  using type = lanes<Count>;
};
template <int Count, class Type>
struct over_lanes<Count, std::vector<Type>> {
  using type = std::vector<typename over_lanes<Count, Type>::type>;
};
template <int Count, class Type, std::size_t Size>
struct over_lanes<Count, std::array<Type, Size>> {
  using type = std::array<typename over_lanes<Count, Type>::type, Size>;
};

} // namespace detail

/// Is any lane worth spreading?
template <int Count>
bool is_significant(const lanes<Count>& adjoint) {
  bool result = false;
  for (int index = 0; index < Count; ++index)
    result |= is_significant(adjoint[index]);
  return result;
}
/// The parts with a lane worth spreading, a bit for each.
template <int Count>
int moving_parts(const lanes<Count>& adjoint) {
  int parts = 0;
  for (int index = 0; index < Count; ++index)
    parts |= int{is_significant(adjoint[index])} << (index / lanes<Count>::part);
  return parts;
}
/// A zero in every lane for each number of a vector, or of a vector of vectors.
template <int Count, class Type>
typename detail::over_lanes<Count, std::vector<Type>>::type
zeros_over(const std::vector<Type>& like) {
  typename detail::over_lanes<Count, std::vector<Type>>::type zeros(like.size());
  if constexpr (!std::is_same_v<Type, double>)
    for (std::size_t index = 0; index < like.size(); ++index)
      zeros[index] = zeros_over<Count>(like[index]);
  return zeros;
}

} // namespace treelize
