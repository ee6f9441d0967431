// Several adjoints or tangents at once, one per lane: a sweep of a kernel with as many seeds.
//
// The sweep is linear in its seeds and runs the primal once for all of them. Rows of a Jacobian
// come from one `adjoint`, columns from one `tangent`, with two to eight lanes as the processor's
// registers have room for.
#pragma once

#include "treelize/math.hpp"

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

  constexpr lanes& operator+=(const lanes& other) {
    return combine(other, [](auto& a, const auto& b) { a += b; });
  }
  constexpr lanes& operator-=(const lanes& other) {
    return combine(other, [](auto& a, const auto& b) { a -= b; });
  }
  constexpr lanes& operator*=(double factor) {
    return combine(lanes(factor), [](auto& a, const auto& b) { a *= b; });
  }
  constexpr lanes& operator/=(double divisor) {
    return combine(lanes(divisor), [](auto& a, const auto& b) { a /= b; });
  }

  friend constexpr lanes operator+(lanes a, const lanes& b) { return a += b; }
  friend constexpr lanes operator-(lanes a, const lanes& b) { return a -= b; }
  friend constexpr lanes operator-(lanes a) { return a *= -1; }
  friend constexpr lanes operator*(lanes a, double factor) { return a *= factor; }
  friend constexpr lanes operator*(double factor, lanes a) { return a *= factor; }
  friend constexpr lanes operator/(lanes a, double divisor) { return a /= divisor; }
  friend constexpr bool operator==(const lanes&, const lanes&) = default;

private:
  /// Register by register: compilers do not always see that lanes are neighbours in memory.
  template <class Operation>
  constexpr lanes& combine(const lanes& other, Operation operation) {
    using batch = detail::batch<detail::batch_size(N)>;
    if (std::is_constant_evaluated()) {
      for (int i = 0; i < N; ++i)
        operation((*this)[i], other[i]);
      return *this;
    }
    for (std::size_t i = 0; i < values_.size(); i += sizeof(batch) / sizeof(double)) {
      batch mine, others;
      std::memcpy(&mine, &values_[i], sizeof(batch));
      std::memcpy(&others, &other.values_[i], sizeof(batch));
      operation(mine, others);
      std::memcpy(&values_[i], &mine, sizeof(batch));
    }
    return *this;
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
constexpr lanes<N> where_seeded(const lanes<N>& seed, lanes<N> value) {
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
