// The adjoints of Estimation.hpp by hand.
#pragma once

#include "Estimation.hpp"
#include "ManualFactors.h"

namespace manual {

using estimation::Data;

inline void logistic(Parameters weights, const Data& data, double ridge, Gradient weights_b) {
  const std::size_t n = weights.size();
  for (std::size_t i = 0; i < data.y.size(); ++i) {
    const double* row = &data.x[i * n];
    const double margin = data.y[i] * dot(row, weights.data(), n);
    addMultiple(-data.y[i] / (1 + std::exp(margin)), row, weights_b.data(), n);
  }
  addMultiple(ridge, weights.data(), weights_b.data(), n);
}

inline void poisson(const Numbers& weights, const Data& data, const Numbers& exposure,
                    Numbers& weights_b) {
  const std::size_t n = weights.size();
  for (std::size_t i = 0; i < data.y.size(); ++i) {
    const double* row = &data.x[i * n];
    const double rate = exposure[i] * std::exp(dot(row, weights.data(), n));
    addMultiple(rate - data.y[i], row, weights_b.data(), n);
  }
}

/// Rows of softmax.
inline Numbers softmaxRows(const Numbers& logits, std::size_t n) {
  Numbers result(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j)
      sum += result[i * n + j] = std::exp(logits[i * n + j]);
    for (std::size_t j = 0; j < n; ++j)
      result[i * n + j] /= sum;
  }
  return result;
}

/// Forwards the states and the emissions are kept, and the scales.
inline void hiddenMarkov(const Numbers& logits, const Numbers& means, const Numbers& deviations,
                         const Numbers& observed, Numbers& logits_b, Numbers& means_b,
                         Numbers& deviations_b) {
  const std::size_t n = means.size(), steps = observed.size();
  const Numbers transition = softmaxRows(logits, n);
  double* const alphas = history((steps + 1) * n);
  double* const densities = history(steps * n);
  double* const scales = history(steps);
  Numbers transition_b(n * n), inverse(n), b(n), sum_b(n);
  for (std::size_t j = 0; j < n; ++j)
    inverse[j] = 1 / deviations[j];
  std::fill(alphas, alphas + n, 1.0 / static_cast<double>(n));
  for (std::size_t t = 0; t < steps; ++t) {
    const double* alpha = alphas + t * n;
    double *next = alphas + (t + 1) * n, *density = densities + t * n, scale = 0;
    std::fill(next, next + n, 0.0);
    for (std::size_t i = 0; i < n; ++i)
      addMultiple(alpha[i], &transition[i * n], next, n);
    for (std::size_t j = 0; j < n; ++j) {
      const double z = (observed[t] - means[j]) * inverse[j];
      density[j] = std::exp(-0.5 * z * z) * inverse[j];
      scale += next[j] *= density[j];
    }
    scales[t] = scale;
    for (std::size_t j = 0; j < n; ++j)
      next[j] /= scale;
  }
  // b is the adjoint of the scaled state; that of a scale is -1 / scale, and what the division
  // adds.
  for (std::size_t t = steps; t-- > 0;) {
    const double *alpha = alphas + t * n, *next = alpha + n, *density = densities + t * n,
                 factor = 1 / scales[t];
    double along = 1;
    for (std::size_t j = 0; j < n; ++j)
      along += b[j] * next[j];
    for (std::size_t j = 0; j < n; ++j) {
      const double unscaled_b = (b[j] - along) * factor, z = (observed[t] - means[j]) * inverse[j];
      const double logarithm_b = unscaled_b * next[j] * scales[t];
      sum_b[j] = unscaled_b * density[j];
      means_b[j] += logarithm_b * z * inverse[j];
      deviations_b[j] += logarithm_b * (z * z - 1) * inverse[j];
    }
    for (std::size_t i = 0; i < n; ++i) {
      b[i] = dot(&transition[i * n], sum_b.data(), n);
      addMultiple(alpha[i], sum_b.data(), &transition_b[i * n], n);
    }
  }
  for (std::size_t i = 0; i < n; ++i) {
    const double mean = dot(&transition[i * n], &transition_b[i * n], n);
    for (std::size_t j = 0; j < n; ++j)
      logits_b[i * n + j] += transition[i * n + j] * (transition_b[i * n + j] - mean);
  }
}

/// The adjoint of the matrix is half the difference of its inverse and the square of what solves
/// with it.
inline void gaussianProcess(const Numbers& x, double length, double variance, double noise,
                            const Numbers& y, Numbers& x_b, double& length_b, double& variance_b,
                            double& noise_b) {
  const int n = static_cast<int>(x.size());
  Numbers k(n * n), l(n * n), inverse(n * n), z(n), solution(n);
  const double scale = 1 / length;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j <= i; ++j) {
      const double d = (x[i] - x[j]) * scale;
      l[i * n + j] = k[i * n + j] = variance * std::exp(-0.5 * d * d);
    }
    l[i * n + i] += noise;
  }
  factor(l.data(), n);
  invertFactor(l.data(), inverse.data(), n);
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j)
      z[i] += inverse[j * n + i] * y[j];
  for (int j = 0; j < n; ++j)
    solution[j] = dot(&inverse[j * n + j], &z[j], n - j);
  double byVariance = 0, byLength = 0, byNoise = 0;
  for (int i = 0; i < n; ++i) {
    double byPlace = 0;
    for (int j = 0; j < i; ++j) {
      const double entry = dot(&inverse[i * n + i], &inverse[j * n + i], n - i);
      const double k_b =
          (entry - solution[i] * solution[j]) * k[i * n + j]; // for both of the symmetric entries
      const double d = (x[i] - x[j]) * scale;
      byVariance += k_b;
      byLength += k_b * d * d;
      byPlace -= k_b * d * scale;
      x_b[j] += k_b * d * scale;
    }
    x_b[i] += byPlace;
    const double diagonal_b =
        0.5 * (dot(&inverse[i * n + i], &inverse[i * n + i], n - i) - solution[i] * solution[i]);
    byVariance += diagonal_b * variance;
    byNoise += diagonal_b;
  }
  variance_b += byVariance / variance;
  length_b += byLength * scale;
  noise_b += byNoise;
}

inline void cox(const Numbers& weights, const Data& data, Numbers& weights_b) {
  const std::size_t n = weights.size(), count = data.y.size();
  double *const risks = history(count), *const sums = history(count);
  double atRisk = 0;
  for (std::size_t i = 0; i < count; ++i) {
    risks[i] = std::exp(dot(&data.x[i * n], weights.data(), n));
    sums[i] = atRisk += risks[i];
  }
  double later = 0;
  for (std::size_t i = count; i-- > 0;) {
    const bool event = data.y[i] > 0;
    if (event)
      later += 1 / sums[i];
    addMultiple(risks[i] * later - event, &data.x[i * n], weights_b.data(), n);
  }
}

} // namespace manual
