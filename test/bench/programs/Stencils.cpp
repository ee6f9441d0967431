#include "Numbers.h"
#include "Stencils.treelize.hpp"
#include "StencilsManual.h"
#include "Table.h"
#include "VolumesManual.h"

namespace programs {

namespace {

namespace kernels = stencils::kernels;

stencils::Survey surveyOf(int n, int steps) {
  stencils::Survey survey{n, n, 2 * n + n / 2, {}, {}, {}};
  for (int i = 2; i < n - 2; i += 4)
    survey.receivers.push_back(n + i);
  for (int t = 0; t < steps; ++t) {
    const double a = std::pow(0.3 * (t - 10), 2);
    survey.wavelet.push_back((1 - 2 * a) * std::exp(-a));
  }
  survey.records = numbers(steps * survey.receivers.size(), -0.1, 0.1, 8);
  return survey;
}

void addHeat(Table& table, Size size) {
  int n = pick(size, 1000, 20), steps = pick(size, 2000, 7);
  add(table,
      {"heat-1d", "stencils", "explicit heat in a rod, two buffers exchanged", 16.0 * n * steps,
       5.0 * n * steps},
      kernels::heat1d, manual::heat1d, active(numbers(n, 0, 1, 2)), active(0.3),
      numbers(n, 0, 1, 1), steps);

  n = pick(size, 64, 9), steps = pick(size, 150, 5);
  double cells = double(n) * n * steps;
  add(table,
      {"heat-2d", "stencils", "explicit heat in a plate, copied back", 40 * cells, 8 * cells},
      kernels::heat2d, manual::heat2d, active(numbers(n * n, 0, 1, 4)),
      active(numbers(n * n, 0.5, 1.5, 5)), numbers(n * n, 0, 1, 3), n, n, 0.1, steps);

  n = pick(size, 32, 6), steps = pick(size, 30, 4);
  cells = double(n) * n * n * steps;
  add(table, {"heat-3d", "stencils", "explicit heat in a block, linear", 16 * cells, 9 * cells},
      kernels::heat3d, manual::heat3d, active(numbers(n * n * n, 0, 1, 7)),
      numbers(n * n * n, 0, 1, 6), n, 0.1, steps);
}

void addOthers(Table& table, Size size) {
  int n = pick(size, 80, 10), steps = pick(size, 150, 12);
  double cells = double(n) * n * steps;
  add(table,
      {"wave-2d", "stencils", "inversion of seismic waves, two old steps", 32 * cells, 9 * cells},
      kernels::wave2d, manual::wave2d, active(numbers(n * n, 0.1, 0.4, 9)), surveyOf(n, steps));

  n = pick(size, 64, 8), steps = pick(size, 80, 5);
  cells = double(n) * n * steps;
  add(table, {"red-black", "stencils", "red-black over-relaxation in place", 24 * cells, 8 * cells},
      kernels::redBlack, manual::redBlack, active(numbers(n * n, -1, 1, 11)), active(1.5),
      numbers(n * n, 0, 1, 10), n, steps);

  n = pick(size, 1000, 20), steps = pick(size, 1000, 6);
  cells = double(n) * steps;
  add(table,
      {"advection", "stencils", "advection of second order with a limiter", 40 * cells, 13 * cells},
      kernels::advection, manual::advection, active(numbers(n, 0, 1, 13)),
      active(numbers(n, 0.2, 0.8, 14)), numbers(n, 0, 1, 12), steps);

  n = pick(size, 200, 12), steps = pick(size, 200, 5);
  cells = double(n) * steps;
  add(table,
      {"semi-implicit", "stencils", "diffusion by tridiagonal systems", 120 * cells, 25 * cells},
      kernels::semiImplicit, manual::semiImplicit, active(numbers(n, 0, 1, 16)),
      active(std::vector{1.0, 0.5, 2.0}), numbers(n, 0, 1, 15), 2.0, 0.01, steps);

  n = pick(size, 400, 12), steps = pick(size, 150, 6);
  cells = double(n) * steps;
  add(table,
      {"shallow-water", "stencils", "shallow water by Rusanov's flux", 64 * cells, 37 * cells},
      kernels::shallowWater, nobody, active(numbers(n, 1, 2, 17)), 0.05, steps);

  n = pick(size, 320, 8), steps = pick(size, 240, 4);
  cells = double(n) * steps;
  add(table,
      {"burgers", "stencils", "finite volumes with a limiter, ghost cells", 96 * cells, 25 * cells},
      kernels::burgers, manual::burgers, active(numbers(n, 0.2, 1, 19)), active(0.002),
      numbers(n, -0.5, 0.5, 20), 1.0 / n, 0.25 / n, steps);

  n = pick(size, 64, 6), steps = pick(size, 50, 5);
  cells = double(n) * n * steps;
  add(table,
      {"gray-scott", "stencils", "reaction and diffusion on a torus", 32 * cells, 24 * cells},
      kernels::grayScott, manual::grayScott, active(0.04), active(0.06),
      active(numbers(n * n, 0, 0.5, 18)), n, steps);
}

} // namespace

void addStencils(Table& table, Size size) {
  addHeat(table, size);
  addOthers(table, size);
}

} // namespace programs
