#include "Algebra.treelize.hpp"
#include "AlgebraManual.h"
#include "Numbers.h"
#include "Table.h"

namespace programs {

namespace kernels = algebra::kernels;

namespace {

/// Numbers with a large diagonal.
std::vector<double> dominant(int n, std::uint32_t seed) {
  std::vector<double> a = numbers(n * n, -1, 1, seed);
  for (int i = 0; i < n; ++i)
    a[i * n + i] += n;
  return a;
}

/// A matrix of a two-dimensional grid: each row has itself and its neighbours.
algebra::Pattern gridOf(int side) {
  algebra::Pattern at{{0}, {}};
  for (int j = 0; j < side; ++j)
    for (int i = 0; i < side; ++i) {
      const auto push = [&](bool there, int column) {
        if (there)
          at.columns.push_back(column);
      };
      const int c = j * side + i;
      push(j > 0, c - side);
      push(i > 0, c - 1);
      at.columns.push_back(c);
      push(i + 1 < side, c + 1);
      push(j + 1 < side, c + side);
      at.starts.push_back(static_cast<int>(at.columns.size()));
    }
  return at;
}

/// The discrete Laplacian on such a grid.
std::vector<double> laplacian(const algebra::Pattern& at) {
  std::vector<double> values(at.columns.size(), -1.0);
  for (std::size_t i = 0; i + 1 < at.starts.size(); ++i)
    for (int k = at.starts[i]; k < at.starts[i + 1]; ++k)
      if (at.columns[k] == static_cast<int>(i))
        values[k] = 4.5;
  return values;
}

algebra::Graph graphOf(int nodes, int degree) {
  algebra::Graph graph{nodes, {}, {}};
  for (int node = 0; node < nodes; ++node)
    for (int d = 1; d <= degree; ++d) {
      graph.from.push_back((node * 7 + d * d * 13) % nodes);
      graph.to.push_back(node);
    }
  return graph;
}

void addDense(Table& table, Size size) {
  int n = pick(size, 150, 7);
  double products = double(n) * n * n;
  add(table,
      {"cholesky", "linear algebra", "Gaussian density, factors by columns", 8 * products,
       products / 3},
      kernels::cholesky, manual::cholesky, active(dominant(n, 91)), active(numbers(n, -1, 1, 92)),
      n);

  const int right = pick(size, 64, 3);
  n = pick(size, 200, 6);
  products = 0.5 * n * n * right;
  add(table,
      {"triangular", "linear algebra", "triangular systems of 64 right sides", 24 * products,
       2 * products},
      kernels::triangular, manual::triangular, active(dominant(n, 93)),
      active(numbers(n * right, -1, 1, 94)), n, right);

  const int rows = pick(size, 150, 8), columns = pick(size, 50, 4);
  products = double(rows) * columns * columns - columns * double(columns) * columns / 3;
  add(table,
      {"householder", "linear algebra", "least squares by reflections", 24 * products,
       2 * products},
      kernels::householder, nobody, active(numbers(rows * columns, -1, 1, 95)),
      active(numbers(rows, -1, 1, 96)), rows, columns);

  n = pick(size, 16, 3);
  const int count = pick(size, 250, 5);
  products = double(n) * n * n * count;
  add(table,
      {"matrix-chain", "linear algebra", "trace of a product of matrices", 16 * products,
       2 * products},
      kernels::matrixChain, manual::matrixChain, active(numbers(n * n * count, -0.4, 0.4, 97)), n);
}

} // namespace

void addAlgebra(Table& table, Size size) {
  addDense(table, size);

  const algebra::Pattern at = gridOf(pick(size, 40, 4));
  const int iterations = pick(size, 50, 4);
  const double entries = double(at.columns.size()) * iterations;
  add(table,
      {"power-iteration", "linear algebra", "sparse products by rows", 20 * entries, 3 * entries},
      kernels::powerIteration, manual::powerIteration,
      active(numbers(at.columns.size(), 0.1, 1, 98)), at, iterations);
  add(table,
      {"conjugate-gradients", "linear algebra", "a sparse system", 36 * entries, 4 * entries},
      kernels::conjugateGradients, nobody, active(laplacian(at)),
      active(numbers(at.starts.size() - 1, -1, 1, 99)), at, pick(size, 30, 4));

  const algebra::Graph graph = graphOf(pick(size, 500, 7), pick(size, 6, 2));
  const int width = pick(size, 16, 3), rounds = 3;
  const double products = 2.0 * graph.nodes * width * width * rounds;
  add(table,
      {"messages", "graphs", "message passing with rectified units", 16 * products, 2 * products},
      kernels::messages, manual::messages, active(numbers(graph.nodes * width, -1, 1, 100)),
      active(numbers(width * width, -0.3, 0.4, 101)),
      active(numbers(width * width, -0.1, 0.15, 102)), graph, width, rounds);

  const int n = pick(size, 16384, 16);
  const double butterflies = 0.5 * n * std::log2(n);
  add(table,
      {"fourier", "signals", "fast Fourier transform, radix 2", 64 * butterflies, 16 * butterflies},
      kernels::fourier, manual::fourier, active(numbers(n, -1, 1, 103)), numbers(n, 0, n, 104));
}

} // namespace programs
