// Each rank steps with its share of the gradient and of the optimiser's moments, and all have the whole tree again: the
// same as a step with everything.
// REQUIRES: libopenmpi-dev
// RUN: %treelize %S/Inputs/Fit.hpp -o %T/Fit.treelize.hpp -- -std=c++20
// RUN: %cxx -O1 -I%S/Inputs -I%T %mpiflags %s %link %mpilibs -o %t
// RUN: %mpirun 1 %t && %mpirun 2 %t && %mpirun 3 %t && %mpirun 7 %t
// RUN: %allcxx -fsyntax-only -I%S/Inputs -I%T %mpiflags %s
#include "Fit.treelize.hpp"
#include "Ranks.h"

#include <treelize/adapt/mpi.hpp>

#include <cmath>
#include <cstdio>
#include <stdexcept>

using namespace app;
using treelize::mpi::mean_gradient;

static int failures = 0;

static void require(const ranks::World& world, const char* what, bool isRight) {
  if (isRight)
    return;
  std::printf("rank %d of %d: %s\n", world.rank, world.size, what);
  ++failures;
}

static bool same(const Polynomial& a, const Polynomial& b) { return a.factors == b.factors && a.offset == b.offset; }

int main() {
  const ranks::World world;
  std::vector<Point> points;
  for (int i = 0; i < 40; ++i)
    points.push_back({0.05 * i - 1, std::exp(0.05 * i)});
  const auto mine = world.even(points);

  Polynomial p{{0.5, -0.25, 0.125, 1}, 2}, whole = p;
  const treelize::mpi::shard share(MPI_COMM_WORLD, p);
  std::vector<double> mean(share.size());
  Polynomial wholeMean = treelize::zeros_like(p);
  for (int step = 0; step < 3; ++step) {
    const auto all = mean_gradient(MPI_COMM_WORLD, kernels::misfit, whole, mine, {.reproducible = true});
    momentum(whole, all.gradient, wholeMean, 0.125);

    const auto some = mean_gradient(MPI_COMM_WORLD, kernels::misfit, p, mine, {.reproducible = true, .shard = true});
    require(world, "another value", some.value == all.value);
    require(world, "another share of the gradient", share.of(some.gradient) == share.of(all.gradient));
    share.update(p, some.gradient, [&](std::vector<double>& numbers, const std::vector<double>& slopes) {
      momentum(numbers, slopes, mean, 0.125);
    });
    require(world, "another polynomial", same(p, whole));
  }

  // The shares of all ranks are the whole.
  const auto all = mean_gradient(MPI_COMM_WORLD, kernels::misfit, p, mine);
  const auto some = mean_gradient(MPI_COMM_WORLD, kernels::misfit, p, mine, {.shard = true});
  std::vector<double> numbers = some.gradient.factors;
  numbers.push_back(some.gradient.offset);
  MPI_Allreduce(MPI_IN_PLACE, numbers.data(), 5, MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  for (std::size_t i = 0; i < 5; ++i) {
    const double wanted = i < 4 ? all.gradient.factors[i] : all.gradient.offset;
    require(world, "shares that are not the whole", std::fabs(numbers[i] - wanted) <= 1e-14 * std::fabs(wanted));
  }

  // A step that fails on one rank is made on none.
  const Polynomial before = p;
  try {
    share.update(p, some.gradient, [&](std::vector<double>& parameters, const std::vector<double>& slopes) {
      momentum(parameters, slopes, mean, 0.125);
      if (world.rank == world.size - 1)
        throw std::invalid_argument("no step");
    });
    require(world, "nothing was thrown", false);
  } catch (const treelize::mpi::rank_error& error) {
    require(world, error.what(), error.rank() == world.size - 1);
  }
  require(world, "half a step", same(p, before));
  return failures != 0;
}
