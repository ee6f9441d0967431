// What random kernels call: functions by value, by reference and by pointer, templates, a record with methods.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstddef>
#include <numeric>
#include <span>
#include <stdexcept>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>

namespace fuzz {

constexpr double table[4] = {0.5, 1.25, -0.75, 0.125};

struct Pair {
  double a, b;
  double norm() const { return a * a + std::sin(b); }
  void mix(double t) {
    const double old = a;
    a = std::cos(t) * a - 0.5 * b;
    b = 0.5 * old + std::sin(t) * b;
  }
};

struct Line {
  double slope, offset;
  double operator()(double t) const { return slope * t + offset; }
};

inline double twist(double a, double b) {
  a = std::sin(a) * b;
  b += a * a;
  return a - 0.5 * std::tanh(b);
}

inline double chosen(double a, double b) {
  for (int i = 0; i < 3; ++i) {
    if (a > 0.5)
      return std::cos(a) * b;
    a += 0.3 * std::sin(b);
  }
  return a * 0.25;
}

template <class T> T twice(T a) { return a + a; }

template <class... A> double total(A... a) { return (... + std::sin(a)); }

inline Pair halves(double a) { return {0.5 * a, 0.5 * std::sin(a)}; }

inline double bump(double t) { return std::exp(-t * t); }

inline void turn(double& a, double& b, double t) {
  const double c = std::cos(t), s = std::sin(t), old = a;
  a = c * a - s * b;
  b = s * old + c * b;
}

inline void scale(double* first, int count, double by) {
  while (count-- > 0)
    *first++ *= 0.5 + by;
}

inline double energy(std::span<const double> v) {
  double sum = 0;
  for (std::size_t i = 1; i < v.size(); ++i)
    sum += (v[i] - v[i - 1]) * std::sin(v[i]);
  return sum;
}

} // namespace fuzz
