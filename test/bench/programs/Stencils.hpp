// Steps of partial differential equations on regular grids.
#pragma once

#include <treelize/annotations.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace stencils {

inline double misfit(std::span<const double> found, std::span<const double> measured) {
  double sum = 0;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const double difference = found[i] - measured[i];
    sum += difference * difference;
  }
  return 0.5 * sum;
}

/// A rod whose ends are held: explicit Euler steps, two buffers.
TREELIZE(kernel, wrt = (start, ratio))
inline double heat1d(const std::vector<double>& start, double ratio,
                     const std::vector<double>& measured, int steps) {
  const std::size_t n = start.size();
  std::vector<double> u = start, next = start;
  for (int step = 0; step < steps; ++step) {
    for (std::size_t i = 1; i + 1 < n; ++i)
      next[i] = u[i] + ratio * (u[i - 1] - 2 * u[i] + u[i + 1]);
    std::swap(u, next);
  }
  return misfit(u, measured);
}

/// A plate of varying conductivity: what is calculated is copied back.
TREELIZE(kernel, wrt = (start, conductivity))
inline double heat2d(std::span<const double> start, std::span<const double> conductivity,
                     std::span<const double> measured, int nx, int ny, double dt, int steps) {
  std::vector<double> u(start.begin(), start.end()), next(u.size());
  for (int step = 0; step < steps; ++step) {
    for (int j = 1; j < ny - 1; ++j)
      for (int i = 1; i < nx - 1; ++i) {
        const int c = j * nx + i;
        const double laplacian = u[c - 1] + u[c + 1] + u[c - nx] + u[c + nx] - 4 * u[c];
        next[c] = u[c] + dt * conductivity[c] * laplacian;
      }
    for (int j = 1; j < ny - 1; ++j)
      for (int i = 1; i < nx - 1; ++i)
        u[j * nx + i] = next[j * nx + i];
  }
  return misfit(u, measured);
}

/// A block: seven points, linear in its start.
TREELIZE(kernel, wrt = (start))
inline double heat3d(const std::vector<double>& start, const std::vector<double>& measured, int n,
                     double ratio, int steps) {
  std::vector<double> u = start, next = start;
  const int row = n, plane = n * n;
  for (int step = 0; step < steps; ++step) {
    for (int k = 1; k < n - 1; ++k)
      for (int j = 1; j < n - 1; ++j)
        for (int i = 1; i < n - 1; ++i) {
          const int c = k * plane + j * row + i;
          next[c] = u[c] + ratio * (u[c - 1] + u[c + 1] + u[c - row] + u[c + row] + u[c - plane] +
                                    u[c + plane] - 6 * u[c]);
        }
    std::swap(u, next);
  }
  return misfit(u, measured);
}

struct Survey {
  int nx, ny, source;
  std::vector<int> receivers;
  std::vector<double> wavelet; ///< one number for each step
  std::vector<double> records; ///< one number for each step and receiver
};

/// Seismic waves: how far the records of the receivers are from those of a medium of these squared
/// speeds.
TREELIZE(kernel, wrt = (speed))
inline double wave2d(const std::vector<double>& speed, const Survey& survey) {
  const int nx = survey.nx, ny = survey.ny;
  const std::size_t n = speed.size(), count = survey.receivers.size();
  std::vector<double> before(n, 0.0), now(n, 0.0), next(n, 0.0);
  double loss = 0;
  for (std::size_t t = 0; t < survey.wavelet.size(); ++t) {
    for (int j = 1; j < ny - 1; ++j)
      for (int i = 1; i < nx - 1; ++i) {
        const int c = j * nx + i;
        const double laplacian = now[c - 1] + now[c + 1] + now[c - nx] + now[c + nx] - 4 * now[c];
        next[c] = 2 * now[c] - before[c] + speed[c] * laplacian;
      }
    next[survey.source] += survey.wavelet[t];
    for (std::size_t r = 0; r < count; ++r) {
      const double residual = next[survey.receivers[r]] - survey.records[t * count + r];
      loss += 0.5 * residual * residual;
    }
    std::swap(before, now);
    std::swap(now, next);
  }
  return loss;
}

