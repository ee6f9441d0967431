// The adjoints of Algebra.hpp by hand.
#pragma once

#include "Algebra.hpp"
#include "ManualFactors.h"

#include <algorithm>

namespace manual {

/// Of the logarithm and the quadratic form the adjoint is the difference of the inverse and the
/// square of the solution; only the lower triangle is read.
inline void cholesky(Parameters matrix, Parameters right, int n, Gradient matrix_b,
                     Gradient right_b) {
  Numbers l(matrix.begin(), matrix.end()), inverse(n * n), z(n), x(n);
  factor(l.data(), n);
  invertFactor(l.data(), inverse.data(), n);
  for (int j = 0; j < n; ++j)
    addMultiple(right[j], &inverse[j * n + j], &z[j], n - j);
  for (int j = 0; j < n; ++j)
    x[j] = dot(&inverse[j * n + j], &z[j], n - j);
  for (int i = 0; i < n; ++i) {
    right_b[i] += x[i];
    for (int j = 0; j < i; ++j)
      matrix_b[i * n + j] += dot(&inverse[i * n + i], &inverse[j * n + i], n - i) - x[i] * x[j];
    matrix_b[i * n + i] +=
        0.5 * (dot(&inverse[i * n + i], &inverse[i * n + i], n - i) - x[i] * x[i]);
  }
}

inline void triangular(const Numbers& lower, const Numbers& right, int n, int columns,
                       Numbers& lower_b, Numbers& right_b) {
  Numbers x = right;
  for (int i = 0; i < n; ++i) {
    for (int k = 0; k < i; ++k)
      addMultiple(-lower[i * n + k], &x[k * columns], &x[i * columns], columns);
    for (int c = 0; c < columns; ++c)
      x[i * columns + c] /= lower[i * n + i];
  }
  Numbers y = x;
  for (int i = n; i-- > 0;) {
    double* row = &y[i * columns];
    for (int c = 0; c < columns; ++c) {
      row[c] /= lower[i * n + i];
      right_b[i * columns + c] += row[c];
    }
    for (int k = 0; k <= i; ++k)
      lower_b[i * n + k] -= dot(row, &x[k * columns], columns);
    for (int k = 0; k < i; ++k)
      addMultiple(-lower[i * n + k], row, &y[k * columns], columns);
  }
}

/// The products so far are kept.
inline void matrixChain(const Numbers& matrices, int n, Numbers& matrices_b) {
  const std::size_t size = n * n, count = matrices.size() / size;
  double* const products = history(matrices.size());
  std::copy(matrices.begin(), matrices.begin() + static_cast<std::ptrdiff_t>(size), products);
  for (std::size_t m = 1; m < count; ++m) {
    const double *b = &matrices[m * size], *before = products + (m - 1) * size;
    double* next = products + m * size;
    std::fill(next, next + size, 0.0);
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k)
        addMultiple(before[i * n + k], b + k * n, next + i * n, n);
  }
  Numbers product_b(size), before_b(size);
  for (int i = 0; i < n; ++i)
    product_b[i * n + i] = 1;
  for (std::size_t m = count; m-- > 1;) {
    const double *b = &matrices[m * size], *before = products + (m - 1) * size;
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k) {
        addMultiple(before[i * n + k], &product_b[i * n], &matrices_b[m * size + k * n], n);
        before_b[i * n + k] = dot(&product_b[i * n], b + k * n, n);
      }
    product_b.swap(before_b);
  }
  addMultiple(1.0, product_b.data(), matrices_b.data(), size);
}

inline void powerIteration(const Numbers& values, const algebra::Pattern& at, int iterations,
                           Numbers& values_b) {
  const std::size_t n = at.starts.size() - 1;
  double *const states = history((iterations + 1) * n), *const norms = history(iterations);
  Numbers y(n);
  std::fill(states, states + n, 1.0);
  for (int iteration = 0; iteration < iterations; ++iteration) {
    const double* x = states + iteration * n;
    double* next = states + (iteration + 1) * n;
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0;
      for (int k = at.starts[i]; k < at.starts[i + 1]; ++k)
        sum += values[k] * x[at.columns[k]];
      y[i] = sum;
    }
    norms[iteration] = std::sqrt(dot(y.data(), y.data(), n));
    for (std::size_t i = 0; i < n; ++i)
      next[i] = y[i] / norms[iteration];
  }
  Numbers x_b(n), y_b(n);
  for (int iteration = iterations; iteration-- > 0;) {
    const double *x = states + iteration * n, *next = x + n, inverse = 1 / norms[iteration];
    const double along = dot(next, x_b.data(), n);
    for (std::size_t i = 0; i < n; ++i)
      y_b[i] = (x_b[i] - along * next[i]) * inverse;
    std::fill(x_b.begin(), x_b.end(), 0.0);
    if (iteration + 1 == iterations) { // the eigenvalue is the last product of x and y
      addMultiple(1.0, x, y_b.data(), n);
      addMultiple(norms[iteration], next, x_b.data(), n);
    }
    for (std::size_t i = 0; i < n; ++i)
      for (int k = at.starts[i]; k < at.starts[i + 1]; ++k) {
        values_b[k] += y_b[i] * x[at.columns[k]];
        x_b[at.columns[k]] += y_b[i] * values[k];
      }
  }
}

