// Ordinary and differential-algebraic equations.
#pragma once

#include <treelize/annotations.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace dynamics {

using State = std::array<double, 3>;

inline State operator+(State a, const State& b) {
  for (int i = 0; i < 3; ++i)
    a[i] += b[i];
  return a;
}

inline State operator*(double s, State a) {
  for (double& x : a)
    x *= s;
  return a;
}

struct Lorenz {
  double sigma, rho, beta;

  State operator()(const State& x) const {
    return {sigma * (x[1] - x[0]), x[0] * (rho - x[2]) - x[1], x[0] * x[1] - beta * x[2]};
  }
};

/// One step of Runge and Kutta's classical method.
template <class Slope>
State rungeKutta(const Slope& f, const State& x, double h) {
  const State k1 = f(x), k2 = f(x + 0.5 * h * k1), k3 = f(x + 0.5 * h * k2), k4 = f(x + h * k3);
  return x + h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
}

/// Lorenz's equations: how far a trajectory is from what was seen, by the parameters and the start.
TREELIZE(kernel, wrt = (parameters, start))
inline double lorenz(const State& parameters, const State& start, const std::vector<State>& seen,
                     double h) {
  const Lorenz f{parameters[0], parameters[1], parameters[2]};
  State x = start;
  double loss = 0;
  for (const State& wanted : seen) {
    x = rungeKutta(f, x, h);
    for (int i = 0; i < 3; ++i)
      loss += (x[i] - wanted[i]) * (x[i] - wanted[i]);
  }
  return loss;
}

/// The stiff oscillator of van der Pol by implicit Euler steps, each by Newton's method to a
/// tolerance.
TREELIZE(kernel, wrt = (stiffness, start))
inline double vanDerPol(double stiffness, const std::array<double, 2>& start, double h, int steps) {
  double x = start[0], v = start[1], sum = 0;
  for (int step = 0; step < steps; ++step) {
    double nextX = x, nextV = v;
    for (int iteration = 0; iteration < 20; ++iteration) {
      const double f = nextX - x - h * nextV,
                   g = nextV - v - h * (stiffness * (1 - nextX * nextX) * nextV - nextX);
      if (std::fabs(f) + std::fabs(g) < 1e-14)
        break;
      const double gx = h * (2 * stiffness * nextX * nextV + 1),
                   gv = 1 - h * stiffness * (1 - nextX * nextX);
      const double determinant = gv + h * gx;
      nextX -= (gv * f + h * g) / determinant;
      nextV -= (g - gx * f) / determinant;
    }
    x = nextX;
    v = nextV;
    sum += h * x * x;
  }
  return sum;
}

/// Solves a dense system of small size in place, with pivots.
template <std::size_t N>
void solve(std::array<std::array<double, N>, N>& a, std::array<double, N>& b) {
  for (std::size_t k = 0; k < N; ++k) {
    std::size_t pivot = k;
    for (std::size_t i = k + 1; i < N; ++i)
      if (std::fabs(a[i][k]) > std::fabs(a[pivot][k]))
        pivot = i;
    std::swap(a[k], a[pivot]);
    std::swap(b[k], b[pivot]);
    for (std::size_t i = k + 1; i < N; ++i) {
      const double factor = a[i][k] / a[k][k];
      for (std::size_t j = k; j < N; ++j)
        a[i][j] -= factor * a[k][j];
      b[i] -= factor * b[k];
    }
  }
  for (std::size_t k = N; k-- > 0;) {
    for (std::size_t j = k + 1; j < N; ++j)
      b[k] -= a[k][j] * b[j];
    b[k] /= a[k][k];
  }
}

/// A pendulum on a rod as a differential-algebraic system of index one: places, speeds and the
/// force of the rod, by implicit Euler and three iterations of Newton.
TREELIZE(kernel, wrt = (mass, rod))
inline double pendulum(double mass, double rod, double h, int steps) {
  std::array<double, 5> z{rod, 0, 0, 0, 0};
  double sum = 0;
  for (int step = 0; step < steps; ++step) {
    const std::array<double, 5> old = z;
    for (int iteration = 0; iteration < 3; ++iteration) {
      const auto [x, y, u, v, force] = z;
      std::array<double, 5> f{x - old[0] - h * u, y - old[1] - h * v,
                              mass * (u - old[2]) + h * force * x,
                              mass * (v - old[3]) + h * (force * y + 9.81 * mass),
                              mass * (u * u + v * v) - force * rod * rod - 9.81 * mass * y};
      std::array<std::array<double, 5>, 5> j{
          {{1, 0, -h, 0, 0},
           {0, 1, 0, -h, 0},
           {h * force, 0, mass, 0, h * x},
           {0, h * force, 0, mass, h * y},
           {0, -9.81 * mass, 2 * mass * u, 2 * mass * v, -rod * rod}}};
      solve(j, f);
      for (int i = 0; i < 5; ++i)
        z[i] -= f[i];
    }
    sum += h * z[4] * z[4];
  }
  return sum;
}

} // namespace dynamics
