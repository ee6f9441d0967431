// What adjoints written by hand share: memory for histories, and sums in parts, which compilers may
// keep in vectors.
#pragma once

#include <cstddef>
#include <numeric>
#include <span>
#include <vector>

namespace manual {

using Parameters = std::span<const double>;
using Gradient = std::span<double>;
using Numbers = std::vector<double>;

/// Memory for a history, kept from call to call as a tape is; each place in the text has its own.
template <class Real = double, class Place = decltype([] {})>
Real* history(std::size_t count) {
  static thread_local std::vector<Real> memory;
  if (memory.size() < count)
    memory.resize(count);
  return memory.data();
}

inline double sumOf(const Numbers& x) {
  return std::accumulate(x.begin(), x.end(), 0.0);
}

/// The sum of term(0) to term(n - 1).
template <class Real, class Term>
Real sumInParts(std::size_t n, Term term) {
  constexpr std::size_t block = 128 / sizeof(Real);
  Real parts[block] = {};
  std::size_t i = 0;
  for (; i + block <= n; i += block)
    for (std::size_t k = 0; k < block; ++k)
      parts[k] += term(i + k);
  for (; i < n; ++i)
    parts[0] += term(i);
  for (std::size_t width = block / 2; width > 0; width /= 2)
    for (std::size_t k = 0; k < width; ++k)
      parts[k] += parts[k + width];
  return parts[0];
}

template <class Real>
Real dot(const Real* a, const Real* b, std::size_t n) {
  return sumInParts<Real>(n, [=](std::size_t i) { return a[i] * b[i]; });
}

/// Adds a multiple of `a` to `b`.
template <class Real>
void addMultiple(Real factor, const Real* __restrict a, Real* __restrict b, std::size_t n) {
  for (std::size_t i = 0; i < n; ++i)
    b[i] += factor * a[i];
}

} // namespace manual
