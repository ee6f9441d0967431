// Dense and sparse linear algebra, and what is close to it.
#pragma once

#include <treelize/annotations.hpp>

#include <cmath>
#include <complex>
#include <cstddef>
#include <span>
#include <utility>
#include <vector>

namespace algebra {

/// A Gaussian log-density by Cholesky's factors, column by column, and two triangular solves.
TREELIZE(kernel, wrt = (matrix, right))
inline double cholesky(std::span<const double> matrix, std::span<const double> right, int n) {
  std::vector<double> l(matrix.begin(), matrix.end()), x(right.begin(), right.end());
  double logarithm = 0;
  for (int k = 0; k < n; ++k) {
    l[k * n + k] = std::sqrt(l[k * n + k]);
    logarithm += std::log(l[k * n + k]);
    for (int i = k + 1; i < n; ++i)
      l[i * n + k] /= l[k * n + k];
    for (int i = k + 1; i < n; ++i)
      for (int j = k + 1; j <= i; ++j)
        l[i * n + j] -= l[i * n + k] * l[j * n + k];
  }
  for (int i = 0; i < n; ++i) {
    for (int j = 0; j < i; ++j)
      x[i] -= l[i * n + j] * x[j];
    x[i] /= l[i * n + i];
  }
  for (int i = n - 1; i >= 0; --i) {
    for (int j = i + 1; j < n; ++j)
      x[i] -= l[j * n + i] * x[j];
    x[i] /= l[i * n + i];
  }
  double quadratic = 0;
  for (int i = 0; i < n; ++i)
    quadratic += x[i] * right[i];
  return logarithm + 0.5 * quadratic;
}

/// Lower triangular systems of several right sides, row by row.
TREELIZE(kernel, wrt = (lower, right))
inline double triangular(const std::vector<double>& lower, const std::vector<double>& right, int n,
                         int columns) {
  std::vector<double> x = right;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i; ++k)
      for (int c = 0; c < columns; ++c)
        x[i * columns + c] -= lower[i * n + k] * x[k * columns + c];
    for (int c = 0; c < columns; ++c)
      x[i * columns + c] /= lower[i * n + i];
  }
  double sum = 0;
  for (const double y : x)
    sum += y * y;
  return 0.5 * sum;
}

/// Least squares by Householder's reflections: the norm of the solution.
TREELIZE(kernel, wrt = (matrix, right))
inline double householder(const std::vector<double>& matrix, const std::vector<double>& right,
                          int rows, int columns) {
  std::vector<double> a = matrix, b = right, v(rows);
  for (int k = 0; k < columns; ++k) {
    double square = 0;
    for (int i = k; i < rows; ++i)
      square += a[i * columns + k] * a[i * columns + k];
    const double alpha = a[k * columns + k] > 0 ? -std::sqrt(square) : std::sqrt(square);
    for (int i = k; i < rows; ++i)
      v[i] = a[i * columns + k];
    v[k] -= alpha;
    const double factor = 1 / (square - alpha * a[k * columns + k]); // 2 / |v|^2
    for (int j = k; j < columns; ++j) {
      double along = 0;
      for (int i = k; i < rows; ++i)
        along += v[i] * a[i * columns + j];
      along *= factor;
      for (int i = k; i < rows; ++i)
        a[i * columns + j] -= along * v[i];
    }
    double along = 0;
    for (int i = k; i < rows; ++i)
      along += v[i] * b[i];
    for (int i = k; i < rows; ++i)
      b[i] -= factor * along * v[i];
  }
  double sum = 0;
  for (int i = columns - 1; i >= 0; --i) {
    for (int j = i + 1; j < columns; ++j)
      b[i] -= a[i * columns + j] * b[j];
    b[i] /= a[i * columns + i];
    sum += b[i] * b[i];
  }
  return sum;
}

/// The trace of a product of square matrices, one after the other.
TREELIZE(kernel, wrt = (matrices))
inline double matrixChain(const std::vector<double>& matrices, int n) {
  const int count = static_cast<int>(matrices.size()) / (n * n);
  std::vector<double> product(matrices.begin(), matrices.begin() + n * n), next(n * n);
  for (int m = 1; m < count; ++m) {
    const double* b = matrices.data() + m * n * n;
    for (int i = 0; i < n; ++i)
      for (int j = 0; j < n; ++j) {
        double sum = 0;
        for (int k = 0; k < n; ++k)
          sum += product[i * n + k] * b[k * n + j];
        next[i * n + j] = sum;
      }
    product.swap(next);
  }
  double trace = 0;
  for (int i = 0; i < n; ++i)
    trace += product[i * n + i];
  return trace;
}

/// A square sparse matrix by rows.
struct Pattern {
  std::vector<int> starts, columns;
};

