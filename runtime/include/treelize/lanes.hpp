// Several adjoints or tangents at once, one per lane: a sweep of a kernel with as many seeds.
//
// The sweep is linear in its seeds and runs the primal once for all of them. Rows of a Jacobian come from one
// `adjoint`, columns from one `tangent`, with two to eight lanes as the processor's registers have room for.
#pragma once

#include "treelize/math.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <type_traits>

namespace treelize {

/// `N` numbers that are added and scaled as one; element `i` belongs to seed `i`.
template <int N> class alignas(std::has_single_bit(sizeof(double) * N) && N <= 8 ? sizeof(double) * N : alignof(double)) lanes {
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
  constexpr const double& operator[](int lane) const { return values_[static_cast<std::size_t>(lane)]; }

  constexpr lanes& operator+=(const lanes& other) {
    for (int i = 0; i < N; ++i)
      (*this)[i] += other[i];
    return *this;
  }
  constexpr lanes& operator-=(const lanes& other) {
    for (int i = 0; i < N; ++i)
      (*this)[i] -= other[i];
    return *this;
  }
  constexpr lanes& operator*=(double factor) {
    for (int i = 0; i < N; ++i)
      (*this)[i] *= factor;
    return *this;
  }
  constexpr lanes& operator/=(double divisor) {
    for (int i = 0; i < N; ++i)
      (*this)[i] /= divisor;
    return *this;
  }

  friend constexpr lanes operator+(lanes a, const lanes& b) { return a += b; }
  friend constexpr lanes operator-(lanes a, const lanes& b) { return a -= b; }
  friend constexpr lanes operator-(lanes a) { return a *= -1; }
  friend constexpr lanes operator*(lanes a, double factor) { return a *= factor; }
  friend constexpr lanes operator*(double factor, lanes a) { return a *= factor; }
  friend constexpr lanes operator/(lanes a, double divisor) { return a /= divisor; }
  friend constexpr bool operator==(const lanes&, const lanes&) = default;

private:
  std::array<double, N> values_{};
};

namespace detail {

template <class T> struct is_lanes : std::false_type {};
template <int N> struct is_lanes<lanes<N>> : std::true_type {};

} // namespace detail

/// Is any lane worth spreading?
template <int N> bool is_significant(const lanes<N>& adjoint) {
  bool result = false;
  for (int i = 0; i < N; ++i)
    result |= is_significant(adjoint[i]);
  return result;
}

/// `value` in the lanes where the seed is not zero; a zero that nobody asked for stays zero.
template <int N> constexpr lanes<N> where_seeded(const lanes<N>& seed, lanes<N> value) {
  for (int i = 0; i < N; ++i)
    value[i] = seed[i] != 0.0 ? value[i] : 0.0;
  return value;
}

} // namespace treelize
