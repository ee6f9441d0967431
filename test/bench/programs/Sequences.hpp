// Dynamic programming: alignments, chains of labels, control.
#pragma once

#include <treelize/annotations.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <limits>
#include <span>
#include <vector>

namespace sequences {

inline double softMin(double a, double b, double c, double gamma) {
  const double least = std::min({a, b, c});
  return least - gamma * std::log(std::exp((least - a) / gamma) + std::exp((least - b) / gamma) +
                                  std::exp((least - c) / gamma));
}

/// Soft dynamic time warping of two series.
TREELIZE(kernel, wrt = (a, b))
inline double softWarping(const std::vector<double>& a, const std::vector<double>& b,
                          double gamma) {
  const std::size_t m = a.size(), n = b.size(), row = n + 1;
  std::vector<double> cost((m + 1) * row, 1e10);
  cost[0] = 0;
  for (std::size_t i = 1; i <= m; ++i)
    for (std::size_t j = 1; j <= n; ++j) {
      const double d = a[i - 1] - b[j - 1];
      cost[i * row + j] = d * d + softMin(cost[(i - 1) * row + j], cost[i * row + j - 1],
                                          cost[(i - 1) * row + j - 1], gamma);
    }
  return cost[m * row + n];
}

/// A conditional random field over a chain: the logarithm of the sum over all labellings, less the
/// score of the right one.
TREELIZE(kernel, wrt = (emissions, transitions))
inline double randomField(const std::vector<double>& emissions,
                          const std::vector<double>& transitions, std::span<const int> labels,
                          int count) {
  std::vector<double> alpha(emissions.begin(), emissions.begin() + count), next(count);
  double score = emissions[labels[0]];
  for (std::size_t t = 1; t < labels.size(); ++t) {
    const double* here = &emissions[t * count];
    for (int j = 0; j < count; ++j) {
      double top = -std::numeric_limits<double>::infinity();
      for (int i = 0; i < count; ++i)
        top = std::max(top, alpha[i] + transitions[i * count + j]);
      double sum = 0;
      for (int i = 0; i < count; ++i)
        sum += std::exp(alpha[i] + transitions[i * count + j] - top);
      next[j] = top + std::log(sum) + here[j];
    }
    alpha.swap(next);
    score += here[labels[t]] + transitions[labels[t - 1] * count + labels[t]];
  }
  const double top = *std::max_element(alpha.begin(), alpha.end());
  double sum = 0;
  for (const double a : alpha)
    sum += std::exp(a - top);
  return top + std::log(sum) - score;
}

/// The best of all paths through a lattice, by hard maxima.
TREELIZE(kernel, wrt = (emissions, transitions))
inline double viterbi(const std::vector<double>& emissions, const std::vector<double>& transitions,
                      int count) {
  std::vector<double> best(emissions.begin(), emissions.begin() + count), next(count);
  for (std::size_t start = count; start < emissions.size(); start += count) {
    for (int j = 0; j < count; ++j) {
      double top = best[0] + transitions[j];
      for (int i = 1; i < count; ++i)
        top = std::max(top, best[i] + transitions[i * count + j]);
      next[j] = top + emissions[start + j];
    }
    std::swap(best, next);
  }
  return *std::max_element(best.begin(), best.end());
}

template <int Rows, int Columns>
struct Matrix {
  std::array<double, Rows * Columns> entries{};

  double& operator()(int i, int j) { return entries[i * Columns + j]; }
  double operator()(int i, int j) const { return entries[i * Columns + j]; }
};

template <int N, int M, int K>
Matrix<N, K> operator*(const Matrix<N, M>& a, const Matrix<M, K>& b) {
  Matrix<N, K> c;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < K; ++j) {
      double sum = 0;
      for (int k = 0; k < M; ++k)
        sum += a(i, k) * b(k, j);
      c(i, j) = sum;
    }
  return c;
}

template <int N, int M>
Matrix<N, M> operator+(Matrix<N, M> a, const Matrix<N, M>& b) {
  for (int i = 0; i < N * M; ++i)
    a.entries[i] += b.entries[i];
  return a;
}

template <int N, int M>
Matrix<M, N> transposed(const Matrix<N, M>& a) {
  Matrix<M, N> t;
  for (int i = 0; i < N; ++i)
    for (int j = 0; j < M; ++j)
      t(j, i) = a(i, j);
  return t;
}

/// The cost of a linear system under its best control, by Riccati's recursion: four states, two
/// controls.
TREELIZE(kernel, wrt = (system, control, weights))
inline double riccati(const std::array<double, 16>& system, const std::array<double, 8>& control,
                      const std::array<double, 6>& weights, int steps) {
  const Matrix<4, 4> a{system};
  const Matrix<4, 2> b{control};
  Matrix<4, 4> p;
  for (int step = 0; step < steps; ++step) {
    const Matrix<2, 4> bp = transposed(b) * p;
    Matrix<2, 2> s = bp * b;
    s(0, 0) += weights[4];
    s(1, 1) += weights[5];
    const double determinant = s(0, 0) * s(1, 1) - s(0, 1) * s(1, 0);
    const Matrix<2, 2> inverse{{s(1, 1) / determinant, -s(0, 1) / determinant,
                                -s(1, 0) / determinant, s(0, 0) / determinant}};
    Matrix<2, 4> gain = inverse * (bp * a);
    for (double& g : gain.entries)
      g = -g;
    p = transposed(a) * p * (a + b * gain);
    for (int i = 0; i < 4; ++i)
      p(i, i) += weights[i];
  }
  double cost = 0;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      cost += p(i, j);
  return cost;
}

} // namespace sequences
