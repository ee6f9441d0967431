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

template <int N>
struct vector_of {
  using type [[gnu::vector_size(sizeof(double) * N)]] = double;
};
template <>
struct vector_of<1> {
  using type = double;
};
template <int N>
using batch = typename vector_of<N>::type;
/// The same among other doubles.
template <int N>
using stored_batch [[gnu::aligned(alignof(double))]] = batch<N>;

} // namespace detail

/// `N` numbers that are added and scaled as one; element `i` belongs to seed `i`.
template <int N>
class alignas(std::has_single_bit(sizeof(double) * N) && N <= 8 ? sizeof(double) * N
                                                                : alignof(double)) lanes {
public:
  static_assert(N > 0);

  constexpr lanes() = default;
  /// The same number in every lane.
  constexpr lanes(double value) { values_.fill(value); }
  constexpr explicit lanes(const std::array<double, N>& values) : values_(values) {}
  /// One in a lane, zero in the others.
  static constexpr lanes unit(int lane) {
    lanes result;
    result[lane] = 1;
    return result;
  }

  static constexpr int size() { return N; }
  constexpr double& operator[](int lane) { return values_[static_cast<std::size_t>(lane)]; }
  constexpr const double& operator[](int lane) const {
    return values_[static_cast<std::size_t>(lane)];
  }

  /// Lanes by a factor, not yet multiplied: adding them to others takes one instruction where the
  /// processor has one that multiplies and adds.
  class product {
  public:
    constexpr product(const lanes& values, double factor) : values_(values), factor_(factor) {}
    constexpr product(double value) : values_(value), factor_(1.0) {}
    constexpr operator lanes() const { return lanes(values_) *= factor_; }

  private:
    friend class lanes;
    lanes values_;
    double factor_;
  };

  constexpr lanes& operator+=(const lanes& other) {
    return combine([](auto& a, const auto& b) { a += b; }, other);
  }
  constexpr lanes& operator+=(const product& other) {
    return combine([by = other.factor_](auto& a, const auto& b) { a += b * by; }, other.values_);
  }
  constexpr lanes& operator-=(const lanes& other) {
    return combine([](auto& a, const auto& b) { a -= b; }, other);
  }
  constexpr lanes& operator-=(const product& other) {
    return combine([by = other.factor_](auto& a, const auto& b) { a -= b * by; }, other.values_);
  }
  constexpr lanes& operator*=(double factor) {
    return combine([factor](auto& a) { a *= factor; });
  }
  constexpr lanes& operator/=(double divisor) {
    return combine([divisor](auto& a) { a /= divisor; });
  }

  friend constexpr lanes operator+(const lanes& a, const lanes& b) { return lanes(a) += b; }
  friend constexpr lanes operator-(const lanes& a, const lanes& b) { return lanes(a) -= b; }
  friend constexpr lanes operator-(const lanes& a) { return lanes(a) *= -1; }
  friend constexpr product operator*(const lanes& a, double factor) { return {a, factor}; }
  friend constexpr product operator*(double factor, const lanes& a) { return {a, factor}; }
  friend constexpr lanes operator/(const lanes& a, double divisor) { return lanes(a) /= divisor; }
  friend constexpr bool operator==(const lanes&, const lanes&) = default;

private:
  /// Register by register: compilers do not always see that lanes are neighbours in memory.
  template <class Operation, class... Others>
  constexpr lanes& combine(Operation operation, const Others&... others) {
    if (std::is_constant_evaluated()) {
      for (int i = 0; i < N; ++i)
        operation((*this)[i], others[i]...);
      return *this;
    }
    for (std::size_t i = 0; i < values_.size(); i += sizeof(batch) / sizeof(double)) {
      batch mine = batch_at(i);
      operation(mine, others.batch_at(i)...);
      set_batch(i, mine);
    }
    return *this;
  }

  using batch = detail::batch<detail::batch_size(N)>;
  using stored_batch = detail::stored_batch<detail::batch_size(N)>;

  // Stores of doubles, which compilers know to leave pointers and integers alone: to Clang those of
  // its vectors, and of memcpy, may be of anything.
  void set_batch(std::size_t first, const batch& from) {
    if constexpr (sizeof(batch) == sizeof(double))
      values_[first] = from;
    else
#ifdef __clang__
      for (std::size_t i = 0; i < sizeof(batch) / sizeof(double); ++i)
        values_[first + i] = from[i];
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

  std::array<double, N> values_{};
};

namespace detail {

template <class T>
struct is_lanes : std::false_type {};
template <int N>
struct is_lanes<lanes<N>> : std::true_type {};

template <int N, class T>
struct over_lanes;
template <int N>
struct over_lanes<N, double> {
  using type = lanes<N>;
};
template <int N, class T>
struct over_lanes<N, std::vector<T>> {
  using type = std::vector<typename over_lanes<N, T>::type>;
};

} // namespace detail

/// Is any lane worth spreading?
template <int N>
bool is_significant(const lanes<N>& adjoint) {
  bool result = false;
  for (int i = 0; i < N; ++i)
    result |= is_significant(adjoint[i]);
  return result;
}

/// `value` in the lanes where the seed is not zero; a zero that nobody asked for stays zero.
template <int N>
constexpr lanes<N> where_seeded(const lanes<N>& seed, std::type_identity_t<lanes<N>> value) {
  for (int i = 0; i < N; ++i)
    value[i] = seed[i] != 0.0 ? value[i] : 0.0;
  return value;
}

/// A zero in every lane for each number of a vector, or of a vector of vectors.
template <int N, class T>
typename detail::over_lanes<N, std::vector<T>>::type zeros_over(const std::vector<T>& like) {
  typename detail::over_lanes<N, std::vector<T>>::type zeros(like.size());
  if constexpr (!std::is_same_v<T, double>)
    for (std::size_t i = 0; i < like.size(); ++i)
      zeros[i] = zeros_over<N>(like[i]);
  return zeros;
}

} // namespace treelize
