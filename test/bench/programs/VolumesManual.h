// The adjoint of the finite volumes of Stencils.hpp by hand.
#pragma once

#include "ManualParts.h"
#include "Stencils.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace manual {

namespace volumes {

inline void slopes(int n, const double* __restrict u, double* __restrict slope) {
  for (int i = 1; i < n + 3; ++i) {
    const double a = u[i] - u[i - 1], b = u[i + 1] - u[i];
    const double least = std::fabs(a) < std::fabs(b) ? a : b;
    slope[i] = a * b <= 0 ? 0.0 : least;
  }
}
/// flux[f] is that between the cells f and f + 1, ghosts counted.
inline void fluxes(int n, double stiffness, const double* __restrict u,
                   const double* __restrict slope, double* __restrict flux) {
  for (int f = 1; f < n + 2; ++f) {
    const double l = u[f] + 0.5 * slope[f], r = u[f + 1] - 0.5 * slope[f + 1];
    const double al = std::fabs(l), ar = std::fabs(r), speed = al < ar ? ar : al;
    flux[f] = 0.25 * (l * l + r * r) - 0.5 * speed * (r - l) - stiffness * (u[f + 1] - u[f]);
  }
}
/// What the states to either side of a face want.
inline void fluxesBack(int n, double ratio, const double* __restrict u,
                       const double* __restrict slope, const double* __restrict b,
                       double* __restrict left_b, double* __restrict right_b) {
  for (int f = 1; f < n + 2; ++f) {
    const double flux_b = ratio * (b[f + 1] - b[f]);
    const double l = u[f] + 0.5 * slope[f], r = u[f + 1] - 0.5 * slope[f + 1];
    const double al = std::fabs(l), ar = std::fabs(r);
    const double faster = al < ar ? r : l, speed = std::fabs(faster);
    const double speed_b = std::copysign(0.5, faster) * (l - r) * flux_b;
    left_b[f] = 0.5 * (l + speed) * flux_b + (al < ar ? 0.0 : speed_b);
    right_b[f] = 0.5 * (r - speed) * flux_b + (al < ar ? speed_b : 0.0);
  }
}
/// What the differences of a cell to the one before and the one after want of its limiter.
inline void slopesBack(int n, const double* __restrict u, const double* __restrict left_b,
                       const double* __restrict right_b, double* __restrict first,
                       double* __restrict second) {
  for (int i = 2; i < n + 3; ++i) {
    const double slope_b = 0.5 * (left_b[i] - right_b[i - 1]);
    const double p = u[i] - u[i - 1], q = u[i + 1] - u[i];
    const double kept = p * q <= 0 ? 0.0 : slope_b;
    const double byFirst = std::fabs(p) < std::fabs(q) ? kept : 0.0;
    first[i] = byFirst;
    second[i] = kept - byFirst;
  }
}
inline void cellsBack(int n, double diffused, const double* __restrict b,
                      const double* __restrict left_b, const double* __restrict right_b,
                      const double* __restrict first, const double* __restrict second,
                      double* __restrict before) {
  for (int i = 2; i < n + 2; ++i)
    before[i] = b[i] + left_b[i] + right_b[i - 1] + diffused * (b[i - 1] - 2 * b[i] + b[i + 1]) +
                first[i] - second[i] + second[i - 1] - first[i + 1];
}
inline double productOfDifferences(int n, const double* b, const double* u) {
  return sumInParts<double>(
      n, [=](std::size_t i) { return (b[i + 3] - b[i + 2]) * (u[i + 3] - u[i + 2]); });
}

} // namespace volumes

/// The state before each step is kept; limiters and fluxes are made again. All is periodic, so that
/// a step back needs each face once, and one cell of margin.
inline void burgers(const Numbers& initial, double viscosity, const Numbers& target, double dx,
                    double dt, int steps, Numbers& initial_b, double& viscosity_b) {
  const int n = static_cast<int>(initial.size()), row = n + 4;
  double* const all = history(std::size_t(steps + 1) * row);
  double* const work = history(7 * std::size_t(row));
  double *const slope = work, *const flux = work + row, *const left_b = work + 2 * row,
                *const right_b = work + 3 * row, *const first = work + 4 * row,
                *const second = flux;
  double *b = work + 5 * row, *before = work + 6 * row;
  const double ratio = dt / dx, stiffness = viscosity / dx;
  const auto wrap = [n](double* u) {
    u[0] = u[n];
    u[1] = u[n + 1];
    u[n + 2] = u[2];
    u[n + 3] = u[3];
  };
  const auto advance = [=](const double* __restrict u, const double* __restrict flux,
                           double* __restrict next) {
    for (int i = 2; i < n + 2; ++i)
      next[i] = u[i] - ratio * (flux[i] - flux[i - 1]);
  };
  std::copy(initial.begin(), initial.end(), all + 2);
  for (int step = 0; step < steps; ++step) {
    double* const u = all + std::size_t(step) * row;
    wrap(u);
    volumes::slopes(n, u, slope);
    volumes::fluxes(n, stiffness, u, slope, flux);
    advance(u, flux, u + row);
  }
  for (int i = 0; i < n; ++i)
    b[i + 2] = dx * (all[std::size_t(steps) * row + i + 2] - target[i]);
  double sum = 0;
  for (int step = steps; step-- > 0;) {
    const double* const u = all + std::size_t(step) * row;
    wrap(b);
    volumes::slopes(n, u, slope);
    volumes::fluxesBack(n, ratio, u, slope, b, left_b, right_b);
    left_b[n + 2] = left_b[2];
    sum += volumes::productOfDifferences(n, b, u);
    volumes::slopesBack(n, u, left_b, right_b, first, second);
    second[1] = second[n + 1];
    volumes::cellsBack(n, ratio * stiffness, b, left_b, right_b, first, second, before);
    std::swap(b, before);
  }
  for (int i = 0; i < n; ++i)
    initial_b[i] += b[i + 2];
  viscosity_b -= ratio / dx * sum;
}

} // namespace manual