/// States and sums of messages are kept; where a unit is off, the next state is zero.
inline void messages(const Numbers& states, const Numbers& own, const Numbers& others,
                     const algebra::Graph& graph, int width, int rounds, Numbers& states_b,
                     Numbers& own_b, Numbers& others_b) {
  const std::size_t size = states.size(), edges = graph.from.size();
  double *const hs = history((rounds + 1) * size), *const sums = history(rounds * size);
  std::copy(states.begin(), states.end(), hs);
  for (int round = 0; round < rounds; ++round) {
    const double* h = hs + round * size;
    double *sum = sums + round * size, *next = hs + (round + 1) * size;
    std::fill(sum, sum + size, 0.0);
    for (std::size_t e = 0; e < edges; ++e)
      addMultiple(1.0, h + graph.from[e] * width, sum + graph.to[e] * width, width);
    for (int node = 0; node < graph.nodes; ++node)
      for (int k = 0; k < width; ++k)
        next[node * width + k] =
            std::max(0.0, dot(&own[k * width], h + node * width, width) +
                              dot(&others[k * width], sum + node * width, width));
  }
  Numbers h_b(size), before_b(size), sum_b(size);
  addMultiple(2.0, hs + rounds * size, h_b.data(), size);
  for (int round = rounds; round-- > 0;) {
    const double *h = hs + round * size, *next = h + size, *sum = sums + round * size;
    std::fill(before_b.begin(), before_b.end(), 0.0);
    std::fill(sum_b.begin(), sum_b.end(), 0.0);
    for (int node = 0; node < graph.nodes; ++node)
      for (int k = 0; k < width; ++k) {
        const double b = h_b[node * width + k];
        if (next[node * width + k] <= 0)
          continue;
        addMultiple(b, h + node * width, &own_b[k * width], width);
        addMultiple(b, sum + node * width, &others_b[k * width], width);
        addMultiple(b, &own[k * width], &before_b[node * width], width);
        addMultiple(b, &others[k * width], &sum_b[node * width], width);
      }
    for (std::size_t e = 0; e < edges; ++e)
      addMultiple(1.0, &sum_b[graph.to[e] * width], &before_b[graph.from[e] * width], width);
    h_b.swap(before_b);
  }
  addMultiple(1.0, h_b.data(), states_b.data(), size);
}

/// The transform, real and imaginary parts apart, with a table of the factors.
inline void transform(double* __restrict re, double* __restrict im, const double* cosines,
                      const double* sines, std::size_t n) {
  for (std::size_t i = 0, j = 0; i < n; ++i) {
    if (i < j) {
      std::swap(re[i], re[j]);
      std::swap(im[i], im[j]);
    }
    std::size_t bit = n / 2;
    for (; j & bit; bit /= 2)
      j ^= bit;
    j ^= bit;
  }
  for (std::size_t half = 1; half < n; half *= 2)
    for (std::size_t start = 0; start < n; start += 2 * half)
      for (std::size_t k = 0; k < half; ++k) {
        const double c = cosines[half + k], s = sines[half + k]; // of each length in a row
        const std::size_t a = start + k, b = a + half;
        const double oddRe = c * re[b] - s * im[b], oddIm = c * im[b] + s * re[b];
        re[b] = re[a] - oddRe;
        im[b] = im[a] - oddIm;
        re[a] += oddRe;
        im[a] += oddIm;
      }
}

/// The adjoint of the transform is its conjugate.
inline void fourier(const Numbers& signal, const Numbers& wanted, Numbers& signal_b) {
  const std::size_t n = signal.size();
  Numbers re = signal, im(n), cosines(n), sines(n);
  for (std::size_t k = 0; k < n / 2; ++k) {
    const double angle = -2 * M_PI * static_cast<double>(k) / static_cast<double>(n);
    cosines[n / 2 + k] = std::cos(angle);
    sines[n / 2 + k] = std::sin(angle);
  }
  for (std::size_t half = n / 4; half > 0; half /= 2)
    for (std::size_t k = 0; k < half; ++k) {
      cosines[half + k] = cosines[2 * half + 2 * k];
      sines[half + k] = sines[2 * half + 2 * k];
    }
  transform(re.data(), im.data(), cosines.data(), sines.data(), n);
  for (std::size_t i = 0; i < n; ++i) {
    const double factor = 4 * (re[i] * re[i] + im[i] * im[i] - wanted[i]);
    re[i] *= factor;
    im[i] *= -factor;
  }
  transform(re.data(), im.data(), cosines.data(), sines.data(), n);
  addMultiple(1.0, re.data(), signal_b.data(), n);
}

} // namespace manual
