// What quants differentiate: option prices by formula, tree and simulation, and the fit of a yield
// curve.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/finance.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
#include <algorithm>
#include <cmath>
#include <numbers>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>
namespace finance {

inline double normal(double x) {
  return 0.5 * std::erfc(-x / std::numbers::sqrt2);
}

enum class Kind { call, put };

double blackScholes(Kind kind, double spot, double strike, double volatility, double rate,
                    double years) {
  const double spread = volatility * std::sqrt(years);
  const double d1 =
      (std::log(spot / strike) + (rate + 0.5 * volatility * volatility) * years) / spread;
  const double d2 = d1 - spread, discount = std::exp(-rate * years);
  if (kind == Kind::call)
    return spot * normal(d1) - strike * discount * normal(d2);
  return strike * discount * normal(-d2) - spot * normal(-d1);
}

/// A book of calls and puts: x is spot, volatility, skew, rate.
TREELIZE(kernel, wrt = x) double book(std::span<const double> x, int options) {
  double value = 0;
  for (int i = 0; i < options; ++i) {
    const double strike = 80 + 5 * i;
    const double volatility = x[1] + x[2] * std::log(strike / x[0]);
    const double price =
        i % 2 == 0 ? blackScholes(Kind::call, x[0], strike, volatility, x[3], 0.5 + 0.1 * i)
                   : blackScholes(Kind::put, x[0], strike, volatility, x[3], 1.0);
    value += (i % 3 - 1) * price;
  }
  return value;
}

/// An American put on a binomial tree: exercised where that is worth more.
TREELIZE(kernel, wrt = x) double american(std::span<const double> x, double strike, int steps) {
  const double spot = x[0], volatility = x[1], rate = x[2], dt = 1.0 / steps;
  const double up = std::exp(volatility * std::sqrt(dt)), down = 1 / up;
  const double p = (std::exp(rate * dt) - down) / (up - down), discount = std::exp(-rate * dt);
  std::vector<double> value(steps + 1);
  for (int i = 0; i <= steps; ++i)
    value[i] = std::max(strike - spot * std::pow(up, 2 * i - steps), 0.0);
  for (int step = steps; step-- > 0;)
    for (int i = 0; i <= step; ++i) {
      const double hold = discount * (p * value[i + 1] + (1 - p) * value[i]);
      value[i] = std::max(hold, strike - spot * std::pow(up, 2 * i - step));
    }
  return value[0];
}

/// Heston's model by simulation with given normal numbers: an Asian call, variance kept from below.
TREELIZE(kernel, wrt = x)
double heston(std::span<const double> x, std::span<const double> normals, int steps) {
  const double spot = x[0], start = x[1], kappa = x[2], theta = x[3], xi = x[4], rho = x[5];
  const double dt = 1.0 / steps;
  const std::size_t paths = normals.size() / (2 * steps);
  double sum = 0;
  for (std::size_t path = 0; path < paths; ++path) {
    double s = spot, v = start, average = 0;
    for (int step = 0; step < steps; ++step) {
      const double* z = &normals[2 * (path * steps + step)];
      const double root = std::sqrt(std::max(v, 0.01) * dt);
      s *= std::exp((0.01 - 0.5 * v) * dt + root * z[0]);
      v += kappa * (theta - v) * dt + xi * root * (rho * z[0] + std::sqrt(1 - rho * rho) * z[1]);
      average += s;
    }
    const double payoff = average / steps - 100;
    if (payoff > 0)
      sum += payoff;
  }
  return std::exp(-0.01) * sum / static_cast<double>(paths);
}

struct Bond {
  double coupon, price;
  int years;
};

/// A Nelson-Siegel curve against bond prices: squared error over duration.
TREELIZE(kernel, wrt = x) double curve(std::span<const double> x, std::span<const Bond> bonds) {
  auto yield = [&](double t) {
    const double s = t / x[3], f = (1 - std::exp(-s)) / s;
    return x[0] + x[1] * f + x[2] * (f - std::exp(-s));
  };
  double error = 0;
  for (const Bond& bond : bonds) {
    double price = 0, duration = 0;
    for (int t = 1; t <= bond.years; ++t) {
      const double cash = bond.coupon + (t == bond.years ? 100 : 0);
      const double present = cash * std::exp(-yield(t) * t);
      price += present;
      duration += t * present;
    }
    const double e = (price - bond.price) / (duration / price);
    error += e * e;
  }
  return error;
}

} // namespace finance
#include "finance.treelize.hpp"

#include <GradientCheck.h>

int main() {
  using namespace finance;
  check::scalar("book", kernels::book, {100.0, 0.25, -0.05, 0.02}, 9);
  check::scalar("american", kernels::american, {96.3, 0.31, 0.041}, 100.0, 20);
  std::vector<double> normals;
  for (int i = 0; i < 160; ++i)
    normals.push_back(1.3 * std::sin(i * i + 0.5 * i));
  check::scalar("heston", kernels::heston, {103.0, 0.09, 1.5, 0.08, 0.2, -0.6},
                std::span<const double>(normals), 8);
  const std::vector<Bond> bonds{{3, 101, 2}, {4, 103, 5}, {2, 93, 7}, {5, 115, 10}};
  check::scalar("curve", kernels::curve, {0.03, -0.01, 0.02, 2.5}, std::span<const Bond>(bonds));
  return check::finish();
}
