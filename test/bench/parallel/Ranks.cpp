// What a mean over ranks costs beside the gradient on one of them and one sum over all ranks.
//
//   mpirun -np 2 treelize-bench-ranks
#include "Cases.h"

#include <treelize/adapt/mpi.hpp>

#include <algorithm>
#include <cstdio>
#include <limits>
#include <span>

namespace {

// The slowest rank's shortest of many.
template <class F> double shortest(const F& f) {
  double least = std::numeric_limits<double>::max();
  for (int again = 0; again < 40; ++again) {
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    f();
    double mine = MPI_Wtime() - start, slowest = 0;
    MPI_Allreduce(&mine, &slowest, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
    least = std::min(least, slowest);
  }
  return least;
}

} // namespace

int main(int argc, char** argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0)
    std::printf("%d ranks    ms: gradient and a sum    mean: plain, reproducible\n", size);
  bench::forEachCase([&](const char* name, const auto& kernel, const auto& params, const auto& pieces) {
    const auto begin = [&](int r) {
      return pieces.size() * static_cast<std::size_t>(r) / static_cast<std::size_t>(size);
    };
    const auto mine = std::span(pieces).subspan(begin(rank), begin(rank + 1) - begin(rank));
    auto result = treelize::parallel_gradient(kernel, params, mine, {.threads = 1});
    std::vector<double> numbers(treelize::detail::numbers_of(params).size());
    const double least = shortest([&] {
      treelize::parallel_gradient(kernel, params, mine, {.threads = 1}, result);
      MPI_Allreduce(MPI_IN_PLACE, numbers.data(), static_cast<int>(numbers.size()), MPI_DOUBLE, MPI_SUM,
                    MPI_COMM_WORLD);
    });
    const auto mean = [&](bool reproducible) {
      return shortest(
          [&] { treelize::mpi::mean_gradient(MPI_COMM_WORLD, kernel, params, mine, {.reproducible = reproducible}); });
    };
    const double plain = mean(false), reproducible = mean(true);
    if (rank == 0)
      std::printf("%-8s %22.2f %16.3f %12.3f\n", name, 1e3 * least, plain / least, reproducible / least);
  });
  MPI_Finalize();
}
