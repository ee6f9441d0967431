// What is differentiated through linear algebra: a pivoted solve, a QR fit, conjugate gradients, a
// matrix exponential.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/linear-algebra.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
#include <algorithm>
#include <cmath>
#include <span>
#include <treelize/annotations.hpp>
#include <utility>
#include <vector>
namespace algebra {

/// b' A^-1 b and log |det A| by Gaussian elimination with row exchanges.
TREELIZE(kernel) double solve(std::span<const double> x, int n) {
  std::vector<double> a(n * n), b(n);
  for (int i = 0; i < n * n; ++i)
    a[i] = x[i];
  for (int i = 0; i < n; ++i)
    b[i] = x[n * n + i];
  double logDeterminant = 0;
  for (int p = 0; p < n; ++p) {
    int best = p;
    for (int i = p + 1; i < n; ++i)
      if (std::fabs(a[i * n + p]) > std::fabs(a[best * n + p]))
        best = i;
    if (best != p) {
      for (int j = 0; j < n; ++j)
        std::swap(a[p * n + j], a[best * n + j]);
      std::swap(b[p], b[best]);
    }
    logDeterminant += std::log(std::fabs(a[p * n + p]));
    for (int i = p + 1; i < n; ++i) {
      const double factor = a[i * n + p] / a[p * n + p];
      for (int j = p; j < n; ++j)
        a[i * n + j] -= factor * a[p * n + j];
      b[i] -= factor * b[p];
    }
  }
  double result = logDeterminant;
  for (int i = n; i-- > 0;) {
    for (int j = i + 1; j < n; ++j)
      b[i] -= a[i * n + j] * b[j];
    b[i] /= a[i * n + i];
    result += b[i] * x[n * n + i];
  }
  return result;
}

class Matrix {
public:
  std::vector<double> values;
  int rows = 0, columns = 0;
  double& operator()(int i, int j) { return values[i * columns + j]; }
  double operator()(int i, int j) const { return values[i * columns + j]; }
};

/// The residual of a least-squares fit by Householder reflections.
TREELIZE(kernel, wrt = x)
double leastSquares(std::span<const double> x, std::span<const double> y, int columns) {
  Matrix a;
  a.rows = static_cast<int>(y.size());
  a.columns = columns + 1;
  a.values = std::vector<double>(a.rows * a.columns, 1.0);
  for (int i = 0; i < a.rows; ++i) {
    for (int j = 1; j < columns; ++j)
      a(i, j) = a(i, j - 1) * std::sin(x[j] * (i + 1) + x[0]);
    a(i, columns) = y[i];
  }
  std::vector<double> v(a.rows);
  for (int j = 0; j < columns; ++j) {
    double norm = 0;
    for (int i = j; i < a.rows; ++i) {
      v[i] = a(i, j);
      norm += v[i] * v[i];
    }
    norm = std::sqrt(norm);
    v[j] += v[j] > 0 ? norm : -norm;
    double square = 0;
    for (int i = j; i < a.rows; ++i)
      square += v[i] * v[i];
    for (int k = j; k < a.columns; ++k) {
      double projection = 0;
      for (int i = j; i < a.rows; ++i)
        projection += v[i] * a(i, k);
      for (int i = j; i < a.rows; ++i)
        a(i, k) -= 2 * projection / square * v[i];
    }
  }
  double residual = 0;
  for (int i = columns; i < a.rows; ++i)
    residual += a(i, columns) * a(i, columns);
  return residual;
}

double dot(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i)
    sum += a[i] * b[i];
  return sum;
}

/// A sparse symmetric system (compressed rows) by a few conjugate gradients.
TREELIZE(kernel, wrt = values)
double conjugate(std::span<const double> values, std::span<const int> starts,
                 std::span<const int> columns) {
  const int n = static_cast<int>(starts.size()) - 1;
  std::vector<double> x(n, 0.0), r(n, 1.0), p(n, 1.0), q(n);
  double rr = dot(r, r);
  for (int iteration = 0; iteration + 1 < n && rr > 1e-20; ++iteration) {
    for (int i = 0; i < n; ++i) {
      q[i] = 0;
      for (int k = starts[i]; k < starts[i + 1]; ++k)
        q[i] += values[k] * p[columns[k]];
    }
    const double alpha = rr / dot(p, q), old = rr;
    for (int i = 0; i < n; ++i) {
      x[i] += alpha * p[i];
      r[i] -= alpha * q[i];
    }
    rr = dot(r, r);
    for (int i = 0; i < n; ++i)
      p[i] = r[i] + rr / old * p[i];
  }
  double sum = 0;
  for (int i = 0; i < n; ++i)
    sum += x[i] * (i + 1);
  return sum;
}

/// The exponential of a matrix by scaling, a series and squaring; its trace and norm.
TREELIZE(kernel) double exponential(std::span<const double> x, int n) {
  auto multiply = [n](const std::vector<double>& a, const std::vector<double>& b) {
    std::vector<double> c(n * n);
    for (int i = 0; i < n; ++i)
      for (int k = 0; k < n; ++k)
        for (int j = 0; j < n; ++j)
          c[i * n + j] += a[i * n + k] * b[k * n + j];
    return c;
  };
  double norm = 0;
  for (double v : x)
    norm = std::max(norm, std::fabs(v));
  int squarings = 0;
  while (norm * n > 0.5) {
    norm /= 2;
    ++squarings;
  }
  std::vector<double> a(n * n), power(n * n), sum(n * n);
  for (int i = 0; i < n * n; ++i) {
    a[i] = std::pow(0.5, squarings) * x[i];
    power[i] = sum[i] = i % (n + 1) == 0 ? 1.0 : 0.0;
  }
  for (int k = 1; k < 12; ++k) {
    power = multiply(power, a);
    for (int i = 0; i < n * n; ++i) {
      power[i] /= k;
      sum[i] += power[i];
    }
  }
  for (int i = 0; i < squarings; ++i)
    sum = multiply(sum, sum);
  double result = 0;
  for (int i = 0; i < n * n; ++i)
    result += 0.1 * sum[i] * sum[i];
  for (int i = 0; i < n; ++i)
    result += sum[i * n + i];
  return result;
}

} // namespace algebra
#include "linear-algebra.treelize.hpp"

#include <GradientCheck.h>

int main() {
  using namespace algebra;
  std::vector<double> system;
  for (int i = 0; i < 30; ++i)
    system.push_back(std::sin(1.0 + i * i) + (i % 7 == 3 ? 2 : 0));
  check::scalar("solve", kernels::solve, system, 5);
  const std::vector<double> y{1, 0.5, -0.3, 0.7, 1.2, 0.1, -0.8, 0.4};
  check::scalar("leastSquares", kernels::leastSquares, {0.2, 0.5, 1.1, 0.8},
                std::span<const double>(y), 4);
  const std::vector<int> starts{0, 2, 5, 8, 10}, columns{0, 1, 0, 1, 2, 1, 2, 3, 2, 3};
  check::scalar("conjugate", kernels::conjugate, {4, -1, -1, 4.2, -0.9, -0.9, 3.8, -1.1, -1.1, 4.5},
                std::span<const int>(starts), std::span<const int>(columns));
  check::scalar("exponential", kernels::exponential,
                {0.3, -0.8, 0.1, 0.6, 0.2, -0.4, -0.5, 0.9, -0.1}, 3);
  return check::finish();
}
