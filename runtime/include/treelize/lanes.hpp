// Several adjoints or tangents at once, one per lane: a sweep of a kernel with as many seeds.
//
// The sweep is linear in its seeds and runs the primal once for all of them. Rows of a Jacobian
// come from one `adjoint`, columns from one `tangent`, with two to eight lanes as the processor's
// registers have room for.
#pragma once

#include "treelize/detail/cpp20.hpp"

#include "treelize/detail/math.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstring>
#include <type_traits>
#include <vector>

namespace treelize {

namespace detail {

/// Doubles in a register of the processors that the program is compiled for.
#if defined(__AVX512F__)
inline constexpr int register_size = 8;
#elif defined(__AVX__)
inline constexpr int register_size = 4;
#elif defined(__SSE2__) || defined(__ARM_NEON)
inline constexpr int register_size = 2;
#else
inline constexpr int register_size = 1;
#endif

/// The largest power of two that divides `lanes` and fits into a register.
constexpr int batch_size(int lanes) {
  const int power = lanes & -lanes;
  return power < register_size ? power : register_size;
}

template <int Count>
struct vector_of {
  using type [[gnu::vector_size(sizeof(double) * Count)]] = double;
};
template <>
struct vector_of<1> {
  using type = double;
};
template <int Count>
using batch = typename vector_of<Count>::type;
/// The same among other doubles.
template <int Count>
using stored_batch [[gnu::aligned(alignof(double))]] = batch<Count>;

} // namespace detail

/// `Count` numbers that are added and scaled as one; element `i` belongs to seed `i`.
template <int Count>
class alignas(std::has_single_bit(sizeof(double) * Count) && Count <= 8 ? sizeof(double) * Count
                                                                        : alignof(double)) lanes {
public:
  static_assert(Count > 0);
  using over = lanes;
  using numbers = std::array<double, static_cast<std::size_t>(Count)>;

  constexpr lanes() = default;
  /// The same number in every lane.
  constexpr lanes(double value) { values_.fill(value); }
  /// A number for each lane.
  constexpr explicit lanes(const numbers& values) : values_(values) {}
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

  /// Lanes by a factor, not yet multiplied: adding them to others takes one instruction where the
  /// processor has one that multiplies and adds.
  class product {
  public:
    using over = lanes;
    constexpr product(const lanes& values, double factor) : values_(values), factor_(factor) {}
    constexpr product(double value) : values_(value), factor_(1.0) {}
    constexpr operator lanes() const { return lanes(values_) *= factor_; }

  private:
    friend class lanes;
    lanes values_;
    double factor_;
  };

  constexpr lanes& operator+=(const lanes& other) {
    return combine([](auto& left, const auto& right) { left += right; }, other);
  }
  constexpr lanes& operator+=(const product& other) {
    return combine([by = other.factor_](auto& left, const auto& right) { left += right * by; },
                   other.values_);
  }
  constexpr lanes& operator-=(const lanes& other) {
    return combine([](auto& left, const auto& right) { left -= right; }, other);
  }
  constexpr lanes& operator-=(const product& other) {
    return combine([by = other.factor_](auto& left, const auto& right) { left -= right * by; },
                   other.values_);
  }
  constexpr lanes& operator*=(double factor) {
    return combine([factor](auto& left) { left *= factor; });
  }
  constexpr lanes& operator/=(double divisor) {
    return combine([divisor](auto& left) { left /= divisor; });
  }

  friend constexpr lanes operator+(const lanes& left, const lanes& right) {
    return lanes(left) += right;
  }
  friend constexpr lanes operator-(const lanes& left, const lanes& right) {
    return lanes(left) -= right;
  }
  friend constexpr lanes operator-(const lanes& left) { return lanes(left) *= -1; }
  friend constexpr product operator*(const lanes& left, double factor) { return {left, factor}; }
  friend constexpr product operator*(double factor, const lanes& left) { return {left, factor}; }
  friend constexpr lanes operator/(const lanes& left, double divisor) {
    return lanes(left) /= divisor;
  }
  friend constexpr bool operator==(const lanes&, const lanes&) = default;

private:
  /// Register by register: compilers do not always see that lanes are neighbours in memory.
  template <class Operation, class... Others>
  constexpr lanes& combine(Operation operation, const Others&... others) {
    if (std::is_constant_evaluated()) {
      for (int index = 0; index < Count; ++index)
        operation((*this)[index], others[index]...);
      return *this;
    }
    for (std::size_t index = 0; index < values_.size(); index += sizeof(batch) / sizeof(double)) {
      batch mine = batch_at(index);
      operation(mine, others.batch_at(index)...);
      set_batch(index, mine);
    }
    return *this;
  }

  using batch = detail::batch<detail::batch_size(Count)>;
  using stored_batch = detail::stored_batch<detail::batch_size(Count)>;

  // Stores of doubles, which compilers know to leave pointers and integers alone: to Clang those of
  // its vectors, and of memcpy, may be of anything.
  void set_batch(std::size_t first, const batch& from) {
    if constexpr (sizeof(batch) == sizeof(double))
      values_[first] = from;
    else
#ifdef __clang__
      for (std::size_t index = 0; index < sizeof(batch) / sizeof(double); ++index)
        values_[first + index] = from[index];
#else
      reinterpret_cast<stored_batch&>(values_[first]) = from;
#endif
  }
  batch batch_at(std::size_t first) const {
#ifdef __clang__
    batch result;
    std::memcpy(&result, &values_[first], sizeof(batch));
    return result;
#else
    return reinterpret_cast<const stored_batch&>(values_[first]);
#endif
  }

  numbers values_{};
};

namespace detail {

template <class Type>
struct is_lanes : std::false_type {};
template <int Count>
struct is_lanes<lanes<Count>> : std::true_type {};

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

/// In each lane `value`, a product with the seed, or zero where the seed is zero.
template <int Count>
constexpr lanes<Count> where_seeded(const lanes<Count>& seed,
                                    const std::type_identity_t<lanes<Count>>& value) {
  lanes<Count> result;
  for (int index = 0; index < Count; ++index)
    result[index] = seed[index] != 0.0 ? value[index] : 0.0;
  return result;
}

/// The same of a seed that is a product.
template <class Seed>
  requires(!detail::is_lanes<Seed>::value)
constexpr typename Seed::over where_seeded(const Seed& seed,
                                           const std::type_identity_t<typename Seed::over>& value) {
  return where_seeded(typename Seed::over(seed), value);
}

/// `value`, lanes or their product, where the factor is not zero.
template <class Value>
constexpr typename Value::over where_seeded(double factor, const Value& value) {
  return factor != 0.0 ? typename Value::over(value) : typename Value::over();
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