/// Poisson's equation by red-black successive over-relaxation, by its right side and the factor.
TREELIZE(kernel, wrt = (right, relaxation))
inline double redBlack(std::span<const double> right, double relaxation,
                       std::span<const double> measured, int n, int sweeps) {
  std::vector<double> u(right.size(), 0.0);
  for (int sweep = 0; sweep < sweeps; ++sweep)
    for (int colour = 0; colour < 2; ++colour)
      for (int j = 1; j < n - 1; ++j)
        for (int i = 1 + (j + colour) % 2; i < n - 1; i += 2) {
          const int c = j * n + i;
          const double wanted = 0.25 * (u[c - 1] + u[c + 1] + u[c - n] + u[c + n] + right[c]);
          u[c] += relaxation * (wanted - u[c]);
        }
  return misfit(u, measured);
}

/// The slope of a profile that makes no new extremum.
inline double minmod(double a, double b) {
  return std::max(0.0, std::min(a, b)) + std::min(0.0, std::max(a, b));
}

/// A periodic profile carried along, second order with limited slopes; Courant numbers between 0
/// and 1 at the cells.
TREELIZE(kernel, wrt = (start, courant))
inline double advection(const std::vector<double>& start, const std::vector<double>& courant,
                        const std::vector<double>& measured, int steps) {
  const std::size_t n = start.size();
  std::vector<double> u(n + 2), flux(n + 1);
  std::copy(start.begin(), start.end(), u.begin() + 1);
  for (int step = 0; step < steps; ++step) {
    u[0] = u[n];
    u[n + 1] = u[1];
    for (std::size_t i = 1; i <= n; ++i) {
      const double c = courant[i - 1], slope = minmod(u[i] - u[i - 1], u[i + 1] - u[i]);
      flux[i] = c * (u[i] + 0.5 * (1 - c) * slope);
    }
    flux[0] = flux[n];
    for (std::size_t i = 1; i <= n; ++i)
      u[i] -= flux[i] - flux[i - 1];
  }
  return misfit(std::span(u).subspan(1, n), measured);
}

/// A reaction and diffusion of temperature: conductivity that depends on the old step, a
/// tridiagonal system in each.
TREELIZE(kernel, wrt = (start, law))
inline double semiImplicit(const std::vector<double>& start, const std::vector<double>& law,
                           const std::vector<double>& measured, double ratio, double dt,
                           int steps) {
  const std::size_t n = start.size();
  std::vector<double> u = start, k(n), lower(n), diagonal(n), upper(n), right(n);
  for (int step = 0; step < steps; ++step) {
    for (std::size_t i = 0; i < n; ++i)
      k[i] = law[0] + law[1] * u[i] * u[i];
    diagonal[0] = diagonal[n - 1] = 1;
    lower[n - 1] = upper[0] = 0;
    right[0] = u[0];
    right[n - 1] = u[n - 1];
    for (std::size_t i = 1; i + 1 < n; ++i) {
      lower[i] = -0.5 * ratio * (k[i - 1] + k[i]);
      upper[i] = -0.5 * ratio * (k[i] + k[i + 1]);
      diagonal[i] = 1 - lower[i] - upper[i];
      right[i] = u[i] + dt * law[2] * u[i] * (1 - u[i]);
    }
    for (std::size_t i = 1; i < n; ++i) {
      const double factor = lower[i] / diagonal[i - 1];
      diagonal[i] -= factor * upper[i - 1];
      right[i] -= factor * right[i - 1];
    }
    u[n - 1] = right[n - 1] / diagonal[n - 1];
    for (std::size_t i = n - 1; i-- > 0;)
      u[i] = (right[i] - upper[i] * u[i + 1]) / diagonal[i];
  }
  return misfit(u, measured);
}

struct Water {
  double depth, discharge;
};

/// The flux between two cells, with as much diffusion as the faster wave asks for.
inline Water rusanov(const Water& left, const Water& right) {
  constexpr double gravity = 9.81;
  const double a = left.discharge / left.depth, b = right.discharge / right.depth;
  const double fastest = std::max(std::fabs(a) + std::sqrt(gravity * left.depth),
                                  std::fabs(b) + std::sqrt(gravity * right.depth));
  return {0.5 * (left.discharge + right.discharge - fastest * (right.depth - left.depth)),
          0.5 * (left.discharge * a + 0.5 * gravity * left.depth * left.depth +
                 right.discharge * b + 0.5 * gravity * right.depth * right.depth -
                 fastest * (right.discharge - left.discharge))};
}

