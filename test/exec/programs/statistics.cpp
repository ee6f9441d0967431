// What statisticians differentiate: a mixture, a regression, a Gaussian process, a filter.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/statistics.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
#include <array>
#include <cmath>
#include <numbers>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>
namespace statistics {

double logSumExp(const std::vector<double>& v) {
  double most = v[0];
  for (double e : v)
    most = e > most ? e : most;
  double sum = 0;
  for (double e : v)
    sum += std::exp(e - most);
  return most + std::log(sum);
}

/// Log likelihood of a mixture of normals and of a Student's t for outliers.
TREELIZE(kernel, wrt = x) double mixture(std::span<const double> x, std::span<const double> data) {
  const std::size_t parts = x.size() / 3;
  std::vector<double> weights(parts), terms(parts + 1);
  for (std::size_t k = 0; k < parts; ++k)
    weights[k] = x[3 * k];
  const double norm = logSumExp(weights);
  double likelihood = 0;
  for (double d : data) {
    for (std::size_t k = 0; k < parts; ++k) {
      const double sigma = std::exp(x[3 * k + 2]), z = (d - x[3 * k + 1]) / sigma;
      terms[k] =
          weights[k] - norm - 0.5 * z * z - std::log(sigma) - 0.5 * std::log(2 * std::numbers::pi);
    }
    const double nu = 2 + std::exp(x[2]);
    terms[parts] = std::lgamma(0.5 * (nu + 1)) - std::lgamma(0.5 * nu) -
                   0.5 * std::log(nu * std::numbers::pi) - 0.5 * (nu + 1) * std::log1p(d * d / nu) -
                   3;
    likelihood += logSumExp(terms);
  }
  return likelihood;
}

struct Sample {
  std::array<double, 3> x;
  bool positive;
  int count;
};

/// A hurdle model: logistic regression for whether, Poisson regression for how many; a smooth
/// lasso.
TREELIZE(kernel, wrt = beta)
double hurdle(std::span<const double> beta, const std::vector<Sample>& samples) {
  double loss = 0;
  for (const auto& [x, positive, count] : samples) {
    double a = beta[0], b = beta[4];
    for (int i = 0; i < 3; ++i) {
      a += beta[1 + i] * x[i];
      b += beta[5 + i] * x[i];
    }
    loss += positive ? std::log1p(std::exp(-a)) : std::log1p(std::exp(a));
    if (positive)
      loss +=
          std::exp(b) - count * b + std::lgamma(count + 1.0) + std::log(-std::expm1(-std::exp(b)));
  }
  for (double b : beta)
    loss += 0.1 * std::sqrt(b * b + 1e-2);
  return loss;
}

/// Log marginal likelihood of a Gaussian process: kernel matrix, Cholesky, two solves.
TREELIZE(kernel, wrt = theta)
double process(std::span<const double> theta, std::span<const double> t,
               std::span<const double> y) {
  const int n = static_cast<int>(t.size());
  const double scale = std::exp(theta[0]), length = std::exp(theta[1]), noise = std::exp(theta[2]);
  std::vector<std::vector<double>> l(n, std::vector<double>(n));
  std::vector<double> z(n);
  double result = -0.5 * n * std::log(2 * std::numbers::pi);
  for (int i = 0; i < n; ++i) {
    z[i] = y[i];
    for (int j = 0; j <= i; ++j) {
      const double d = (t[i] - t[j]) / length;
      double s = scale * std::exp(-0.5 * d * d) + (i == j ? noise : 0.0);
      for (int k = 0; k < j; ++k)
        s -= l[i][k] * l[j][k];
      if (i == j)
        l[i][i] = std::sqrt(s);
      else {
        l[i][j] = s / l[j][j];
        z[i] -= l[i][j] * z[j];
      }
    }
    z[i] /= l[i][i];
    result -= std::log(l[i][i]) + 0.5 * z[i] * z[i];
  }
  return result;
}

using Matrix = std::array<std::array<double, 2>, 2>;

inline Matrix operator*(const Matrix& a, const Matrix& b) {
  Matrix c{};
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 2; ++j)
      for (int k = 0; k < 2; ++k)
        c[i][j] += a[i][k] * b[k][j];
  return c;
}

/// The likelihood of a series under a Kalman filter (level and slope); missing values are skipped.
TREELIZE(kernel, wrt = x) double filter(std::span<const double> x, std::span<const double> series) {
  const double level = std::exp(x[0]), slope = std::exp(x[1]), noise = std::exp(x[2]);
  const Matrix step{{{1, 1}, {0, x[3]}}};
  const Matrix back{{{1, 0}, {1, x[3]}}};
  std::array<double, 2> mean{series[0], 0};
  Matrix p{{{1, 0}, {0, 1}}};
  double likelihood = 0;
  for (double observed : series) {
    mean = {mean[0] + mean[1], x[3] * mean[1]};
    p = step * p * back;
    p[0][0] += level;
    p[1][1] += slope;
    if (std::isnan(observed))
      continue;
    const double innovation = observed - mean[0], s = p[0][0] + noise;
    likelihood -= 0.5 * (std::log(s) + innovation * innovation / s);
    const double gain[2] = {p[0][0] / s, p[1][0] / s};
    const auto row = p[0];
    for (int i = 0; i < 2; ++i) {
      mean[i] += gain[i] * innovation;
      for (int j = 0; j < 2; ++j)
        p[i][j] -= gain[i] * row[j];
    }
  }
  return likelihood;
}

} // namespace statistics
#include "statistics.treelize.hpp"

#include <GradientCheck.h>
#include <limits>

int main() {
  using namespace statistics;
  std::vector<double> data, times;
  std::vector<Sample> samples;
  for (int i = 0; i < 14; ++i) {
    data.push_back(std::sin(3.0 * i) + 0.1 * i);
    times.push_back(0.4 * i + 0.1 * std::cos(i));
    samples.push_back({{std::cos(i), 0.2 * i, std::sin(2.0 * i)}, i % 3 != 0, 1 + i % 4});
  }
  check::scalar("mixture", kernels::mixture, {0.3, -0.5, 0.1, -0.2, 1.0, -0.4, 0.1, 0.2, 0.6},
                std::span<const double>(data));
  check::scalar("hurdle", kernels::hurdle, {0.1, -0.2, 0.3, 0.1, 0.4, 0.2, 0.05, -0.3}, samples);
  check::scalar("process", kernels::process, {0.2, -0.1, -1.5}, std::span<const double>(times),
                std::span<const double>(data));
  data[5] = std::numeric_limits<double>::quiet_NaN();
  check::scalar("filter", kernels::filter, {-1.0, -2.0, -0.5, 0.9}, std::span<const double>(data));
  return check::finish();
}
