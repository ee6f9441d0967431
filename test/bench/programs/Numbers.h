// Inputs of programs: numbers that are the same on every machine.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace programs {

/// `count` numbers from `low` to `high`.
template <class Real = double>
std::vector<Real> numbers(std::size_t count, double low, double high, std::uint32_t seed) {
  std::vector<Real> result(count);
  for (Real& x : result) {
    seed = seed * 1664525u + 1013904223u;
    x = static_cast<Real>(low + (high - low) * (seed >> 8) / double(1u << 24));
  }
  return result;
}

} // namespace programs
