#include "Numbers.h"
#include "Paths.treelize.hpp"
#include "PathsManual.h"
#include "Table.h"

namespace programs {

namespace kernels = paths::kernels;

namespace {

/// Numbers that are spread like normal ones: sums of twelve.
std::vector<double> normals(std::size_t count, std::uint32_t seed) {
  const std::vector<double> flat = numbers(12 * count, -0.5, 0.5, seed);
  std::vector<double> result(count);
  for (std::size_t i = 0; i < flat.size(); ++i)
    result[i / 12] += flat[i];
  return result;
}

} // namespace

void addPaths(Table& table, Size size) {
  int paths = pick(size, 1500, 10), steps = pick(size, 50, 6);
  double all = double(paths) * steps;
  add(table, {"asian", "finance", "an average of Black-Scholes paths", 8 * all, 5 * all},
      kernels::asian, manual::asian, active(100.0), active(0.03), active(0.2), 100.0, 1.0, steps,
      normals(paths * steps, 121));
  add(table, {"heston", "finance", "paths with varying volatility", 16 * all, 17 * all},
      kernels::heston, manual::heston, active(std::vector{100.0, 0.04, 1.5, 0.04, 0.3, -0.6}),
      100.0, 1.0, steps, normals(2 * paths * steps, 122));

  paths = pick(size, 100, 8), steps = pick(size, 20, 3);
  const int rates = pick(size, 40, 7);
  all = double(paths) * (steps * rates - 0.5 * steps * steps);
  add(table, {"libor", "finance", "forward rates, one factor", 24 * all, 12 * all}, kernels::libor,
      manual::libor, active(numbers(rates, 0.03, 0.06, 123)), active(numbers(rates, 0.1, 0.2, 124)),
      0.25, 0.045, steps, normals(paths * steps, 125));
}

} // namespace programs
