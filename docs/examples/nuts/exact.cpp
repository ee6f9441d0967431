#include "exact.hpp"

#include <cmath>

namespace schools {

namespace {

// Given the spread: the mean's distribution, and the probability of the data.
struct Given {
  double precision = 1 / (scale * scale), mean = 0;
  double logProbability = 0;

  explicit Given(double spread) {
    double squares = 0;
    for (std::size_t school = 0; school < count; ++school) {
      const double variance = error[school] * error[school] + spread * spread;
      precision += 1 / variance;
      mean += measured[school] / variance;
      squares += measured[school] * measured[school] / variance;
      logProbability -= 0.5 * std::log(variance);
    }
    mean /= precision;
    logProbability -= 0.5 * (std::log(precision) + squares - precision * mean * mean);
  }
};

} // namespace

double density(double logSpread) {
  const double spread = std::exp(logSpread);
  return std::exp(Given(spread).logProbability) * spread / (1 + std::pow(spread / scale, 2));
}

Means exactMeans() {
  Means means;
  double total = 0;
  for (double logSpread = -15; logSpread < 8; logSpread += 1e-3) {
    const double weight = density(logSpread), spread = std::exp(logSpread);
    const Given given(spread);
    total += weight;
    means.mean += weight * given.mean;
    means.spread += weight * spread;
    for (std::size_t school = 0; school < count; ++school) {
      const double trust = spread * spread / (spread * spread + error[school] * error[school]);
      means.effect[school] += weight * (given.mean + trust * (measured[school] - given.mean));
    }
  }
  means.mean /= total;
  means.spread /= total;
  for (double& effect : means.effect)
    effect /= total;
  return means;
}

} // namespace schools
