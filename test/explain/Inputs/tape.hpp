#pragma once
#include <treelize/annotations.hpp>

#include <array>
#include <cmath>
#include <cstddef>
#include <vector>

namespace app {

using vec = std::vector<double>;

struct State {
  double position, speed;
};

TREELIZE(kernel) inline double none(const vec& a) {
  double sum = 0;
  for (double x : a)
    sum += x * x;
  return sum;
}

TREELIZE(kernel) inline double steps(const vec& a, int n, double x) {
  vec t(a.size());
  for (int k = 0; k < n; ++k)
    for (std::size_t i = 0; i < a.size(); ++i)
      t[i] = std::sin(t[i] * x + a[i]);
  double sum = 0;
  for (double y : t)
    sum += y * y;
  return sum;
}

// Rows of rows: room for all of them is taken at once.
TREELIZE(kernel) inline double cells(const vec& a, int n, int layers) {
  vec h(a.size(), 0.5);
  for (int t = 0; t < n; ++t)
    for (int l = 0; l < layers; ++l)
      for (std::size_t i = 0; i < a.size(); ++i)
        h[i] = std::tanh(h[i] * a[i] + l);
  double sum = 0;
  for (double y : h)
    sum += y * y;
  return sum;
}

TREELIZE(kernel) inline double triangle(const vec& a, double x) {
  double y = x;
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < i; ++j)
      y = std::sin(y * a[j]);
  return y;
}

TREELIZE(kernel) inline double strided(double x, int n, int m) {
  double y = x;
  for (int i = 2; i < n; i += 3)
    for (int j = n; j > i; --j)
      for (int k = 0; k < m * i; ++k)
        y = std::sin(y * x);
  return y;
}

TREELIZE(kernel) inline double states(double x, int n) {
  State s{x, 1.0};
  std::array<double, 3> w{1.0, 2.0, 3.0};
  for (int i = 0; i < n; ++i) {
    s.speed += std::sin(s.position) * w[0];
    s.position += 0.1 * s.speed * s.speed;
    w[static_cast<std::size_t>(i % 3)] *= s.position;
  }
  return s.position * w[1];
}

TREELIZE(kernel) inline double branches(const vec& a, double x) {
  double y = x;
  for (double b : a) {
    if (b > 0) {
      for (int k = 0; k < 4; ++k)
        y = std::sin(y * b);
    } else {
      y = std::cos(y);
    }
  }
  return y;
}

TREELIZE(kernel) inline double newton(double a) {
  double y = a;
  while (std::fabs(y * y - a) > 1e-12)
    y = 0.5 * (y + a / y);
  return y;
}

TREELIZE(kernel) inline double folded(int n, double x) {
  return n == 0 ? x : std::sin(folded(n - 1, x * x) * x);
}

} // namespace app
