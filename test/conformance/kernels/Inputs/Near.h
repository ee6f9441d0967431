// Recorded values against computed ones: equal to the last few bits, nan equal to nan.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

inline bool near(double got, double recorded) {
  if (std::isnan(recorded) || std::isinf(recorded))
    return std::isnan(recorded) ? std::isnan(got) : got == recorded;
  return std::fabs(got - recorded) <= 4e-16 * std::fmax(1, std::fabs(recorded));
}

template <class Range> bool near(const Range& got, const std::vector<double>& recorded) {
  if (got.size() != recorded.size())
    return false;
  for (std::size_t i = 0; i < recorded.size(); ++i)
    if (!near(got[i], recorded[i]))
      return false;
  return true;
}