inline void multiply(const Pattern& at, const std::vector<double>& values,
                     const std::vector<double>& x, std::vector<double>& y) {
  for (std::size_t i = 0; i + 1 < at.starts.size(); ++i) {
    double sum = 0;
    for (int k = at.starts[i]; k < at.starts[i + 1]; ++k)
      sum += values[k] * x[at.columns[k]];
    y[i] = sum;
  }
}

/// The largest eigenvalue of a sparse matrix by power iteration.
TREELIZE(kernel, wrt = (values))
inline double powerIteration(const std::vector<double>& values, const Pattern& at, int iterations) {
  const std::size_t n = at.starts.size() - 1;
  std::vector<double> x(n, 1.0), y(n);
  double eigenvalue = 0;
  for (int iteration = 0; iteration < iterations; ++iteration) {
    multiply(at, values, x, y);
    double square = 0, along = 0;
    for (std::size_t i = 0; i < n; ++i) {
      square += y[i] * y[i];
      along += x[i] * y[i];
    }
    eigenvalue = along;
    const double norm = std::sqrt(square);
    for (std::size_t i = 0; i < n; ++i)
      x[i] = y[i] / norm;
  }
  return eigenvalue;
}

/// Conjugate gradients of so many iterations, for a sparse symmetric matrix.
TREELIZE(kernel, wrt = (values, right))
inline double conjugateGradients(const std::vector<double>& values,
                                 const std::vector<double>& right, const Pattern& at,
                                 int iterations) {
  const std::size_t n = right.size();
  std::vector<double> x(n, 0.0), r = right, p = right, q(n);
  double square = 0;
  for (const double entry : r)
    square += entry * entry;
  for (int iteration = 0; iteration < iterations; ++iteration) {
    multiply(at, values, p, q);
    double curvature = 0;
    for (std::size_t i = 0; i < n; ++i)
      curvature += p[i] * q[i];
    const double alpha = square / curvature, old = square;
    square = 0;
    for (std::size_t i = 0; i < n; ++i) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
      square += r[i] * r[i];
    }
    const double beta = square / old;
    for (std::size_t i = 0; i < n; ++i)
      p[i] = r[i] + beta * p[i];
  }
  double result = 0;
  for (std::size_t i = 0; i < n; ++i)
    result += x[i] * x[i];
  return result;
}

struct Graph {
  int nodes;
  std::vector<int> from, to; ///< of each edge
};

/// Rounds of messages along the edges of a graph: each node has a state of some numbers.
TREELIZE(kernel, wrt = (states, own, others))
inline double messages(const std::vector<double>& states, const std::vector<double>& own,
                       const std::vector<double>& others, const Graph& graph, int width,
                       int rounds) {
  std::vector<double> h = states, sums(h.size()), next(h.size());
  for (int round = 0; round < rounds; ++round) {
    std::fill(sums.begin(), sums.end(), 0.0);
    for (std::size_t e = 0; e < graph.from.size(); ++e)
      for (int k = 0; k < width; ++k)
        sums[graph.to[e] * width + k] += h[graph.from[e] * width + k];
    for (int node = 0; node < graph.nodes; ++node)
      for (int k = 0; k < width; ++k) {
        double sum = 0;
        for (int m = 0; m < width; ++m)
          sum += own[k * width + m] * h[node * width + m] +
                 others[k * width + m] * sums[node * width + m];
        next[node * width + k] = std::max(0.0, sum);
      }
    std::swap(h, next);
  }
  double result = 0;
  for (const double x : h)
    result += x * x;
  return result;
}

/// A fast Fourier transform in place, radix 2, and how far its powers are from the wanted ones.
TREELIZE(kernel, wrt = (signal))
inline double fourier(const std::vector<double>& signal, const std::vector<double>& wanted) {
  const std::size_t n = signal.size();
  std::vector<std::complex<double>> x(n);
  for (std::size_t i = 0, j = 0; i < n; ++i) {
    x[j] = signal[i];
    std::size_t bit = n / 2;
    for (; j & bit; bit /= 2)
      j ^= bit;
    j ^= bit;
  }
  for (std::size_t length = 2; length <= n; length *= 2) {
    const double angle = -2 * M_PI / static_cast<double>(length);
    const std::complex<double> turn(std::cos(angle), std::sin(angle));
    for (std::size_t start = 0; start < n; start += length) {
      std::complex<double> w = 1;
      for (std::size_t k = start; k < start + length / 2; ++k) {
        const std::complex<double> even = x[k], odd = w * x[k + length / 2];
        x[k] = even + odd;
        x[k + length / 2] = even - odd;
        w *= turn;
      }
    }
  }
  double loss = 0;
  for (std::size_t i = 0; i < n; ++i) {
    const double difference = std::norm(x[i]) - wanted[i];
    loss += difference * difference;
  }
  return loss;
}

} // namespace algebra
