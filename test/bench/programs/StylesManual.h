// The adjoints of Styles.hpp by hand; that of heatGrid is heat2d's.
#pragma once

#include "ManualParts.h"
#include "Styles.hpp"

namespace manual {

/// The days' gains are linear in the weights: once all gains are known, the days are gone through
/// once more.
inline void portfolio(const Numbers& logits, const Numbers& returns, double aversion,
                      Numbers& logits_b) {
  const std::size_t assets = logits.size(), days = returns.size() / assets;
  Numbers weights(assets), weights_b(assets), gains(days);
  for (std::size_t a = 0; a < assets; ++a)
    weights[a] = std::exp(logits[a]);
  const double sum = sumOf(weights);
  for (double& w : weights)
    w /= sum;
  for (std::size_t day = 0; day < days; ++day)
    gains[day] = dot(&returns[day * assets], weights.data(), assets);
  const double share = 1 / static_cast<double>(days), mean = sumOf(gains) * share;
  for (std::size_t day = 0; day < days; ++day)
    addMultiple(share * (2 * aversion * (gains[day] - mean) - 1), &returns[day * assets],
                weights_b.data(), assets);
  const double along = dot(weights.data(), weights_b.data(), assets);
  for (std::size_t a = 0; a < assets; ++a)
    logits_b[a] += weights[a] * (weights_b[a] - along);
}

/// One number is differentiated for: it is carried along.
inline void waiting(double scale, const Numbers& services, const Numbers& gaps, double& scale_b) {
  double wait = 0, slope = 0, total = 0;
  for (std::size_t i = 0; i < services.size(); ++i) {
    wait += scale * services[i] - gaps[i];
    slope = wait > 0 ? slope + services[i] : 0;
    wait = std::max(0.0, wait);
    total += slope;
  }
  scale_b += total / static_cast<double>(services.size());
}

} // namespace manual
