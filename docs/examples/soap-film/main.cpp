// A soap film by Newton's method, with sparse Hessians in Eigen's matrices: the edges are those of
// Scherk's surface, the minimal surface log(cos x / cos y), so that the film is known.
#include "film.hpp"
#include "film.treelize.hpp"

#include <treelize/adapt/eigen_sparse.hpp>

#include <Eigen/SparseCholesky>

#include <cmath>
#include <cstdio>
#include <vector>

namespace {

double scherk(double x, double y) {
  return std::log(std::cos(x) / std::cos(y));
}

// Heights of Scherk's surface at (n + 2) x (n + 2) points of [-1, 1] x [-1, 1].
std::vector<double> surface(std::size_t n, double h) {
  std::vector<double> z;
  for (std::size_t i = 0; i < n + 2; ++i)
    for (std::size_t j = 0; j < n + 2; ++j)
      z.push_back(scherk(-1 + static_cast<double>(i) * h, -1 + static_cast<double>(j) * h));
  return z;
}

// The largest distance from the surface.
double error(const std::vector<double>& height, const std::vector<double>& surface, std::size_t n) {
  double largest = 0;
  for (std::size_t i = 0; i < n; ++i)
    for (std::size_t j = 0; j < n; ++j)
      largest =
          std::fmax(largest, std::fabs(height[i * n + j] - surface[(i + 1) * (n + 2) + j + 1]));
  return largest;
}

double solve(std::size_t n) {
  const double h = 2.0 / static_cast<double>(n + 1);
  const std::vector<double> exact = surface(n, h);
  std::vector<double> height(n * n);
  treelize::csr hessian = film::kernels::area.hessian_pattern(height, exact, n, h);
  auto matrix = treelize::eigen::sparse_matrix(hessian);
  Eigen::SimplicialLDLT<decltype(matrix), Eigen::Lower> solver;
  solver.analyzePattern(matrix);
  int steps = 0;
  for (double length = 1; length > 1e-12 && steps < 30; ++steps) {
    const auto gradient = film::kernels::area.grad(height, exact, n, h).height;
    film::kernels::area.hessian_csr(height, exact, n, h, hessian);
    treelize::eigen::set_values(matrix, hessian);
    solver.factorize(matrix);
    const auto size = static_cast<Eigen::Index>(gradient.size());
    const Eigen::VectorXd step =
        solver.solve(Eigen::Map<const Eigen::VectorXd>(gradient.data(), size));
    Eigen::Map<Eigen::VectorXd>(height.data(), size) -= step;
    length = step.lpNorm<Eigen::Infinity>();
  }
  const double distance = error(height, exact, n);
  std::printf(
      "%4zu x %zu heights, %zu entries in %zu colours: %d steps, %.2e from Scherk's surface\n", n,
      n, hessian.col.size(), hessian.colors(), steps, distance);
  return distance;
}

} // namespace

int main() {
  const double coarse = solve(15), fine = solve(31), finest = solve(63);
  std::printf("halving the grid divides the error by %.2f and %.2f\n", coarse / fine,
              fine / finest);
}
