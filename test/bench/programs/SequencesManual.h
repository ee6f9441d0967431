// The adjoints of Sequences.hpp by hand.
#pragma once

#include "ManualParts.h"
#include "Sequences.hpp"

namespace manual {

/// The three weights of each soft minimum are kept.
inline void softWarping(const Numbers& a, const Numbers& b, double gamma, Numbers& a_b,
                        Numbers& b_b) {
  const std::size_t m = a.size(), n = b.size(), row = n + 1;
  struct Weights {
    double up, left, corner;
  };
  Weights* const kept = history<Weights>(m * n);
  Numbers before(row, 1e10), now(row, 1e10);
  const double inverse = 1 / gamma;
  before[0] = 0;
  for (std::size_t i = 0; i < m; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const double up = before[j + 1], left = now[j], corner = before[j], d = a[i] - b[j];
      const double least = std::min(std::min(up, left), corner);
      const double p = std::exp((least - up) * inverse), q = std::exp((least - left) * inverse);
      const double r = std::exp((least - corner) * inverse), sum = p + q + r, share = 1 / sum;
      now[j + 1] = d * d + least - gamma * std::log(sum);
      kept[i * n + j] = {p * share, q * share, r * share};
    }
    before.swap(now);
    now[0] = 1e10;
  }
  Numbers now_b(row + 1), above_b(row + 1); // of this row, and of the row above
  now_b[n] = 1;
  for (std::size_t i = m; i-- > 0;) {
    std::fill(above_b.begin(), above_b.end(), 0.0);
    double byA = 0;
    for (std::size_t j = n; j-- > 0;) {
      const Weights w = kept[i * n + j];
      const double cost_b = now_b[j + 1], difference_b = 2 * cost_b * (a[i] - b[j]);
      byA += difference_b;
      b_b[j] -= difference_b;
      above_b[j + 1] += cost_b * w.up;
      now_b[j] += cost_b * w.left;
      above_b[j] += cost_b * w.corner;
    }
    a_b[i] += byA;
    now_b.swap(above_b);
  }
}

/// The exponentials of each step are kept as the shares that they have.
inline void randomField(const Numbers& emissions, const Numbers& transitions,
                        std::span<const int> labels, int count, Numbers& emissions_b,
                        Numbers& transitions_b) {
  const std::size_t steps = labels.size(), square = count * count;
  double* const shares = history(steps * square);
  Numbers alpha(emissions.begin(), emissions.begin() + count), next(count), tops(count),
      sums(count);
  for (std::size_t t = 1; t < steps; ++t) {
    double* share = shares + t * square;
    std::fill(tops.begin(), tops.end(), -1e300);
    std::fill(sums.begin(), sums.end(), 0.0);
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < count; ++j)
        tops[j] = std::max(tops[j], alpha[i] + transitions[i * count + j]);
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < count; ++j)
        sums[j] += share[i * count + j] = std::exp(alpha[i] + transitions[i * count + j] - tops[j]);
    for (int j = 0; j < count; ++j) {
      next[j] = tops[j] + std::log(sums[j]) + emissions[t * count + j];
      sums[j] = 1 / sums[j];
    }
    for (int i = 0; i < count; ++i)
      for (int j = 0; j < count; ++j)
        share[i * count + j] *= sums[j];
    alpha.swap(next);
  }
  const double top = *std::max_element(alpha.begin(), alpha.end());
  Numbers b(count), before(count);
  for (int i = 0; i < count; ++i)
    b[i] = std::exp(alpha[i] - top);
  const double sum = sumOf(b);
  for (double& x : b)
    x /= sum;
  for (std::size_t t = steps; t-- > 1;) {
    const double* share = shares + t * square;
    addMultiple(1.0, b.data(), &emissions_b[t * count], count);
    for (int i = 0; i < count; ++i) {
      for (int j = 0; j < count; ++j)
        transitions_b[i * count + j] += b[j] * share[i * count + j];
      before[i] = dot(b.data(), share + i * count, count);
    }
    emissions_b[t * count + labels[t]] -= 1;
    transitions_b[labels[t - 1] * count + labels[t]] -= 1;
    b.swap(before);
  }
  addMultiple(1.0, b.data(), emissions_b.data(), count);
  emissions_b[labels[0]] -= 1;
}

/// The gradient is the best path.
inline void viterbi(const Numbers& emissions, const Numbers& transitions, int count,
                    Numbers& emissions_b, Numbers& transitions_b) {
  const int steps = static_cast<int>(emissions.size()) / count;
  int* const from = history<int>(emissions.size());
  Numbers best(emissions.begin(), emissions.begin() + count), next(count);
  for (int t = 1; t < steps; ++t) {
    int* back = from + t * count;
    for (int j = 0; j < count; ++j) {
      next[j] = best[0] + transitions[j];
      back[j] = 0;
    }
    for (int i = 1; i < count; ++i)
      for (int j = 0; j < count; ++j) {
        const double score = best[i] + transitions[i * count + j];
        back[j] = score > next[j] ? i : back[j];
        next[j] = std::max(next[j], score);
      }
    for (int j = 0; j < count; ++j)
      next[j] += emissions[t * count + j];
    best.swap(next);
  }
  int label = static_cast<int>(std::max_element(best.begin(), best.end()) - best.begin());
  for (int t = steps; t-- > 0;) {
    emissions_b[t * count + label] += 1;
    if (t > 0) {
      const int before = from[t * count + label];
      transitions_b[before * count + label] += 1;
      label = before;
    }
  }
}

} // namespace manual
