// A chain of rigid links between two hooks: its energy, the lengths of its links, and the
// Lagrangian of both, whose second derivatives Ipopt asks for.
#pragma once

#include <treelize/annotations.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace chain {

// Each joint is two numbers, x and y; the first hook is at (0, 0), the second one at (1, 0).
struct Joint {
  double x, y;
};

inline Joint joint(std::span<const double> at, std::size_t i) {
  if (i == 0)
    return {0, 0};
  if (i > at.size() / 2)
    return {1, 0};
  return {at[2 * i - 2], at[2 * i - 1]};
}

// The mean height of the links.
TREELIZE(kernel) inline double energy(std::span<const double> at) {
  const std::size_t links = at.size() / 2 + 1;
  double sum = 0;
  for (std::size_t i = 0; i < links; ++i)
    sum += (joint(at, i).y + joint(at, i + 1).y) / 2;
  return sum / static_cast<double>(links);
}

// The squared lengths.
TREELIZE(kernel, jacobian = sparse)
inline void lengths(std::span<const double> at, std::span<double> squared) {
  for (std::size_t i = 0; i < squared.size(); ++i) {
    const Joint a = joint(at, i), b = joint(at, i + 1);
    squared[i] = (b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y);
  }
}

TREELIZE(kernel, wrt = (at), hessian = sparse)
inline double lagrangian(std::span<const double> at, double factor,
                         std::span<const double> multipliers) {
  double sum = factor * energy(at);
  for (std::size_t i = 0; i < multipliers.size(); ++i) {
    const Joint a = joint(at, i), b = joint(at, i + 1);
    sum += multipliers[i] * ((b.x - a.x) * (b.x - a.x) + (b.y - a.y) * (b.y - a.y));
  }
  return sum;
}

} // namespace chain
