// Kernels whose Jacobians are timed: those of the programs beside them, with their residuals as results.
#pragma once

#include "Programs.hpp"

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace matrices {

using programs::Hand;

/// Where each bone of a hand takes the skin, and how the whole hand turns.
inline void pose(std::span<const double> p, const Hand& hand, std::vector<double>& change, double* turn) {
  std::vector<double> frame(12 * hand.bones);
  for (int b = 0; b < hand.bones; ++b) {
    const double* rest = hand.rest.data() + 12 * b;
    double* const to = frame.data() + 12 * b;
    if (hand.joint(b) == 0) {
      for (int i = 0; i < 12; ++i)
        to[i] = rest[i];
    } else {
      double turned[12], local[12];
      programs::bend(p[hand.angle(b)], hand.joint(b) == 1 ? p[hand.angle(b) + 1] : 0.0, turned);
      programs::compose(rest, turned, local);
      programs::compose(frame.data() + 12 * hand.parent(b), local, to);
    }
    programs::compose(to, hand.undo.data() + 12 * b, change.data() + 12 * b);
  }
  programs::rotation(p.data(), turn);
}

/// How far measured points are from the vertices of a posed hand, point by point.
TREELIZE(kernel)
inline void hand(std::span<const double> p, TREELIZE(nondiff) const Hand& hand, std::span<double> off) {
  std::vector<double> change(12 * hand.bones);
  double turn[9];
  pose(p, hand, change, turn);
  for (int o = 0; o < static_cast<int>(hand.seen.size()); ++o) {
    const double* const at = hand.vertices.data() + 3 * hand.seen[o];
    const double* const weights = hand.weights.data() + hand.bones * hand.seen[o];
    double posed[3] = {0.0, 0.0, 0.0};
    for (int b = 0; b < hand.bones; ++b)
      for (int i = 0; i < 3; ++i) {
        const double* const row = change.data() + 12 * b + 4 * i;
        posed[i] += weights[b] * (row[0] * at[0] + row[1] * at[1] + row[2] * at[2] + row[3]);
      }
    for (int i = 0; i < 3; ++i)
      off[3 * o + i] = turn[3 * i] * posed[0] + turn[3 * i + 1] * posed[1] + turn[3 * i + 2] * posed[2] + p[3 + i] -
                       hand.points[3 * o + i];
  }
}

/// The same bone by bone.
TREELIZE(kernel)
inline void hand_by_bones(std::span<const double> p, TREELIZE(nondiff) const Hand& hand, std::span<double> off) {
  std::vector<double> change(12 * hand.bones), posed(off.size());
  double turn[9];
  pose(p, hand, change, turn);
  for (int b = 0; b < hand.bones; ++b)
    for (int o = 0; o < static_cast<int>(hand.seen.size()); ++o) {
      const double* const at = hand.vertices.data() + 3 * hand.seen[o];
      const double weight = hand.weights[hand.bones * hand.seen[o] + b];
      for (int i = 0; i < 3; ++i) {
        const double* const row = change.data() + 12 * b + 4 * i;
        posed[3 * o + i] += weight * (row[0] * at[0] + row[1] * at[1] + row[2] * at[2] + row[3]);
      }
    }
  for (int o = 0; o < static_cast<int>(hand.seen.size()); ++o)
    for (int i = 0; i < 3; ++i)
      off[3 * o + i] = turn[3 * i] * posed[3 * o] + turn[3 * i + 1] * posed[3 * o + 1] +
                       turn[3 * i + 2] * posed[3 * o + 2] + p[3 + i] - hand.points[3 * o + i];
}

/// The rates of a reaction that diffuses along a rod.
TREELIZE(kernel, jacobian = sparse)
inline void rates(std::span<const double> t, std::span<double> rate) {
  for (std::size_t i = 1; i + 1 < t.size(); ++i)
    rate[i] = t[i - 1] - 2 * t[i] + t[i + 1] - 0.1 * t[i] * t[i] * t[i] * t[i];
}

/// A ring of oscillators after some steps of Runge and Kutta's, from where they begin.
TREELIZE(kernel)
inline void flow(std::span<const double> start, int steps, std::span<double> end) {
  const std::size_t n = start.size();
  std::vector<double> x(start.begin(), start.end()), k(n), mid(n);
  const auto slope = [n](const std::vector<double>& y, std::vector<double>& d) {
    for (std::size_t i = 0; i < n; ++i)
      d[i] = (y[(i + 1) % n] - y[(i + n - 2) % n]) * y[(i + n - 1) % n] - y[i] + 8.0;
  };
  for (int s = 0; s < steps; ++s) {
    slope(x, k);
    for (std::size_t i = 0; i < n; ++i)
      mid[i] = x[i] + 0.005 * k[i];
    slope(mid, k);
    for (std::size_t i = 0; i < n; ++i)
      x[i] += 0.01 * k[i];
  }
  for (std::size_t i = 0; i < n; ++i)
    end[i] = x[i];
}

/// A dense network of one hidden layer, its results for one input.
TREELIZE(kernel)
inline void network(std::span<const double> x, TREELIZE(nondiff) const std::vector<double>& w,
                    TREELIZE(nondiff) const std::vector<double>& v, std::span<double> y) {
  const std::size_t n = x.size(), m = w.size() / n;
  std::vector<double> h(m);
  for (std::size_t j = 0; j < m; ++j) {
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i)
      sum += w[n * j + i] * x[i];
    h[j] = std::tanh(sum);
  }
  for (std::size_t k = 0; k < y.size(); ++k) {
    double sum = 0;
    for (std::size_t j = 0; j < m; ++j)
      sum += v[m * k + j] * h[j];
    y[k] = sum;
  }
}

} // namespace matrices
