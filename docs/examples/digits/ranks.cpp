// Trains the same classifier on all ranks of MPI together, each of which has its part of every
// batch. However many there are, the model is the same to the last bit.
//
//   mpirun -np 4 digits-ranks digits.csv
#include "data.hpp"
#include "report.hpp"
#include "sample.hpp"
#include "sample.treelize.hpp"
#include "training.hpp"

#include <treelize/adapt/mpi.hpp>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <vector>

namespace {

using namespace digits;

constexpr int epochs = 20;
constexpr std::size_t batch = 64;
constexpr double firstStep = 1e-2;
constexpr std::uint64_t seed = 2026;

struct Rank {
  int number = 0, count = 0;
  Rank() {
    MPI_Comm_rank(MPI_COMM_WORLD, &number);
    MPI_Comm_size(MPI_COMM_WORLD, &count);
  }
  bool isFirst() const { return number == 0; }
};

std::vector<Sample> shuffled(const Dataset& data, Random& random) {
  std::vector<Sample> samples;
  for (const std::size_t n : random.permutation(data.size())) {
    samples.push_back({{}, data.labels[n]});
    std::ranges::copy(data.image(n), samples.back().image.begin());
  }
  return samples;
}

// The part of a batch that a rank has: the ranks' parts follow one another.
std::span<const Sample> partOf(std::span<const Sample> all, const Rank& rank) {
  const auto begin = [&](int number) {
    return all.size() * static_cast<std::size_t>(number) / static_cast<std::size_t>(rank.count);
  };
  return all.subspan(begin(rank.number), begin(rank.number + 1) - begin(rank.number));
}

// Every rank makes every step, with the gradient that they have in common.
void train(Model& model, const Dataset& data, Random& random, const Rank& rank) {
  Model mean = treelize::zeros_like(model), variance = mean;
  for (int epoch = 1, updates = 0; epoch <= epochs; ++epoch) {
    const std::vector<Sample> samples = shuffled(data, random);
    for (std::size_t from = 0; from < samples.size(); from += batch) {
      const auto some = std::span(samples).subspan(from, std::min(batch, samples.size() - from));
      const auto [value, gradient] = treelize::mpi::mean_gradient(
          MPI_COMM_WORLD, kernels::sampleLoss, model, partOf(some, rank), {.reproducible = true});
      adam(model, gradient, mean, variance, stepSize(firstStep, epoch, epochs, ++updates));
    }
    if (rank.isFirst() && epoch % 5 == 0)
      printProgress(epoch, epochs, loss(model, data.images, data.labels),
                    accuracy(confuse(model, data)));
  }
}

void run(const char* csv) {
  const Rank rank;
  Random random(seed); // the same numbers on every rank
  const auto [training, test] = split(readDigits(csv), 0.7, random);
  Model model = randomModel(random);
  train(model, training, random, rank);
  if (rank.isFirst())
    std::printf("test accuracy %.1f %%, loss %a\n", 100 * accuracy(confuse(model, test)),
                loss(model, test.images, test.labels));
}

} // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: mpirun -np N digits-ranks digits.csv\n");
    return 2;
  }
  MPI_Init(&argc, &argv);
  try {
    run(argv[1]);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "digits-ranks: %s\n", error.what());
    MPI_Abort(MPI_COMM_WORLD, 1); // the others would wait for this rank
  }
  MPI_Finalize();
}
