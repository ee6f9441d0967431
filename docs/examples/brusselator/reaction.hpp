// The Brusselator: two substances that react and diffuse along a tube.
#pragma once

#include <treelize/annotations.hpp>

#include <cstddef>
#include <span>

namespace brusselator {

// u and v in turn at n inner places; at both ends u = 1 and v = 3. `spread` is the diffusion
// divided by the square of the distance of two places.
TREELIZE(kernel, wrt = (y, rate), jacobian = sparse)
inline void rates(std::span<const double> y, double spread, std::span<double> rate) {
  const std::size_t n = y.size() / 2;
  for (std::size_t i = 0; i < n; ++i) {
    const double u = y[2 * i], v = y[2 * i + 1];
    const double ul = i > 0 ? y[2 * i - 2] : 1.0, ur = i + 1 < n ? y[2 * i + 2] : 1.0;
    const double vl = i > 0 ? y[2 * i - 1] : 3.0, vr = i + 1 < n ? y[2 * i + 3] : 3.0;
    rate[2 * i] = 1 + u * u * v - 4 * u + spread * (ul - 2 * u + ur);
    rate[2 * i + 1] = 3 * u - u * u * v + spread * (vl - 2 * v + vr);
  }
}

} // namespace brusselator
