// The mean over the pieces of all ranks, the same on each of them; ranks without pieces take part.
// REQUIRES: libopenmpi-dev
// RUN: %treelize %S/Inputs/Loss.hpp -o %T/Loss.treelize.hpp -- -std=c++20
// RUN: %cxx -O1 -I%S/Inputs -I%T %mpiflags %s %link %mpilibs -o %t
// RUN: %mpirun 1 %t && %mpirun 2 %t && %mpirun 4 %t
#include "Loss.treelize.hpp"
#include "Ranks.h"

#include <treelize/adapt/mpi.hpp>

#include <cmath>
#include <cstdio>

using namespace app;

int main() {
  const ranks::World world;
  const Model model = makeModel();
  const std::vector<Sample> samples = makeSamples(50);
  const auto sum = treelize::parallel_gradient(kernels::loss, model, samples);
  int failures = 0;
  for (const auto mine : {world.even(samples), world.everySecond(samples), world.lastHasMost(samples)}) {
    const auto [value, gradient] = treelize::mpi::mean_gradient(MPI_COMM_WORLD, kernels::loss, model, mine, {.threads = 2});
    double worst = std::fabs(value - sum.value / 50) / std::fabs(value);
    for (std::size_t l = 0; l < 3; ++l) {
      for (std::size_t i = 0; i < 4; ++i)
        worst = std::max(worst, std::fabs(gradient.layers[l].weights[i] - sum.gradient.layers[l].weights[i] / 50));
      worst = std::max(worst, 1e-8 * std::fabs(gradient.layers[l].bias - sum.gradient.layers[l].bias / 50));
    }
    worst = std::max(worst, std::fabs(gradient.rates.at("gain") - sum.gradient.rates.at("gain") / 50));
    if (worst <= 1e-14 && gradient.rates.at("unused") == 0 && gradient.layers[1].inputs == 4)
      continue;
    std::printf("rank %d of %d: wrong by %g\n", world.rank, world.size, worst);
    ++failures;
  }
  return failures != 0;
}
