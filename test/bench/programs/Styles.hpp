// The same kinds of programs in other styles: classes with operators, results by value, algorithms
// of the library.
#pragma once

#include <treelize/annotations.hpp>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <numeric>
#include <ranges>
#include <utility>
#include <vector>

namespace styles {

class Grid {
public:
  Grid(int nx, int ny, double value = 0) : nx_(nx), ny_(ny), cells_(nx * ny, value) {}
  Grid(int nx, int ny, std::vector<double> cells) : nx_(nx), ny_(ny), cells_(std::move(cells)) {}

  double& operator()(int i, int j) { return cells_[j * nx_ + i]; }
  double operator()(int i, int j) const { return cells_[j * nx_ + i]; }
  int nx() const { return nx_; }
  int ny() const { return ny_; }
  const std::vector<double>& cells() const { return cells_; }

private:
  int nx_, ny_;
  std::vector<double> cells_;
};

inline double laplacian(const Grid& u, int i, int j) {
  return u(i - 1, j) + u(i + 1, j) + u(i, j - 1) + u(i, j + 1) - 4 * u(i, j);
}

inline void diffuse(const Grid& u, const Grid& conductivity, double dt, Grid& next) {
  for (int j = 1; j < u.ny() - 1; ++j)
    for (int i = 1; i < u.nx() - 1; ++i)
      next(i, j) = u(i, j) + dt * conductivity(i, j) * laplacian(u, i, j);
}

/// The plate of heat2d, as a class of grids that change places.
TREELIZE(kernel, wrt = (start, conductivity))
inline double heatGrid(const std::vector<double>& start, const std::vector<double>& conductivity,
                       const std::vector<double>& measured, int nx, int ny, double dt, int steps) {
  Grid u(nx, ny, start), next = u;
  const Grid k(nx, ny, conductivity);
  for (int step = 0; step < steps; ++step) {
    diffuse(u, k, dt, next);
    std::swap(u, next);
  }
  return 0.5 * std::transform_reduce(u.cells().begin(), u.cells().end(), measured.begin(), 0.0,
                                     std::plus<>(),
                                     [](double a, double b) { return (a - b) * (a - b); });
}

inline std::vector<double> layer(const std::vector<double>& weights,
                                 const std::vector<double>& bias, const std::vector<double>& x) {
  std::vector<double> y(bias.size());
  for (std::size_t i = 0; i < y.size(); ++i)
    y[i] = std::inner_product(x.begin(), x.end(),
                              weights.begin() + static_cast<std::ptrdiff_t>(i * x.size()), bias[i]);
  return y;
}

/// A net of dense layers whose results are returned by value, over some samples.
TREELIZE(kernel, wrt = (weights, biases))
inline double perceptron(const std::vector<std::vector<double>>& weights,
                         const std::vector<std::vector<double>>& biases,
                         const std::vector<std::vector<double>>& samples,
                         const std::vector<double>& answers) {
  double loss = 0;
  for (std::size_t s = 0; s < samples.size(); ++s) {
    std::vector<double> x = samples[s];
    for (std::size_t l = 0; l < weights.size(); ++l) {
      x = layer(weights[l], biases[l], x);
      if (l + 1 < weights.size())
        std::ranges::transform(x, x.begin(), [](double a) { return std::tanh(a); });
    }
    loss += (x[0] - answers[s]) * (x[0] - answers[s]);
  }
  return loss / static_cast<double>(samples.size());
}

/// The risk of a portfolio that is set anew each day, by its weights' logits: variance less return.
TREELIZE(kernel, wrt = (logits))
inline double portfolio(const std::vector<double>& logits, const std::vector<double>& returns,
                        double aversion) {
  const std::size_t assets = logits.size();
  std::vector<double> weights(assets);
  std::transform(logits.begin(), logits.end(), weights.begin(),
                 [](double x) { return std::exp(x); });
  const double sum = std::accumulate(weights.begin(), weights.end(), 0.0);
  for (double& w : weights)
    w /= sum;
  std::vector<double> gains;
  gains.reserve(returns.size() / assets);
  for (std::size_t day = 0; day < returns.size(); day += assets)
    gains.push_back(std::inner_product(weights.begin(), weights.end(),
                                       returns.begin() + static_cast<std::ptrdiff_t>(day), 0.0));
  const double mean =
      std::accumulate(gains.begin(), gains.end(), 0.0) / static_cast<double>(gains.size());
  double variance = 0;
  for (const double g : gains)
    variance += (g - mean) * (g - mean);
  return aversion * variance / static_cast<double>(gains.size()) - mean;
}

/// How a queue of customers waits: Lindley's recursion over services that are scaled, with views.
TREELIZE(kernel, wrt = (scale))
inline double waiting(double scale, const std::vector<double>& services,
                      const std::vector<double>& gaps) {
  double wait = 0, total = 0;
  for (const std::size_t i : std::views::iota(std::size_t{0}, services.size())) {
    wait = std::max(0.0, wait + scale * services[i] - gaps[i]);
    total += wait;
  }
  return total / static_cast<double>(services.size());
}

} // namespace styles
