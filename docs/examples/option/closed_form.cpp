#include "closed_form.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace option {

namespace {

double normal(double x) {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

double normalDensity(double x) {
  return std::exp(-0.5 * x * x) / std::sqrt(2 * std::numbers::pi);
}

} // namespace

Valued closedForm(const Market& market, double strike) {
  const auto [spot, volatility, rate, years] = market;
  const double deviation = volatility * std::sqrt(years);
  const double d1 = (std::log(spot / strike) + rate * years) / deviation + 0.5 * deviation;
  const double d2 = d1 - deviation;
  const double discounted = strike * std::exp(-rate * years);
  const double vega = spot * normalDensity(d1) * std::sqrt(years);
  return {discounted * normal(-d2) - spot * normal(-d1),
          {.spot = -normal(-d1),
           .volatility = vega,
           .rate = -years * discounted * normal(-d2),
           .years = vega * volatility / (2 * years) - rate * discounted * normal(-d2)}};
}

double binomialTree(const Market& market, double strike, int steps) {
  const double step = market.years / steps;
  const double up = std::exp(market.volatility * std::sqrt(step));
  const double discount = std::exp(-market.rate * step);
  const double chance = (1 / discount - 1 / up) / (up - 1 / up); // of going up
  const auto paid = [&](int ups, int all) {
    return std::max(strike - market.spot * std::pow(up, 2 * ups - all), 0.0);
  };
  std::vector<double> value;
  for (int ups = 0; ups <= steps; ++ups)
    value.push_back(paid(ups, steps));
  for (int n = steps - 1; n >= 0; --n)
    for (std::size_t ups = 0; ups <= static_cast<std::size_t>(n); ++ups) {
      const double kept = discount * (chance * value[ups + 1] + (1 - chance) * value[ups]);
      value[ups] = std::max(kept, paid(static_cast<int>(ups), n));
    }
  return value[0];
}

} // namespace option
