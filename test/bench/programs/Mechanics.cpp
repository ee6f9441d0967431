#include "Mechanics.treelize.hpp"
#include "MechanicsManual.h"
#include "Numbers.h"
#include "Table.h"

namespace programs {

namespace kernels = mechanics::kernels;

namespace {

/// Particles near the places of a lattice, none too close to another.
std::vector<double> lattice(int side, double box) {
  std::vector<double> x = numbers(3 * side * side * side, -0.15, 0.15, 81);
  for (int i = 0; i < side * side * side; ++i) {
    const int at[] = {i % side, i / side % side, i / side / side};
    for (int k = 0; k < 3; ++k)
      x[3 * i + k] = (at[k] + 0.5 + x[3 * i + k]) * box / side;
  }
  return x;
}

/// Springs along the threads of a cloth and across its meshes.
std::vector<mechanics::Spring> springsOf(int side) {
  std::vector<mechanics::Spring> springs;
  for (int j = 0; j < side; ++j)
    for (int i = 0; i < side; ++i) {
      const int c = j * side + i;
      if (i + 1 < side)
        springs.push_back({c, c + 1, 0.1});
      if (j + 1 < side)
        springs.push_back({c, c + side, 0.1});
      if (i + 1 < side && j + 1 < side) {
        springs.push_back({c, c + side + 1, 0.1 * std::sqrt(2.0)});
        springs.push_back({c + 1, c + side, 0.1 * std::sqrt(2.0)});
      }
    }
  return springs;
}

} // namespace

void addMechanics(Table& table, Size size) {
  int side = pick(size, 7, 3), n = side * side * side;
  double pairs = 0.5 * n * n;
  add(table,
      {"lennard-jones", "mechanics", "energy of all pairs with a cut-off", 24 * pairs, 15 * pairs},
      kernels::lennardJones, manual::lennardJones, active(lattice(side, 1.2 * side)), active(1.0),
      active(0.7), 1.2 * side, 2.5);

  side = pick(size, 12, 4), n = side * side * side;
  pairs = 27 * 0.5 * n * n / std::pow(std::floor(1.2 * side / 1.5), 3);
  add(table, {"cell-lists", "mechanics", "the same by lists of cells", 24 * pairs, 15 * pairs},
      kernels::cellLists, nobody, active(lattice(side, 1.2 * side)), active(1.0), active(0.7),
      1.2 * side, 1.5);

  n = pick(size, 64, 5);
  int steps = pick(size, 50, 4);
  pairs = 0.5 * n * n * steps;
  add(table,
      {"n-body", "mechanics", "leapfrog of bodies that attract each other", 96 * pairs, 24 * pairs},
      kernels::nBody, manual::nBody, active(numbers(6 * n, -1, 1, 82)),
      active(numbers(n, 0.1, 1, 83)), numbers(3 * n, -1, 1, 84), 0.01, steps);

  side = pick(size, 16, 4), steps = pick(size, 100, 5);
  const std::vector<mechanics::Spring> springs = springsOf(side);
  const double pulls = double(springs.size()) * steps;
  add(table, {"cloth", "mechanics", "springs with damping", 200 * pulls, 45 * pulls},
      kernels::cloth, nobody, active(numbers(springs.size(), 5, 10, 85)), active(0.05), springs,
      side, 0.001, steps);

  n = pick(size, 15000, 10);
  add(table, {"rigid-body", "mechanics", "free rotation by quaternions", 24.0 * n, 110.0 * n},
      kernels::rigidBody, nobody, active(std::array{1.0, 2.0, 3.0}),
      active(std::array{0.1, 2.0, 0.1}), numbers(3 * n, -1, 1, 86), 0.01);
}

} // namespace programs
