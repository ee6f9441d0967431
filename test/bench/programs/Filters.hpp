// Filters over images and series.
#pragma once

#include <treelize/annotations.hpp>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace filters {

struct Image {
  int width, height;
  std::vector<double> pixels;

  double operator()(int x, int y) const { return pixels[y * width + x]; }
  double& operator()(int x, int y) { return pixels[y * width + x]; }
};

/// A convolution with a mask of (2 radius + 1)^2 numbers, where the mask fits, and its distance
/// from a target.
TREELIZE(kernel, wrt = (pixels, mask))
inline double convolution(const std::vector<double>& pixels, const std::vector<double>& mask,
                          const std::vector<double>& target, int width, int radius) {
  const int height = static_cast<int>(pixels.size()) / width, side = 2 * radius + 1;
  double loss = 0;
  for (int y = radius; y < height - radius; ++y)
    for (int x = radius; x < width - radius; ++x) {
      double sum = 0;
      for (int dy = -radius; dy <= radius; ++dy)
        for (int dx = -radius; dx <= radius; ++dx)
          sum += mask[(dy + radius) * side + dx + radius] * pixels[(y + dy) * width + x + dx];
      const double difference = sum - target[y * width + x];
      loss += 0.5 * difference * difference;
    }
  return loss;
}

/// Tomasi and Manduchi's filter of five by five pixels, and the distance from a clean image.
TREELIZE(kernel, wrt = (pixels, space, range))
inline double bilateral(const std::vector<double>& pixels, double space, double range,
                        const std::vector<double>& clean, int width) {
  const Image image{width, static_cast<int>(pixels.size()) / width, pixels};
  Image smooth{image.width, image.height, std::vector<double>(pixels.size())};
  constexpr int radius = 2;
  for (int y = 0; y < image.height; ++y)
    for (int x = 0; x < image.width; ++x) {
      double sum = 0, weights = 0;
      for (int v = std::max(0, y - radius); v <= std::min(image.height - 1, y + radius); ++v)
        for (int u = std::max(0, x - radius); u <= std::min(image.width - 1, x + radius); ++u) {
          const double difference = image(u, v) - image(x, y);
          const double distance = (u - x) * (u - x) + (v - y) * (v - y);
          const double weight = std::exp(-distance / (2 * space * space) -
                                         difference * difference / (2 * range * range));
          sum += weight * image(u, v);
          weights += weight;
        }
      smooth(x, y) = sum / weights;
    }
  double loss = 0;
  for (std::size_t i = 0; i < clean.size(); ++i)
    loss += (smooth.pixels[i] - clean[i]) * (smooth.pixels[i] - clean[i]);
  return loss;
}

/// Cascaded second-order sections, each with b0, b1, b2, a1, a2, over a sound: the transposed
/// direct form II.
TREELIZE(kernel, wrt = (coefficients))
inline double equalizer(std::span<const std::array<double, 5>> coefficients,
                        const std::vector<double>& sound, const std::vector<double>& wanted) {
  std::vector<double> samples = sound;
  for (const std::array<double, 5>& c : coefficients) {
    double z1 = 0, z2 = 0;
    for (double& sample : samples) {
      const double in = sample, out = c[0] * in + z1;
      z1 = c[1] * in - c[3] * out + z2;
      z2 = c[2] * in - c[4] * out;
      sample = out;
    }
  }
  double loss = 0;
  for (std::size_t i = 0; i < samples.size(); ++i)
    loss += (samples[i] - wanted[i]) * (samples[i] - wanted[i]);
  return loss / static_cast<double>(samples.size());
}

using Matrix4 = std::array<std::array<double, 4>, 4>;

inline Matrix4 operator*(const Matrix4& a, const Matrix4& b) {
  Matrix4 c{};
  for (int i = 0; i < 4; ++i)
    for (int k = 0; k < 4; ++k)
      for (int j = 0; j < 4; ++j)
        c[i][j] += a[i][k] * b[k][j];
  return c;
}

inline Matrix4 transposed(const Matrix4& a) {
  Matrix4 t;
  for (int i = 0; i < 4; ++i)
    for (int j = 0; j < 4; ++j)
      t[i][j] = a[j][i];
  return t;
}

/// A plane track of positions and velocities: the negative log-likelihood of measured positions, by
/// the noise of the motion and that of the measurements.
TREELIZE(kernel, wrt = (motion, noise, state))
inline double kalman(double motion, double noise, std::array<double, 4> state,
                     std::span<const double> measured, double dt) {
  const Matrix4 f{{{1, 0, dt, 0}, {0, 1, 0, dt}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
  Matrix4 covariance{{{1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}}};
  double loss = 0;
  for (std::size_t t = 0; 2 * t < measured.size(); ++t) {
    state = {state[0] + dt * state[2], state[1] + dt * state[3], state[2], state[3]};
    covariance = f * covariance * transposed(f);
    for (int i = 0; i < 2; ++i) {
      covariance[i][i] += 0.25 * dt * dt * dt * dt * motion;
      covariance[i][i + 2] += 0.5 * dt * dt * dt * motion;
      covariance[i + 2][i] += 0.5 * dt * dt * dt * motion;
      covariance[i + 2][i + 2] += dt * dt * motion;
    }
    const double a = covariance[0][0] + noise, b = covariance[0][1], c = covariance[1][0],
                 d = covariance[1][1] + noise;
    const double determinant = a * d - b * c;
    const double x = measured[2 * t] - state[0], y = measured[2 * t + 1] - state[1];
    loss +=
        0.5 * (std::log(determinant) + (x * (d * x - b * y) + y * (a * y - c * x)) / determinant);
    std::array<std::array<double, 2>, 4> gain;
    for (int i = 0; i < 4; ++i) {
      gain[i][0] = (covariance[i][0] * d - covariance[i][1] * c) / determinant;
      gain[i][1] = (covariance[i][1] * a - covariance[i][0] * b) / determinant;
      state[i] += gain[i][0] * x + gain[i][1] * y;
    }
    Matrix4 next = covariance;
    for (int i = 0; i < 4; ++i)
      for (int j = 0; j < 4; ++j)
        next[i][j] -= gain[i][0] * covariance[0][j] + gain[i][1] * covariance[1][j];
    covariance = next;
  }
  return loss;
}

/// Holt and Winters' exponential smoothing with seasons that are added.
TREELIZE(kernel, wrt = (alpha, beta, gamma))
inline double smoothing(double alpha, double beta, double gamma, const std::vector<double>& series,
                        int period) {
  double level = series[0], trend = 0, loss = 0;
  std::vector<double> season(period, 0.0);
  for (std::size_t t = 1; t < series.size(); ++t) {
    double& now = season[t % period];
    const double error = series[t] - (level + trend + now);
    loss += error * error;
    const double old = level;
    level = alpha * (series[t] - now) + (1 - alpha) * (level + trend);
    trend = beta * (level - old) + (1 - beta) * trend;
    now = gamma * (series[t] - level) + (1 - gamma) * now;
  }
  return loss / static_cast<double>(series.size());
}

/// Returns whose variance depends on the last one: the negative log-likelihood of GARCH(1, 1).
TREELIZE(kernel, wrt = (mean, omega, alpha, beta))
inline double garch(double mean, double omega, double alpha, double beta,
                    const std::vector<double>& returns) {
  double variance = omega / (1 - alpha - beta), loss = 0;
  for (const double r : returns) {
    const double shock = r - mean;
    loss += 0.5 * (std::log(2 * M_PI * variance) + shock * shock / variance);
    variance = omega + alpha * shock * shock + beta * variance;
  }
  return loss;
}

} // namespace filters
