// Likelihoods of statistical models.
#pragma once

#include <treelize/annotations.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace estimation {

struct Data {
  std::size_t features;
  std::vector<double> x; ///< row by row
  std::vector<double> y;

  std::span<const double> row(std::size_t i) const {
    return std::span(x).subspan(i * features, features);
  }
};

inline double dot(std::span<const double> a, std::span<const double> b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

/// Logistic regression with a ridge.
TREELIZE(kernel, wrt = (weights))
inline double logistic(std::span<const double> weights, const Data& data, double ridge) {
  double loss = 0;
  for (std::size_t i = 0; i < data.y.size(); ++i) {
    const double margin = data.y[i] * dot(data.row(i), weights);
    loss += margin > 0 ? std::log1p(std::exp(-margin)) : std::log1p(std::exp(margin)) - margin;
  }
  return loss + 0.5 * ridge * dot(weights, weights);
}

/// Counts of a Poisson distribution whose rate is log-linear.
TREELIZE(kernel, wrt = (weights))
inline double poisson(const std::vector<double>& weights, const Data& data,
                      const std::vector<double>& exposure) {
  double loss = 0;
  for (std::size_t i = 0; i < data.y.size(); ++i) {
    double predictor = std::log(exposure[i]);
    for (std::size_t j = 0; j < weights.size(); ++j)
      predictor += weights[j] * data.x[i * weights.size() + j];
    loss += std::exp(predictor) - data.y[i] * predictor + std::lgamma(data.y[i] + 1);
  }
  return loss;
}

/// The forward algorithm of a hidden Markov model with Gaussian emissions, scaled in each step.
/// Transitions are rows of softmax.
TREELIZE(kernel, wrt = (logits, means, deviations))
inline double hiddenMarkov(const std::vector<double>& logits, const std::vector<double>& means,
                           const std::vector<double>& deviations,
                           const std::vector<double>& observed) {
  const std::size_t n = means.size();
  std::vector<double> transition(n * n);
  for (std::size_t i = 0; i < n; ++i) {
    double sum = 0;
    for (std::size_t j = 0; j < n; ++j)
      sum += transition[i * n + j] = std::exp(logits[i * n + j]);
    for (std::size_t j = 0; j < n; ++j)
      transition[i * n + j] /= sum;
  }
  std::vector<double> alpha(n, 1.0 / static_cast<double>(n)), next(n);
  double logLikelihood = 0;
  for (const double x : observed) {
    double scale = 0;
    for (std::size_t j = 0; j < n; ++j) {
      double sum = 0;
      for (std::size_t i = 0; i < n; ++i)
        sum += alpha[i] * transition[i * n + j];
      const double z = (x - means[j]) / deviations[j];
      next[j] = sum * std::exp(-0.5 * z * z) / deviations[j];
      scale += next[j];
    }
    for (std::size_t j = 0; j < n; ++j)
      next[j] /= scale;
    logLikelihood += std::log(scale);
    std::swap(alpha, next);
  }
  return -logLikelihood;
}

/// Factors a positive matrix in place, its lower triangle.
inline void cholesky(std::vector<double>& a, int n) {
  for (int j = 0; j < n; ++j) {
    double diagonal = a[j * n + j];
    for (int k = 0; k < j; ++k)
      diagonal -= a[j * n + k] * a[j * n + k];
    diagonal = std::sqrt(diagonal);
    a[j * n + j] = diagonal;
    for (int i = j + 1; i < n; ++i) {
      double sum = a[i * n + j];
      for (int k = 0; k < j; ++k)
        sum -= a[i * n + k] * a[j * n + k];
      a[i * n + j] = sum / diagonal;
    }
  }
}

/// The negative log marginal likelihood of a Gaussian process with a squared exponential kernel.
TREELIZE(kernel, wrt = (x, length, variance, noise))
inline double gaussianProcess(const std::vector<double>& x, double length, double variance,
                              double noise, const std::vector<double>& y) {
  const int n = static_cast<int>(x.size());
  std::vector<double> k(static_cast<std::size_t>(n * n));
  for (int i = 0; i < n; ++i)
    for (int j = 0; j <= i; ++j) {
      const double d = (x[i] - x[j]) / length;
      k[i * n + j] = variance * std::exp(-0.5 * d * d) + (i == j ? noise : 0.0);
    }
  cholesky(k, n);
  double result = 0.5 * n * std::log(2 * M_PI);
  std::vector<double> z = y;
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j)
      z[i] -= k[i * n + j] * z[j];
    z[i] /= k[i * n + i];
    result += 0.5 * z[i] * z[i] + std::log(k[i * n + i]);
  }
  return result;
}

/// Cox's partial likelihood of survival: the subjects stand in the order of their times, the last
/// first.
TREELIZE(kernel, wrt = (weights))
inline double cox(const std::vector<double>& weights, const Data& data) {
  double atRisk = 0, loss = 0;
  for (std::size_t i = 0; i < data.y.size(); ++i) {
    const double predictor = dot(data.row(i), weights);
    atRisk += std::exp(predictor);
    if (data.y[i] > 0)
      loss += std::log(atRisk) - predictor;
  }
  return loss;
}

} // namespace estimation
