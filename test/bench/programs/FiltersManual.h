// The adjoints of Filters.hpp by hand.
#pragma once

#include "Filters.hpp"
#include "ManualParts.h"

namespace manual {

/// The rows of a mask go along the rows of the image, so that inner loops are long.
inline void convolution(const Numbers& pixels, const Numbers& mask, const Numbers& target,
                        int width, int radius, Numbers& pixels_b, Numbers& mask_b) {
  const int height = static_cast<int>(pixels.size()) / width, side = 2 * radius + 1;
  const std::size_t inner = width - 2 * radius;
  Numbers row(inner);
  for (int y = radius; y < height - radius; ++y) {
    for (std::size_t x = 0; x < inner; ++x)
      row[x] = -target[y * width + radius + x];
    for (int v = 0; v < side; ++v)
      for (int u = 0; u < side; ++u)
        addMultiple(mask[v * side + u], &pixels[(y + v - radius) * width + u], row.data(), inner);
    for (int v = 0; v < side; ++v)
      for (int u = 0; u < side; ++u) {
        const int at = (y + v - radius) * width + u;
        mask_b[v * side + u] += dot(&pixels[at], row.data(), inner);
        addMultiple(mask[v * side + u], row.data(), &pixels_b[at], inner);
      }
  }
}

/// A pixel's weights are used as soon as they are known.
inline void bilateral(const Numbers& pixels, double space, double range, const Numbers& clean,
                      int width, Numbers& pixels_b, double& space_b, double& range_b) {
  constexpr int radius = 2, side = 2 * radius + 1;
  const int height = static_cast<int>(pixels.size()) / width;
  const double near = 1 / (2 * space * space), alike = 1 / (2 * range * range);
  double bySpace = 0, byRange = 0;
  for (int y = 0; y < height; ++y)
    for (int x = 0; x < width; ++x) {
      const int c = y * width + x;
      const int left = std::max(0, x - radius), right = std::min(width - 1, x + radius);
      const int top = std::max(0, y - radius), bottom = std::min(height - 1, y + radius);
      double weights[side * side], sum = 0, all = 0;
      int k = 0;
      for (int v = top; v <= bottom; ++v)
        for (int u = left; u <= right; ++u, ++k) {
          const double p = pixels[v * width + u], difference = p - pixels[c];
          weights[k] = std::exp(-((u - x) * (u - x) + (v - y) * (v - y)) * near -
                                difference * difference * alike);
          sum += weights[k] * p;
          all += weights[k];
        }
      const double smooth = sum / all, smooth_b = 2 * (smooth - clean[c]) / all;
      double center_b = 0;
      k = 0;
      for (int v = top; v <= bottom; ++v)
        for (int u = left; u <= right; ++u, ++k) {
          const double p = pixels[v * width + u], difference = p - pixels[c];
          const double exponent_b = smooth_b * (p - smooth) * weights[k];
          bySpace += exponent_b * ((u - x) * (u - x) + (v - y) * (v - y));
          byRange += exponent_b * difference * difference;
          const double difference_b = -2 * exponent_b * difference * alike;
          pixels_b[v * width + u] += smooth_b * weights[k] + difference_b;
          center_b -= difference_b;
        }
      pixels_b[c] += center_b;
    }
  space_b += bySpace / (space * space * space);
  range_b += byRange / (range * range * range);
}

/// The samples between sections are all that is kept.
inline void equalizer(std::span<const std::array<double, 5>> coefficients, const Numbers& sound,
                      const Numbers& wanted, std::span<std::array<double, 5>> coefficients_b) {
  const std::size_t n = sound.size(), sections = coefficients.size();
  double* const kept = history((sections + 1) * n);
  std::copy(sound.begin(), sound.end(), kept);
  for (std::size_t s = 0; s < sections; ++s) {
    const std::array<double, 5> c = coefficients[s];
    const double* in = kept + s * n;
    double *out = kept + (s + 1) * n, z1 = 0, z2 = 0;
    for (std::size_t t = 0; t < n; ++t) {
      out[t] = c[0] * in[t] + z1;
      z1 = c[1] * in[t] - c[3] * out[t] + z2;
      z2 = c[2] * in[t] - c[4] * out[t];
    }
  }
  Numbers b(n);
  for (std::size_t t = 0; t < n; ++t)
    b[t] = 2 * (kept[sections * n + t] - wanted[t]) / static_cast<double>(n);
  for (std::size_t s = sections; s-- > 0;) {
    const std::array<double, 5> c = coefficients[s];
    const double *in = kept + s * n, *out = kept + (s + 1) * n;
    double z1_b = 0, z2_b = 0, c_b[5] = {};
    for (std::size_t t = n; t-- > 0;) {
      const double out_b = b[t] - c[3] * z1_b - c[4] * z2_b;
      c_b[0] += out_b * in[t];
      c_b[1] += z1_b * in[t];
      c_b[2] += z2_b * in[t];
      c_b[3] -= z1_b * out[t];
      c_b[4] -= z2_b * out[t];
      b[t] = c[0] * out_b + c[1] * z1_b + c[2] * z2_b;
      z2_b = z1_b;
      z1_b = out_b;
    }
    for (int k = 0; k < 5; ++k)
      coefficients_b[s][k] += c_b[k];
  }
}

inline void smoothing(double alpha, double beta, double gamma, const Numbers& series, int period,
                      double& alpha_b, double& beta_b, double& gamma_b) {
  struct Step {
    double level, trend, season; ///< before it
  };
  const std::size_t n = series.size();
  Step* const kept = history<Step>(n);
  double level = series[0], trend = 0;
  Numbers season(period), season_b(period);
  for (std::size_t t = 1; t < n; ++t) {
    double& now = season[t % period];
    kept[t] = {level, trend, now};
    const double next = alpha * (series[t] - now) + (1 - alpha) * (level + trend);
    trend = beta * (next - level) + (1 - beta) * trend;
    now = gamma * (series[t] - next) + (1 - gamma) * now;
    level = next;
  }
  double level_b = 0, trend_b = 0, byAlpha = 0, byBeta = 0, byGamma = 0;
  for (std::size_t t = n; t-- > 1;) {
    const Step old = kept[t];
    const double next = t + 1 < n ? kept[t + 1].level : level,
                 error = series[t] - (old.level + old.trend + old.season);
    double& now_b = season_b[t % period];
    byGamma += now_b * (series[t] - next - old.season);
    byBeta += trend_b * (next - old.level - old.trend);
    level_b += beta * trend_b - gamma * now_b;
    byAlpha += level_b * error;
    const double error_b = 2 * error / static_cast<double>(n);
    const double sum_b = (1 - alpha) * level_b - error_b;
    now_b = (1 - gamma) * now_b - alpha * level_b - error_b;
    level_b = sum_b - beta * trend_b;
    trend_b = sum_b + (1 - beta) * trend_b;
  }
  alpha_b += byAlpha;
  beta_b += byBeta;
  gamma_b += byGamma;
}

inline void garch(double mean, double omega, double alpha, double beta, const Numbers& returns,
                  double& mean_b, double& omega_b, double& alpha_b, double& beta_b) {
  const std::size_t n = returns.size();
  double* const variances = history(n);
  const double first = omega / (1 - alpha - beta);
  double variance = first;
  for (std::size_t t = 0; t < n; ++t) {
    variances[t] = variance;
    const double shock = returns[t] - mean;
    variance = omega + alpha * shock * shock + beta * variance;
  }
  double variance_b = 0, byMean = 0, byOmega = 0, byAlpha = 0, byBeta = 0;
  for (std::size_t t = n; t-- > 0;) {
    const double shock = returns[t] - mean, square = shock * shock, inverse = 1 / variances[t];
    byOmega += variance_b;
    byAlpha += variance_b * square;
    byBeta += variance_b * variances[t];
    byMean -= (2 * alpha * variance_b + inverse) * shock;
    variance_b = beta * variance_b + 0.5 * inverse * (1 - square * inverse);
  }
  const double share = variance_b / (1 - alpha - beta);
  mean_b += byMean;
  omega_b += byOmega + share;
  alpha_b += byAlpha + share * first;
  beta_b += byBeta + share * first;
}

} // namespace manual
