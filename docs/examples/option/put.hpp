// The price of a put option: the right to sell a share for the strike until some day.
//
// It solves the equation of Black, Scholes and Merton backwards from that day, by Crank and
// Nicolson's method on a grid of logarithms of the share's price. The kernel takes the market as
// one tree, so its gradient is a Market, too: all first-order Greeks in one reverse sweep.
#pragma once

#include <treelize/annotations.hpp>

#include <algorithm>
#include <array>
#include <cmath>

namespace option {

struct [[treelize::node]] Market {
  double spot;       // the share's price today
  double volatility; // per square root of a year
  double rate;       // of interest, per year
  double years;      // until the option expires
};

inline constexpr int half = 200; // of the grid, on either side of the spot
inline constexpr int points = 2 * half + 1;
inline constexpr int steps = 200;
using Grid = std::array<double, points>;

// What exercising pays, averaged over each cell, so that the price is smooth in the spot.
inline Grid payoff(double spot, double strike, double cell) {
  Grid paid{};
  const double kink = std::log(strike / spot);
  for (int i = 0; i < points; ++i) {
    const double low = (i - half - 0.5) * cell;
    const double high = std::min(low + cell, kink);
    if (high > low)
      paid[i] = (strike * (high - low) - spot * (std::exp(high) - std::exp(low))) / cell;
  }
  return paid;
}

// An American option may be exercised before it expires, a European one may not.
[[treelize(kernel, wrt = (market))]]
inline double put(const Market& market, double strike, bool american) {
  // Five standard deviations away it does not matter what the option is worth.
  const double cell = 5 * market.volatility * std::sqrt(market.years) / half;
  const double step = market.years / steps;
  const double variance = market.volatility * market.volatility;
  const double spread = 0.25 * variance * step / (cell * cell);
  const double drift = 0.25 * (market.rate - 0.5 * variance) * step / cell;
  const double down = spread - drift, up = spread + drift;
  const double stay = 2 * spread + 0.5 * market.rate * step;

  // The elimination of the tridiagonal system is the same in all steps.
  Grid pivot{}, below{};
  for (int i = points - 2; i > 0; --i) {
    pivot[i] = 1 / (1 + stay - up * below[i + 1]);
    below[i] = down * pivot[i];
  }

  const Grid paid = payoff(market.spot, strike, cell);
  Grid value = paid;
  for (int n = 0; n < steps; ++n) {
    Grid solved{};
    solved[points - 1] = value[points - 1];
    for (int i = points - 2; i > 0; --i) {
      const double known = down * value[i - 1] + (1 - stay) * value[i] + up * value[i + 1];
      solved[i] = (known + up * solved[i + 1]) * pivot[i];
    }
    // From where one would exercise to where one would not (M. Brennan and E. Schwartz, 1977).
    for (int i = 1; i < points - 1; ++i) {
      solved[i] += below[i] * value[i - 1];
      value[i] = american ? std::max(solved[i], paid[i]) : solved[i];
    }
  }
  return value[half];
}

} // namespace option
