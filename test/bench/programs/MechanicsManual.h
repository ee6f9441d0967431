// The adjoints of Mechanics.hpp by hand: coordinates in arrays of their own, every pair seen from
// both sides, so that the inner loops have no sums that are carried along.
#pragma once

#include "ManualParts.h"
#include "Mechanics.hpp"

namespace manual {

inline void lennardJones(const Numbers& x, double sigma, double depth, double box, double cutoff,
                         Numbers& x_b, double& sigma_b, double& depth_b) {
  const std::size_t n = x.size() / 3;
  Numbers places(3 * n), places_b(3 * n), powers(n), slopes(n);
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < 3; ++k)
      places[k * n + i] = x[3 * i + k];
  const double *px = &places[0], *py = &places[n], *pz = &places[2 * n], inverse = 1 / box,
               most = cutoff * cutoff;
  double* __restrict bx = &places_b[0], * __restrict by = &places_b[n], * __restrict bz = &places_b[2 * n];
  double* __restrict power = powers.data(), * __restrict slope = slopes.data();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      double dx = px[j] - px[i], dy = py[j] - py[i], dz = pz[j] - pz[i];
      dx -= box * std::nearbyint(dx * inverse);
      dy -= box * std::nearbyint(dy * inverse);
      dz -= box * std::nearbyint(dz * inverse);
      const double square = dx * dx + dy * dy + dz * dz, near = square < most && i != j ? 1 : 0;
      const double once = near / (i == j ? 1 : square), ratio = sigma * sigma * once,
                   sixth = ratio * ratio * ratio;
      const double pull = -24 * depth * (2 * sixth * sixth - sixth) * once;
      power[j] += sixth * sixth - sixth;
      slope[j] += 2 * sixth * sixth - sixth;
      bx[j] += pull * dx;
      by[j] += pull * dy;
      bz[j] += pull * dz;
    }
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t k = 0; k < 3; ++k)
      x_b[3 * i + k] += places_b[k * n + i];
  depth_b += 2 * sumOf(powers);
  sigma_b += 12 * depth / sigma * sumOf(slopes);
}

/// Places, speeds and what belongs to them, each coordinate in a row.
struct Bodies {
  std::size_t n;
  Numbers rows;

  explicit Bodies(std::size_t n) : n(n), rows(3 * n) {}
  double* operator[](int k) { return &rows[k * n]; }
};

inline void attract(const double* p, const double* masses, std::size_t n, Bodies& forces) {
  const double *px = p, *py = p + n, *pz = p + 2 * n;
  double* __restrict fx = forces[0], * __restrict fy = forces[1], * __restrict fz = forces[2];
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const double dx = px[i] - px[j], dy = py[i] - py[j], dz = pz[i] - pz[j];
      const double square = dx * dx + dy * dy + dz * dz + 0.01,
                   pull = masses[i] / (square * std::sqrt(square));
      fx[j] += pull * dx;
      fy[j] += pull * dy;
      fz[j] += pull * dz;
    }
}

inline void attractBack(const double* p, const double* masses, std::size_t n, Bodies& forces_b,
                        Bodies& places_b, Numbers& masses_b) {
  const double *px = p, *py = p + n, *pz = p + 2 * n, *gx = forces_b[0], *gy = forces_b[1],
               *gz = forces_b[2];
  double* __restrict bx = places_b[0], * __restrict by = places_b[1], * __restrict bz = places_b[2];
  double* __restrict m_b = masses_b.data();
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j) {
      const double dx = px[j] - px[i], dy = py[j] - py[i], dz = pz[j] - pz[i];
      const double square = dx * dx + dy * dy + dz * dz + 0.01, once = 1 / square,
                   pull = once / std::sqrt(square);
      m_b[j] += pull * (gx[i] * dx + gy[i] * dy + gz[i] * dz);
      const double ax = masses[j] * gx[i] - masses[i] * gx[j],
                   ay = masses[j] * gy[i] - masses[i] * gy[j];
      const double az = masses[j] * gz[i] - masses[i] * gz[j];
      const double along = 3 * once * (ax * dx + ay * dy + az * dz);
      bx[j] += pull * (ax - along * dx);
      by[j] += pull * (ay - along * dy);
      bz[j] += pull * (az - along * dz);
    }
}

inline void nBody(const Numbers& start, const Numbers& masses, const Numbers& wanted, double dt,
                  int steps, Numbers& start_b, Numbers& masses_b) {
  const std::size_t n = masses.size();
  double* const kept = history(steps * 3 * n);
  Bodies places(n), speeds(n), forces(n), places_b(n), speeds_b(n);
  for (std::size_t i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) {
      places[k][i] = start[6 * i + k];
      speeds[k][i] = start[6 * i + 3 + k];
    }
  for (int step = 0; step < steps; ++step) {
    double* const half = kept + step * 3 * n;
    addMultiple(0.5 * dt, speeds[0], places[0], 3 * n);
    std::copy(places.rows.begin(), places.rows.end(), half);
    std::fill(forces.rows.begin(), forces.rows.end(), 0.0);
    attract(half, masses.data(), n, forces);
    addMultiple(dt, forces[0], speeds[0], 3 * n);
    addMultiple(0.5 * dt, speeds[0], places[0], 3 * n);
  }
  for (std::size_t i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k)
      places_b[k][i] = 2 * (places[k][i] - wanted[3 * i + k]);
  for (int step = steps; step-- > 0;) {
    addMultiple(0.5 * dt, places_b[0], speeds_b[0], 3 * n);
    for (std::size_t i = 0; i < 3 * n; ++i)
      forces.rows[i] = dt * speeds_b.rows[i];
    attractBack(kept + step * 3 * n, masses.data(), n, forces, places_b, masses_b);
    addMultiple(0.5 * dt, places_b[0], speeds_b[0], 3 * n);
  }
  for (std::size_t i = 0; i < n; ++i)
    for (int k = 0; k < 3; ++k) {
      start_b[6 * i + k] += places_b[k][i];
      start_b[6 * i + 3 + k] += speeds_b[k][i];
    }
}

} // namespace manual
