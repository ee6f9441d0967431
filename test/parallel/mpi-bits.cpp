// A reproducible mean over ranks has the bits of parallel_gradient divided by the number of pieces, for any number of
// ranks and threads, whichever rank has which pieces.
// REQUIRES: libopenmpi-dev
// RUN: %treelize %S/Inputs/Loss.hpp -o %T/Loss.treelize.hpp -- -std=c++20
// RUN: %cxx -O1 -I%S/Inputs -I%T %mpiflags %s %link %mpilibs -o %t
// RUN: %mpirun 1 %t && %mpirun 2 %t && %mpirun 3 %t && %mpirun 5 %t && %mpirun 8 %t
// RUN: %allcxx -fsyntax-only -I%S/Inputs -I%T %mpiflags %s
#include "Loss.treelize.hpp"
#include "Ranks.h"

#include <treelize/adapt/mpi.hpp>

#include <cstdio>

namespace {

using namespace app;

void divide(Model& model, double by) {
  for (Layer& layer : model.layers) {
    for (double& weight : layer.weights)
      weight /= by;
    layer.bias /= static_cast<float>(by);
  }
  for (auto& [name, rate] : model.rates)
    rate /= by;
}

} // namespace

int main() {
  const ranks::World world;
  const Model model = makeModel();
  int failures = 0;
  for (int pieces : {5, 150}) {
    const std::vector<Sample> samples = makeSamples(pieces);
    for (int chunks : {8, 13}) {
      auto wanted = treelize::parallel_gradient(kernels::loss, model, samples, {.chunks = chunks});
      divide(wanted.gradient, pieces);
      for (const auto mine : {world.even(samples), world.everySecond(samples), world.lastHasMost(samples)}) {
        const auto [value, gradient] = treelize::mpi::mean_gradient(
            MPI_COMM_WORLD, kernels::loss, model, mine, {.reproducible = true, .chunks = chunks, .threads = 1 + pieces % 2});
        if (value == wanted.value / pieces && same(gradient, wanted.gradient))
          continue;
        std::printf("rank %d of %d, %d pieces, %d chunks: another mean\n", world.rank, world.size, pieces, chunks);
        ++failures;
      }
    }
  }
  return failures != 0;
}
