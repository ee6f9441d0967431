// What is wrong on one rank is thrown on every rank, before anything is summed up, and the communicator stays usable.
// REQUIRES: libopenmpi-dev
// RUN: %treelize %S/Inputs/Loss.hpp -o %T/Loss.treelize.hpp -- -std=c++20
// RUN: %cxx -O1 -I%S/Inputs -I%T %mpiflags %s %link %mpilibs -o %t
// RUN: %mpirun 3 %t | %FileCheck %s
#include "Loss.treelize.hpp"
#include "Ranks.h"

#include <treelize/adapt/mpi.hpp>

#include <cstdio>
#include <string>

namespace {

using namespace app;
using treelize::mpi::mean_gradient;
using treelize::mpi::options;

// The text of the error that `f` throws.
template <class F> std::string thrown(const F& f) {
  try {
    f();
    return "nothing";
  } catch (const treelize::mpi::unequal_trees& error) {
    return "unequal_trees of " + std::to_string(error.rank()) + " '" + error.path() + "': " + error.what();
  } catch (const treelize::error& error) {
    return std::string("error: ") + error.what();
  }
}

// The first rank prints what it caught, and how many ranks caught the same.
template <class F> void report(const ranks::World& world, const F& f) {
  std::string mine = thrown(f);
  mine.resize(300);
  std::string first = mine;
  MPI_Bcast(first.data(), 300, MPI_CHAR, 0, MPI_COMM_WORLD);
  int same = mine == first, all = 0;
  MPI_Reduce(&same, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (world.isFirst())
    std::printf("%d ranks caught %s\n", all, first.c_str());
}

} // namespace

int main() {
  const ranks::World world;
  const Model model = makeModel();
  const std::vector<Sample> samples = makeSamples(30);
  const auto mine = world.even(samples);
  const auto with_model = [&](const Model& changed) {
    report(world, [&] { mean_gradient(MPI_COMM_WORLD, kernels::loss, changed, mine); });
  };
  const auto with_options = [&](const options& how) {
    report(world, [&] { mean_gradient(MPI_COMM_WORLD, kernels::loss, model, mine, how); });
  };

  Model other = model;
  if (world.rank == 2)
    other.layers[1].weights.push_back(0);
  // CHECK: 3 ranks caught unequal_trees of 2 'layers[1].weights': treelize: mpi::mean_gradient: the trees differ at 'layers[1].weights': rank 2 has the length 5, rank 0 has the length 4
  with_model(other);
  other = model;
  if (world.rank >= 1)
    other.rates["decay"] = 1;
  // CHECK-NEXT: 3 ranks caught unequal_trees of 1 'rates': {{.*}} at 'rates': rank 1 has the keys [decay, gain, unused], rank 0 has the keys [gain, unused]
  with_model(other);
  other = model;
  other.layers[2].inputs = world.rank;
  // CHECK-NEXT: 3 ranks caught unequal_trees of 1 'layers[2]': {{.*}} at 'layers[2]': rank 1 has the aux data 1, rank 0 has the aux data 0
  with_model(other);

  // CHECK-NEXT: 3 ranks caught error: treelize: mpi::mean_gradient: there is no piece on any rank
  report(world, [&] { mean_gradient(MPI_COMM_WORLD, kernels::loss, model, std::span<const Sample>()); });
  // CHECK-NEXT: 3 ranks caught error: treelize: mpi::mean_gradient: there are 3 ranks and 2 chunks; .reproducible needs a chunk for each rank
  with_options({.reproducible = true, .chunks = 2});
  // CHECK-NEXT: 3 ranks caught error: treelize: mpi::mean_gradient: rank 1 has .chunks = 0, it must be at least 1
  with_options({.chunks = world.rank == 1 ? 0 : 64});
  // CHECK-NEXT: 3 ranks caught error: treelize: mpi::mean_gradient: rank 2 has .chunks = 32, rank 0 has 64
  with_options({.chunks = world.rank == 2 ? 32 : 64});
  // CHECK-NEXT: 3 ranks caught error: treelize: mpi::mean_gradient: rank 1 has .reproducible = 1, rank 0 has 0
  with_options({.reproducible = world.rank == 1});
  // CHECK-NEXT: 3 ranks caught error: treelize: mpi::mean_gradient: rank 2 has .threads = -1, it must be at least 0
  with_options({.threads = world.rank == 2 ? -1 : 1});
  // CHECK-NEXT: 3 ranks caught nothing
  with_options({.threads = world.rank});
}
