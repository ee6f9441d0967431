// The adjoints of Paths.hpp by hand: paths that pay nothing are left alone.
#pragma once

#include "ManualParts.h"
#include "Paths.hpp"

namespace manual {

/// Prices are exponentials of sums: what the derivatives ask for is summed up on the way.
inline void asian(double spot, double rate, double volatility, double strike, double years,
                  int steps, const Numbers& normals, double& spot_b, double& rate_b,
                  double& volatility_b) {
  const double dt = years / steps, drift = (rate - 0.5 * volatility * volatility) * dt,
               root = std::sqrt(dt);
  const double spread = volatility * root;
  const std::size_t paths = normals.size() / steps;
  double payoffs = 0, bySpot = 0, byDrift = 0, bySpread = 0;
  for (std::size_t path = 0; path < paths; ++path) {
    double price = spot, sum = 0, times = 0, shocks = 0, shock = 0;
    for (int step = 0; step < steps; ++step) {
      const double z = normals[path * steps + step];
      price *= std::exp(drift + spread * z);
      shock += z;
      sum += price;
      times += price * (step + 1);
      shocks += price * shock;
    }
    if (sum / steps <= strike)
      continue;
    payoffs += sum / steps - strike;
    bySpot += sum;
    byDrift += times;
    bySpread += shocks;
  }
  const double discount = std::exp(-rate * years) / static_cast<double>(paths),
               share = discount / steps;
  spot_b += share * bySpot / spot;
  rate_b += share * byDrift * dt - years * discount * payoffs;
  volatility_b += share * (bySpread * root - byDrift * volatility * dt);
}

inline void heston(const Numbers& model, double strike, double years, int steps,
                   const Numbers& normals, Numbers& model_b) {
  const double speed = model[2], longRun = model[3], volatility = model[4], correlation = model[5];
  const double dt = years / steps, root = std::sqrt(dt),
               rest = std::sqrt(1 - correlation * correlation);
  const std::size_t paths = normals.size() / (2 * steps);
  Numbers positives(steps), deviations(steps);
  double b[6] = {};
  for (std::size_t path = 0; path < paths; ++path) {
    const double* z = &normals[path * 2 * steps];
    double logarithm = std::log(model[0]), variance = model[1];
    for (int step = 0; step < steps; ++step) {
      const double positive = positives[step] = std::max(variance, 0.0);
      const double deviation = deviations[step] = std::sqrt(positive) * root;
      const double mixed = correlation * z[2 * step] + rest * z[2 * step + 1];
      logarithm += -0.5 * positive * dt + deviation * z[2 * step];
      variance += speed * (longRun - positive) * dt + volatility * deviation * mixed;
    }
    const double price = std::exp(logarithm);
    if (price <= strike)
      continue;
    double variance_b = 0;
    b[0] += price / model[0];
    for (int step = steps; step-- > 0;) {
      const double x = z[2 * step], y = z[2 * step + 1], mixed = correlation * x + rest * y;
      const double deviation_b = price * x + variance_b * volatility * mixed;
      double positive_b = -0.5 * price * dt - variance_b * speed * dt;
      b[2] += variance_b * (longRun - positives[step]) * dt;
      b[3] += variance_b * speed * dt;
      b[4] += variance_b * deviations[step] * mixed;
      b[5] += variance_b * volatility * deviations[step] * (x - y * correlation / rest);
      if (positives[step] > 0)
        variance_b += positive_b + deviation_b * 0.5 * root * root / deviations[step];
    }
    b[1] += variance_b;
  }
  for (int k = 0; k < 6; ++k)
    model_b[k] += b[k] / static_cast<double>(paths);
}

inline void libor(const Numbers& forwards, const Numbers& volatilities, double accrual,
                  double strike, int steps, const Numbers& normals, Numbers& forwards_b,
                  Numbers& volatilities_b) {
  const int n = static_cast<int>(forwards.size()), paths = static_cast<int>(normals.size()) / steps;
  const double root = std::sqrt(accrual), share = 1.0 / paths;
  Numbers rates((steps + 1) * n), drifts(steps * n), inverses(steps * n), b(n), volatility_b(n);
  std::copy(forwards.begin(), forwards.end(), rates.begin());
  for (int path = 0; path < paths; ++path) {
    const double* z = &normals[path * steps];
    for (int step = 0; step < steps; ++step) {
      const double *old = &rates[step * n], shock = root * z[step];
      double *next = &rates[(step + 1) * n], drift = 0;
      for (int i = step + 1; i < n; ++i) {
        const double volatility = volatilities[i - step - 1], scaled = accrual * volatility;
        const double inverse = inverses[step * n + i] = 1 / (1 + accrual * old[i]);
        drifts[step * n + i] = drift += scaled * old[i] * inverse;
        next[i] =
            old[i] * std::exp(scaled * drift - 0.5 * scaled * volatility + volatility * shock);
      }
    }
    const double* last = &rates[steps * n];
    double discount = 1, value = 0;
    for (int i = steps; i < n; ++i) {
      b[i] = discount /= 1 + accrual * last[i];
      value += accrual * discount * (last[i] - strike);
    }
    if (value <= 0)
      continue;
    double later = 0; // what the discounts of this rate and of later ones are worth
    for (int i = n; i-- > steps;) {
      const double direct = accrual * b[i];
      later += direct * (last[i] - strike);
      b[i] = direct - later * accrual / (1 + accrual * last[i]);
    }
    for (int step = steps; step-- > 0;) {
      const double *old = &rates[step * n], *next = old + n, shock = root * z[step];
      double drift_b = 0;
      b[step] = step > 0 ? 0 : b[step];
      for (int i = n; i-- > step + 1;) {
        const double volatility = volatilities[i - step - 1], scaled = accrual * volatility;
        const double exponent_b = b[i] * next[i], inverse = inverses[step * n + i];
        drift_b += scaled * exponent_b;
        const double scaled_b =
            exponent_b * (drifts[step * n + i] - 0.5 * volatility) + drift_b * old[i] * inverse;
        volatility_b[i - step - 1] += exponent_b * (shock - 0.5 * scaled) + accrual * scaled_b;
        b[i] = exponent_b / old[i] + drift_b * scaled * inverse * inverse;
      }
    }
    addMultiple(share, &b[1], &forwards_b[1], n - 1);
  }
  addMultiple(share, volatility_b.data(), volatilities_b.data(), volatilities.size());
}

} // namespace manual
