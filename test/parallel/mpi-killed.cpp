// A rank that dies, or ends by an exception that nobody catches, ends the others: MPI's launcher sees to it, and none of
// them waits for it.
// REQUIRES: libopenmpi-dev
// RUN: %treelize %S/Inputs/Loss.hpp -o %T/Loss.treelize.hpp -- -std=c++20
// RUN: %cxx -O1 -I%S/Inputs -I%T %mpiflags %s %link %mpilibs -o %t
// RUN: not %mpirun 3 %t killed > %t.killed 2>&1
// RUN: not %mpirun 3 %t uncaught > %t.uncaught 2>&1
// RUN: %FileCheck %s < %t.uncaught
#include "Loss.treelize.hpp"
#include "Ranks.h"

#include <treelize/adapt/mpi.hpp>

#include <csignal>
#include <string_view>

using namespace app;

int main(int, char** arguments) {
  const ranks::World world;
  const Model model = makeModel();
  std::vector<Sample> samples = makeSamples(30);
  const bool isKilled = arguments[1] == std::string_view("killed");
  if (!isKilled)
    samples[15] = {{}, -1};
  for (int step = 0; step < 1000; ++step) {
    if (isKilled && step == 3 && world.rank == 1)
      std::raise(SIGKILL);
    // CHECK: treelize: mpi::mean_gradient: rank 1 threw: the first bad sample
    treelize::mpi::mean_gradient(MPI_COMM_WORLD, kernels::loss, model, world.even(samples), {.reproducible = true});
  }
}