/// Shallow water in a channel with walls: the energy that a surface has after some time.
TREELIZE(kernel, wrt = (surface))
inline double shallowWater(const std::vector<double>& surface, double ratio, int steps) {
  const std::size_t n = surface.size();
  std::vector<Water> cells(n + 2), fluxes(n + 1);
  for (std::size_t i = 0; i < n; ++i)
    cells[i + 1] = {surface[i], 0.0};
  for (int step = 0; step < steps; ++step) {
    cells[0] = {cells[1].depth, -cells[1].discharge};
    cells[n + 1] = {cells[n].depth, -cells[n].discharge};
    for (std::size_t i = 0; i <= n; ++i)
      fluxes[i] = rusanov(cells[i], cells[i + 1]);
    for (std::size_t i = 1; i <= n; ++i) {
      cells[i].depth -= ratio * (fluxes[i].depth - fluxes[i - 1].depth);
      cells[i].discharge -= ratio * (fluxes[i].discharge - fluxes[i - 1].discharge);
    }
  }
  double energy = 0;
  for (std::size_t i = n / 2; i <= n; ++i)
    energy +=
        cells[i].depth * cells[i].depth + cells[i].discharge * cells[i].discharge / cells[i].depth;
  return energy;
}

/// As `minmod`, by branches.
inline double limited(double a, double b) {
  if (a * b <= 0)
    return 0;
  return std::fabs(a) < std::fabs(b) ? a : b;
}

/// The flux of u^2/2 between two states, by Rusanov.
inline double rusanov(double left, double right) {
  const double speed = std::max(std::fabs(left), std::fabs(right));
  return 0.25 * (left * left + right * right) - 0.5 * speed * (right - left);
}

/// Burgers' equation by finite volumes of second order, with two ghost cells at either end.
TREELIZE(kernel, wrt = (initial, viscosity))
inline double burgers(const std::vector<double>& initial, double viscosity,
                      const std::vector<double>& target, double dx, double dt, int steps) {
  const int n = static_cast<int>(initial.size());
  std::vector<double> u(n + 4), next(n + 4), slope(n + 4), flux(n + 1);
  std::copy(initial.begin(), initial.end(), u.begin() + 2);
  for (int step = 0; step < steps; ++step) {
    u[0] = u[n];
    u[1] = u[n + 1];
    u[n + 2] = u[2];
    u[n + 3] = u[3];
    for (int i = 1; i < n + 3; ++i)
      slope[i] = limited(u[i] - u[i - 1], u[i + 1] - u[i]);
    for (int f = 0; f <= n; ++f) {
      const double left = u[f + 1] + 0.5 * slope[f + 1];
      const double right = u[f + 2] - 0.5 * slope[f + 2];
      flux[f] = rusanov(left, right) - viscosity * (u[f + 2] - u[f + 1]) / dx;
    }
    for (int i = 0; i < n; ++i)
      next[i + 2] = u[i + 2] - dt / dx * (flux[i + 1] - flux[i]);
    std::swap(u, next);
  }
  double misfit = 0;
  for (int i = 0; i < n; ++i)
    misfit += 0.5 * dx * (u[i + 2] - target[i]) * (u[i + 2] - target[i]);
  return misfit;
}

/// Gray and Scott's reaction and diffusion on a torus, by the feed, the kill rate and the start of
/// the second substance.
TREELIZE(kernel, wrt = (feed, kill, start))
inline double grayScott(double feed, double kill, const std::vector<double>& start, int n,
                        int steps) {
  std::vector<double> u(n * n, 1.0), v = start, nextU(n * n), nextV(n * n);
  for (int step = 0; step < steps; ++step) {
    for (int j = 0; j < n; ++j) {
      const int up = (j + n - 1) % n * n, down = (j + 1) % n * n, row = j * n;
      for (int i = 0; i < n; ++i) {
        const int left = i == 0 ? n - 1 : i - 1, right = i == n - 1 ? 0 : i + 1, c = row + i;
        const double laplacianU =
            u[row + left] + u[row + right] + u[up + i] + u[down + i] - 4 * u[c];
        const double laplacianV =
            v[row + left] + v[row + right] + v[up + i] + v[down + i] - 4 * v[c];
        const double reaction = u[c] * v[c] * v[c];
        nextU[c] = u[c] + 0.16 * laplacianU - reaction + feed * (1 - u[c]);
        nextV[c] = v[c] + 0.08 * laplacianV + reaction - (feed + kill) * v[c];
      }
    }
    u.swap(nextU);
    v.swap(nextV);
  }
  double sum = 0;
  for (int c = 0; c < n * n; ++c)
    sum += v[c] * v[c];
  return sum;
}

} // namespace stencils
