// The adjoints of Dynamics.hpp by hand.
#pragma once

#include "Dynamics.hpp"
#include "ManualParts.h"

namespace manual {

using dynamics::State;

/// Adds what the slope at `x` contributes, by its adjoint.
inline void lorenzBack(const dynamics::Lorenz& f, const State& x, const State& b, State& x_b,
                       double* f_b) {
  x_b[0] += -f.sigma * b[0] + (f.rho - x[2]) * b[1] + x[1] * b[2];
  x_b[1] += f.sigma * b[0] - b[1] + x[0] * b[2];
  x_b[2] += -x[0] * b[1] - f.beta * b[2];
  f_b[0] += (x[1] - x[0]) * b[0];
  f_b[1] += x[0] * b[1];
  f_b[2] -= x[2] * b[2];
}

/// The states are kept, the stages found anew.
inline void lorenz(const State& parameters, const State& start, const std::vector<State>& seen,
                   double h, State& parameters_b, State& start_b) {
  using namespace dynamics;
  const Lorenz f{parameters[0], parameters[1], parameters[2]};
  const std::size_t steps = seen.size();
  State* const kept = history<State>(steps + 1);
  kept[0] = start;
  for (std::size_t t = 0; t < steps; ++t)
    kept[t + 1] = rungeKutta(f, kept[t], h);
  State b{};
  double f_b[3] = {};
  for (std::size_t t = steps; t-- > 0;) {
    for (int i = 0; i < 3; ++i)
      b[i] += 2 * (kept[t + 1][i] - seen[t][i]);
    const State x = kept[t], k1 = f(x), x2 = x + 0.5 * h * k1, k2 = f(x2), x3 = x + 0.5 * h * k2,
                k3 = f(x3);
    const State x4 = x + h * k3;
    State b4{}, b3{}, b2{}, b1{};
    lorenzBack(f, x4, h / 6 * b, b4, f_b);
    lorenzBack(f, x3, h / 3 * b + h * b4, b3, f_b);
    lorenzBack(f, x2, h / 3 * b + 0.5 * h * b3, b2, f_b);
    lorenzBack(f, x, h / 6 * b + 0.5 * h * b2, b1, f_b);
    b = b + b1 + b2 + b3 + b4;
  }
  for (int i = 0; i < 3; ++i) {
    start_b[i] += b[i];
    parameters_b[i] += f_b[i];
  }
}

/// What Newton's method has found depends on its start no more: one transposed system for each
/// step.
inline void vanDerPol(double stiffness, const std::array<double, 2>& start, double h, int steps,
                      double& stiffness_b, std::array<double, 2>& start_b) {
  double* const kept = history(2 * (steps + 1));
  kept[0] = start[0];
  kept[1] = start[1];
  for (int step = 0; step < steps; ++step) {
    const double x = kept[2 * step], v = kept[2 * step + 1];
    double nextX = x, nextV = v;
    for (int iteration = 0; iteration < 20; ++iteration) {
      const double f = nextX - x - h * nextV;
      const double g = nextV - v - h * (stiffness * (1 - nextX * nextX) * nextV - nextX);
      if (std::fabs(f) + std::fabs(g) < 1e-14)
        break;
      const double gx = h * (2 * stiffness * nextX * nextV + 1),
                   gv = 1 - h * stiffness * (1 - nextX * nextX);
      const double inverse = 1 / (gv + h * gx);
      nextX -= (gv * f + h * g) * inverse;
      nextV -= (g - gx * f) * inverse;
    }
    kept[2 * step + 2] = nextX;
    kept[2 * step + 3] = nextV;
  }
  double x_b = 0, v_b = 0, byStiffness = 0;
  for (int step = steps; step > 0; --step) {
    const double x = kept[2 * step], v = kept[2 * step + 1];
    x_b += 2 * h * x;
    const double gx = h * (2 * stiffness * x * v + 1), gv = 1 - h * stiffness * (1 - x * x),
                 inverse = 1 / (gv + h * gx);
    const double first = (gv * x_b - gx * v_b) * inverse, second = (h * x_b + v_b) * inverse;
    byStiffness += second * h * (1 - x * x) * v;
    x_b = first;
    v_b = second;
  }
  stiffness_b += byStiffness;
  start_b[0] += x_b;
  start_b[1] += v_b;
}

} // namespace manual
