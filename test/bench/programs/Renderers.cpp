#include "Numbers.h"
#include "Renderers.treelize.hpp"
#include "RenderersManual.h"
#include "Table.h"

namespace programs {

namespace kernels = renderers::kernels;

namespace {

std::vector<double> blotsOf(int count, int side) {
  std::vector<double> blots = numbers(5 * count, 0, 1, 131);
  for (int k = 0; k < count; ++k) {
    blots[5 * k] *= side;
    blots[5 * k + 1] *= side;
    blots[5 * k + 2] = side * (0.05 + 0.1 * blots[5 * k + 2]);
    blots[5 * k + 3] = 0.2 + 0.7 * blots[5 * k + 3];
  }
  return blots;
}

} // namespace

void addRenderers(Table& table, Size size) {
  int side = pick(size, 48, 6);
  double pixels = double(side) * side;
  add(table, {"spheres", "rendering", "sphere tracing, soft shades", 8 * pixels, 800 * pixels},
      kernels::spheres, nobody, active(std::vector{-0.4, 0.1, 0.0, 0.6, 0.5, -0.2, 0.3, 0.5}),
      numbers(side * side, 0, 1, 132), side);

  const int rays = pick(size, 1200, 6), samples = pick(size, 64, 8);
  const double all = double(rays) * samples;
  add(table, {"compositing", "rendering", "rays through fog", 16 * all, 8 * all},
      kernels::compositing, manual::compositing, active(numbers(rays * samples, 0, 2, 133)),
      active(numbers(rays * samples, 0, 1, 134)), numbers(rays, 0, 1, 135), 0.1);

  side = pick(size, 48, 6), pixels = double(side) * side;
  const int blots = pick(size, 40, 4);
  add(table,
      {"splats", "rendering", "Gaussian blots over each other", 40 * pixels * blots,
       8 * pixels * blots},
      kernels::splats, manual::splats, active(blotsOf(blots, side)),
      numbers(side * side, 0, 1, 136), side);
}

} // namespace programs
