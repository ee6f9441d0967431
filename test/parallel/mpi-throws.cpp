// A kernel that throws on one rank: every rank throws, names it and says why, in both ways of summing up, also where
// other ranks wait for that one's part of a chunk. The rank itself has the exception nested.
// REQUIRES: libopenmpi-dev
// RUN: %treelize %S/Inputs/Loss.hpp -o %T/Loss.treelize.hpp -- -std=c++20
// RUN: %cxx -O1 -I%S/Inputs -I%T %mpiflags %s %link %mpilibs -o %t
// RUN: %mpirun 4 %t
#include "Loss.treelize.hpp"
#include "Ranks.h"

#include <treelize/adapt/mpi.hpp>

#include <cstdio>
#include <string>

using namespace app;

int main() {
  const ranks::World world;
  const Model model = makeModel();
  const std::vector<Sample> samples = makeSamples(50); // chunks of seven and six pieces, from rank to rank
  int failures = 0;
  for (const bool reproducible : {false, true})
    for (const std::size_t broken : {0, 12, 13, 20, 24, 49}) {
      std::vector<Sample> all = samples;
      all[broken] = {{}, -1};
      std::string caught, nested;
      try {
        treelize::mpi::mean_gradient(MPI_COMM_WORLD, kernels::loss, model, world.even(all),
                                     {.reproducible = reproducible, .chunks = 8, .threads = 2});
      } catch (const treelize::mpi::rank_error& error) {
        caught = error.what();
        try {
          std::rethrow_if_nested(error);
        } catch (const std::invalid_argument& exception) {
          nested = exception.what();
        }
      }
      int owner = 0;
      while (static_cast<std::size_t>(50 * (owner + 1) / 4) <= broken)
        ++owner;
      const std::string wanted =
          "treelize: mpi::mean_gradient: rank " + std::to_string(owner) + " threw: the first bad sample";
      if (caught == wanted && nested == (owner == world.rank ? "the first bad sample" : ""))
        continue;
      std::printf("rank %d, piece %zu: caught '%s' with '%s'\n", world.rank, broken, caught.c_str(), nested.c_str());
      ++failures;
    }
  const auto right = treelize::parallel_gradient(kernels::loss, model, samples, {.chunks = 8});
  const auto mean = treelize::mpi::mean_gradient(MPI_COMM_WORLD, kernels::loss, model, world.even(samples),
                                                 {.reproducible = true, .chunks = 8});
  return failures != 0 || mean.value != right.value / 50;
}
