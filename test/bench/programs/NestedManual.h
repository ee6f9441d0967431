// The adjoints of Nested.hpp by hand: what is a gradient there is a formula here.
#pragma once

#include "ManualParts.h"
#include "Nested.hpp"

#include <algorithm>

namespace manual {

using nested::Point;

/// Only the places are kept; the product of the potential's Hessian with a vector is one loop.
inline void particle(const Point& start, const std::vector<Point>& charges, double h, int steps,
                     Point& start_b, std::vector<Point>& charges_b) {
  Point* const kept = history<Point>(steps + 1);
  Point x = start, v{0.5, 0};
  for (int t = 0; t < steps; ++t) {
    kept[t] = x;
    double gx = 0, gy = 0;
    for (const Point& c : charges) {
      const double dx = x[0] - c[0], dy = x[1] - c[1], square = dx * dx + dy * dy + 0.1;
      const double cubed = 1 / (square * std::sqrt(square));
      gx += dx * cubed;
      gy += dy * cubed;
    }
    v[0] += h * gx;
    v[1] += h * gy;
    x[0] += h * v[0];
    x[1] += h * v[1];
  }
  double x_b = 2 * x[0], y_b = 2 * x[1], vx_b = 0, vy_b = 0;
  for (int t = steps; t-- > 0;) {
    vx_b += h * x_b;
    vy_b += h * y_b;
    const double ax = h * vx_b, ay = h * vy_b;
    for (std::size_t j = 0; j < charges.size(); ++j) {
      const double dx = kept[t][0] - charges[j][0], dy = kept[t][1] - charges[j][1];
      const double inverse = 1 / (dx * dx + dy * dy + 0.1), cubed = inverse * std::sqrt(inverse);
      const double along = 3 * inverse * (dx * ax + dy * ay);
      const double bx = cubed * (ax - along * dx), by = cubed * (ay - along * dy);
      x_b += bx;
      y_b += by;
      charges_b[j][0] -= bx;
      charges_b[j][1] -= by;
    }
  }
  start_b[0] += x_b;
  start_b[1] += y_b;
}

/// One choice of the first player, and the replies to it: the second player's steps, and how they
/// change with the choice, one after the other.
struct Replies {
  std::size_t n;
  const double* coupling;
  double rate;
  int steps;
  double *y, *z;

  void run(const double* x) const {
    std::fill_n(y, n, 0.5);
    std::fill_n(z, n, 0.0);
    for (int k = 0; k < steps; ++k) {
      const double *__restrict from = y + k * n, *__restrict fromZ = z + k * n;
      double *__restrict to = y + (k + 1) * n, *__restrict toZ = z + (k + 1) * n;
      for (std::size_t i = 0; i < n; ++i) {
        const double square = from[i] * from[i];
        to[i] = from[i] + rate * (coupling[i] * x[i] - from[i] * (1 + square) + 0.3);
        toZ[i] = fromZ[i] * (1 - rate * (1 + 3 * square)) + rate * coupling[i];
      }
    }
  }
  const double* lastY() const { return y + steps * n; }
  const double* lastZ() const { return z + steps * n; }

  /// From the adjoints of the last reply and of how it changes.
  void back(const double* x, double* y_b, double* z_b, double* x_b, double* coupling_b) const {
    for (int k = steps; k-- > 0;) {
      const double *__restrict at = y + k * n, *__restrict atZ = z + k * n;
      for (std::size_t i = 0; i < n; ++i) {
        const double kept = 1 - rate * (1 + 3 * at[i] * at[i]);
        coupling_b[i] += rate * (z_b[i] + x[i] * y_b[i]);
        x_b[i] += rate * coupling[i] * y_b[i];
        y_b[i] = y_b[i] * kept - 6 * rate * at[i] * atZ[i] * z_b[i];
        z_b[i] *= kept;
      }
    }
  }
};

inline double slopeByReply(double x, double y, double coupling) {
  return coupling * x - y * (1 + y * y) + 0.3;
}

/// The gradient of the best reply's payoff is found forwards, as each choice has one number.
inline void saddle(const Numbers& start, const Numbers& coupling, double rate, int steps,
                   Numbers& start_b, Numbers& coupling_b) {
  const std::size_t n = start.size();
  double* const x = history((steps + 1) * n);
  const Replies replies{n,     coupling.data(), rate,
                        steps, history((steps + 1) * n), history((steps + 1) * n)};
  std::copy(start.begin(), start.end(), x);
  for (int t = 0; t < steps; ++t) {
    const double* at = x + t * n;
    double* next = x + (t + 1) * n;
    replies.run(at);
    const double *y = replies.lastY(), *z = replies.lastZ();
    for (std::size_t i = 0; i < n; ++i)
      next[i] = at[i] - rate * (at[i] + coupling[i] * y[i] + 0.3 +
                                slopeByReply(at[i], y[i], coupling[i]) * z[i]);
  }
  double* const y_b = history(n);
  double* const z_b = history(n);
  double* const x_b = history(n);
  const double* const last = x + steps * n;
  replies.run(last);
  for (std::size_t i = 0; i < n; ++i) {
    const double y = replies.lastY()[i];
    x_b[i] = last[i] + coupling[i] * y + 0.3;
    coupling_b[i] += last[i] * y;
    y_b[i] = slopeByReply(last[i], y, coupling[i]);
    z_b[i] = 0;
  }
  replies.back(last, y_b, z_b, x_b, coupling_b.data());
  for (int t = steps; t-- > 0;) {
    const double* at = x + t * n;
    replies.run(at);
    const double *y = replies.lastY(), *z = replies.lastZ();
    for (std::size_t i = 0; i < n; ++i) {
      const double seed = -rate * x_b[i];
      x_b[i] += seed * (1 + coupling[i] * z[i]);
      coupling_b[i] += seed * (y[i] + at[i] * z[i]);
      y_b[i] = seed * (coupling[i] - (1 + 3 * y[i] * y[i]) * z[i]);
      z_b[i] = seed * slopeByReply(at[i], y[i], coupling[i]);
    }
    replies.back(at, y_b, z_b, x_b, coupling_b.data());
  }
  for (std::size_t i = 0; i < n; ++i)
    start_b[i] += x_b[i];
}

} // namespace manual
