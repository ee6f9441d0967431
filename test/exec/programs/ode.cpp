// What is differentiated through the solution of an ODE: parameters fitted by four kinds of
// solvers.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/ode.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>
namespace ode {

using Pair = std::array<double, 2>;

/// One step of the classical fourth-order rule, for any right-hand side.
template <class F>
Pair rungeKutta(F&& f, double t, const Pair& y, double h) {
  auto along = [](const Pair& y, double h, const Pair& k) {
    return Pair{y[0] + h * k[0], y[1] + h * k[1]};
  };
  const Pair k1 = f(t, y), k2 = f(t + h / 2, along(y, h / 2, k1)),
             k3 = f(t + h / 2, along(y, h / 2, k2)), k4 = f(t + h, along(y, h, k3));
  Pair next;
  for (int i = 0; i < 2; ++i)
    next[i] = y[i] + h / 6 * (k1[i] + 2 * k2[i] + 2 * k3[i] + k4[i]);
  return next;
}

/// Predators and prey: rates and start fitted to counts.
TREELIZE(kernel, wrt = x)
double predators(std::span<const double> x, std::span<const double> counts, int stepsPerCount) {
  Pair y{x[4], x[5]};
  double t = 0, error = 0;
  for (std::size_t i = 0; i + 1 < counts.size(); i += 2) {
    for (int step = 0; step < stepsPerCount; ++step) {
      y = rungeKutta(
          [&](double, const Pair& v) {
            return Pair{x[0] * v[0] - x[1] * v[0] * v[1], x[2] * v[0] * v[1] - x[3] * v[1]};
          },
          t, y, 0.05);
      t += 0.05;
    }
    for (int k = 0; k < 2; ++k)
      error += std::pow(std::log(y[k] / counts[i + k]), 2);
  }
  return error;
}

/// A driven oscillator with an adaptive step: Heun's rule against Euler's says how long the next
/// step may be.
TREELIZE(kernel, wrt = x) double adaptive(std::span<const double> x, double tolerance) {
  auto force = [&](double t, double position, double speed) {
    return -x[0] * std::sin(position) - x[1] * speed + x[2] * std::cos(x[3] * t);
  };
  double t = 0, h = 0.05, position = 0.5, speed = 0;
  int accepted = 0;
  while (t < 2 && accepted < 400) {
    const double h1 = std::min(h, 2 - t);
    const double a1 = force(t, position, speed);
    const double position1 = position + h1 * speed, speed1 = speed + h1 * a1;
    const double a2 = force(t + h1, position1, speed1);
    const double position2 = position + 0.5 * h1 * (speed + speed1),
                 speed2 = speed + 0.5 * h1 * (a1 + a2);
    const double error = std::hypot(position2 - position1, speed2 - speed1) / tolerance;
    if (error <= 1) {
      t += h1;
      position = position2;
      speed = speed2;
      ++accepted;
    } else if (h1 < 1e-6) {
      break;
    }
    h = h1 * std::clamp(0.9 / std::sqrt(error + 1e-12), 0.3, 2.0);
  }
  return position * position + 0.3 * speed;
}

/// Van der Pol's oscillator by the implicit midpoint rule, each step solved by iteration to
/// convergence.
TREELIZE(kernel) double implicit(std::span<const double> x, int steps) {
  const double mu = x[0], h = 0.08;
  double u = x[1], v = x[2], action = 0;
  for (int step = 0; step < steps; ++step) {
    double un = u, vn = v;
    for (int iteration = 0; iteration < 100; ++iteration) {
      const double um = 0.5 * (u + un), vm = 0.5 * (v + vn);
      const double u1 = u + h * vm, v1 = v + h * (mu * (1 - um * um) * vm - um);
      const double change = std::fabs(u1 - un) + std::fabs(v1 - vn);
      un = u1;
      vn = v1;
      if (change < 1e-14)
        break;
    }
    action += h * un * vn;
    u = un;
    v = vn;
  }
  return action + u * u;
}

/// Pollution along a river (advection, diffusion, decay): method of lines, two-step
/// Adams-Bashforth.
TREELIZE(kernel, wrt = x)
double river(std::span<const double> x, std::span<const double> gauge, int cells) {
  std::vector<double> c(cells), slope(cells), before(cells);
  const double decay = x[0], mixing = x[1], flow = x[2], h = 0.02;
  std::iota(c.begin(), c.end(), 1.0);
  for (double& v : c)
    v = std::exp(-0.3 * v);
  double misfit = 0;
  for (std::size_t step = 0; step < gauge.size(); ++step) {
    for (int i = 0; i < cells; ++i) {
      const double left =
          i > 0 ? c[i - 1] : x[3] + x[4] * std::sin(0.2 * static_cast<double>(step));
      const double right = i + 1 < cells ? c[i + 1] : c[i];
      slope[i] = mixing * (left - 2 * c[i] + right) - flow * (c[i] - left) - decay * c[i] * c[i];
    }
    for (int i = 0; i < cells; ++i)
      c[i] += h * (step == 0 ? slope[i] : 1.5 * slope[i] - 0.5 * before[i]);
    std::swap(slope, before);
    misfit += std::pow(c[cells - 1] - gauge[step], 2);
  }
  return misfit + 0.1 * std::inner_product(c.begin(), c.end(), c.begin(), 0.0);
}

} // namespace ode
#include "ode.treelize.hpp"

#include <GradientCheck.h>

int main() {
  using namespace ode;
  const std::vector<double> counts{1.1, 0.6, 1.3, 0.8, 1.2, 1.1, 0.9, 1.2}, gauge(30, 0.2);
  check::scalar("predators", kernels::predators, {1.1, 0.9, 0.8, 1.2, 1.0, 0.5},
                std::span<const double>(counts), 6);
  check::scalar("adaptive", kernels::adaptive, {2.0, 0.3, 0.7, 1.9}, 1e-2);
  check::scalar("implicit", kernels::implicit, {1.3, 0.8, -0.4}, 25);
  check::scalar("river", kernels::river, {0.3, 1.1, 2.0, 0.7, 0.2}, std::span<const double>(gauge),
                9);
  return check::finish();
}
