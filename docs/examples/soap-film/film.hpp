// The area of a soap film over a square: what it has the least of, between its edges.
#pragma once

#include <treelize/annotations.hpp>

#include <cmath>
#include <cstddef>
#include <span>

namespace film {

// Heights at n x n inner points of a grid, row by row; `edge` are those of all (n + 2) x (n + 2)
// points, of which the inner ones are not looked at. Each cell is two triangles, on both diagonals
// in turn: the mean of both.
TREELIZE(kernel, wrt = (height), hessian = sparse)
inline double area(std::span<const double> height, std::span<const double> edge, std::size_t n,
                   double h) {
  double sum = 0;
  for (std::size_t i = 0; i <= n; ++i)
    for (std::size_t j = 0; j <= n; ++j) {
      double corner[4];
      for (std::size_t c = 0; c < 4; ++c) {
        const std::size_t row = i + c / 2, col = j + c % 2;
        const bool isInside = row >= 1 && row <= n && col >= 1 && col <= n;
        corner[c] = isInside ? height[(row - 1) * n + (col - 1)] : edge[row * (n + 2) + col];
      }
      const double a = corner[1] - corner[0], b = corner[2] - corner[0], c = corner[3] - corner[1],
                   d = corner[3] - corner[2];
      const double hh = h * h;
      sum += h / 4 *
             (std::sqrt(hh + a * a + b * b) + std::sqrt(hh + d * d + c * c) +
              std::sqrt(hh + a * a + c * c) + std::sqrt(hh + d * d + b * b));
    }
  return sum;
}

} // namespace film
