// Does coaching help with a test? Eight schools have measured it, each with a large error. The
// model says that the true effects are spread about a mean, and asks the data how far.
//
// The effects and their standard errors are those of D. Rubin: Estimation in parallel randomized
// experiments, Journal of Educational Statistics 6 (1981).
#pragma once

#include <treelize/annotations.hpp>

#include <array>
#include <cmath>
#include <cstddef>

namespace schools {

inline constexpr std::size_t count = 8;
inline constexpr std::array<double, count> measured{28, 8, -3, 7, -1, 1, 18, 12};
inline constexpr std::array<double, count> error{15, 10, 16, 11, 9, 11, 10, 18};

// What is believed before there are data: the mean is about 0 +- 5 points, and so is the spread
// (a half-Cauchy distribution).
inline constexpr double scale = 5;

struct [[treelize::node]] Parameters {
  double mean;                      // of the effects, in units of the scale
  double logSpread;                 // of the effects about it
  std::array<double, count> offset; // of each school from the mean, in spreads
};

inline double effect(const Parameters& at, std::size_t school) {
  return scale * at.mean + std::exp(at.logSpread) * at.offset[school];
}

// But for a constant.
[[treelize::kernel]]
inline double logPosterior(const Parameters& at) {
  const double spread = std::exp(at.logSpread) / scale;
  double sum = at.logSpread - std::log1p(spread * spread) - 0.5 * at.mean * at.mean;
  for (std::size_t school = 0; school < count; ++school) {
    const double off = (measured[school] - effect(at, school)) / error[school];
    sum -= 0.5 * (off * off + at.offset[school] * at.offset[school]);
  }
  return sum;
}

} // namespace schools
