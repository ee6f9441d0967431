// Prices by simulated paths: the random numbers are given.
#pragma once

#include <treelize/annotations.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <vector>

namespace paths {

/// An Asian call in the model of Black and Scholes.
TREELIZE(kernel, wrt = (spot, rate, volatility))
inline double asian(double spot, double rate, double volatility, double strike, double years,
                    int steps, const std::vector<double>& normals) {
  const double dt = years / steps, drift = (rate - 0.5 * volatility * volatility) * dt,
               spread = volatility * std::sqrt(dt);
  const std::size_t paths = normals.size() / steps;
  double payoffs = 0;
  for (std::size_t path = 0; path < paths; ++path) {
    double price = spot, mean = 0;
    for (int step = 0; step < steps; ++step) {
      price *= std::exp(drift + spread * normals[path * steps + step]);
      mean += price;
    }
    payoffs += std::max(mean / steps - strike, 0.0);
  }
  return std::exp(-rate * years) * payoffs / static_cast<double>(paths);
}

struct Heston {
  double spot, variance, speed, longRun, volatility, correlation;
};

/// A call in Heston's model, full truncation. The model's numbers stand in the order of Heston.
TREELIZE(kernel, wrt = (model))
inline double heston(const std::vector<double>& model, double strike, double years, int steps,
                     const std::vector<double>& normals) {
  const Heston m{model[0], model[1], model[2], model[3], model[4], model[5]};
  const double dt = years / steps, root = std::sqrt(dt),
               rest = std::sqrt(1 - m.correlation * m.correlation);
  const std::size_t paths = normals.size() / (2 * steps);
  double payoffs = 0;
  for (std::size_t path = 0; path < paths; ++path) {
    const double* z = &normals[path * 2 * steps];
    double logarithm = std::log(m.spot), variance = m.variance;
    for (int step = 0; step < steps; ++step, z += 2) {
      const double positive = std::max(variance, 0.0), deviation = std::sqrt(positive) * root;
      logarithm += -0.5 * positive * dt + deviation * z[0];
      variance += m.speed * (m.longRun - positive) * dt +
                  m.volatility * deviation * (m.correlation * z[0] + rest * z[1]);
    }
    payoffs += std::max(std::exp(logarithm) - strike, 0.0);
  }
  return payoffs / static_cast<double>(paths);
}

/// Caplets and a swap in the LIBOR market model: forward rates under the spot measure, one factor.
TREELIZE(kernel, wrt = (forwards, volatilities))
inline double libor(const std::vector<double>& forwards, const std::vector<double>& volatilities,
                    double accrual, double strike, int steps, const std::vector<double>& normals) {
  const int n = static_cast<int>(forwards.size());
  const int paths = static_cast<int>(normals.size()) / steps;
  const double root = std::sqrt(accrual);
  std::vector<double> rates(n);
  double total = 0;
  for (int path = 0; path < paths; ++path) {
    rates = forwards;
    for (int step = 0; step < steps; ++step) {
      const double shock = root * normals[path * steps + step];
      double drift = 0;
      for (int i = step + 1; i < n; ++i) {
        const double volatility = volatilities[i - step - 1], share = accrual * volatility;
        drift += share * rates[i] / (1 + accrual * rates[i]);
        rates[i] *= std::exp(share * drift - 0.5 * share * volatility + volatility * shock);
      }
    }
    double discount = 1, value = 0;
    for (int i = steps; i < n; ++i) {
      discount /= 1 + accrual * rates[i];
      value += accrual * discount * (rates[i] - strike);
    }
    total += std::max(value, 0.0);
  }
  return total / paths;
}

} // namespace paths
