// Trains the classifier of mlp.hpp on real handwritten digits and shows how well it reads new ones.
//
//   digits digits.csv [loss.svg]
#include "data.hpp"
#include "mlp.hpp"
#include "mlp.treelize.hpp"
#include "report.hpp"
#include "training.hpp"

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <exception>

namespace {

using namespace digits;

constexpr int epochs = 60;
constexpr std::size_t batch = 32;
constexpr double firstStep = 4e-3;
constexpr std::uint64_t seed = 2026;

Model zerosLike(const Model& model) {
  const auto zeros = [](const Dense& layer) {
    return Dense{std::vector<double>(layer.weights.size()), std::vector<double>(layer.bias.size())};
  };
  return {zeros(model.hidden), zeros(model.output)};
}

// Returns the loss over all training images, before the first epoch and after each.
std::vector<double> train(Model& model, const Dataset& data, Random& random) {
  Model mean = zerosLike(model), variance = zerosLike(model);
  std::vector<double> losses{loss(model, data.images, data.labels)};
  for (int epoch = 1, updates = 0; epoch <= epochs; ++epoch) {
    const auto order = random.permutation(data.size());
    for (std::size_t from = 0; from < order.size(); from += batch) {
      Dataset some;
      for (std::size_t i = from; i < std::min(from + batch, order.size()); ++i)
        some.add(data.image(order[i]), data.labels[order[i]]);

      const auto gradient = kernels::loss.grad(model, some.images, some.labels);
      adam(model, gradient.model, mean, variance, stepSize(firstStep, epoch, epochs, ++updates));
    }
    losses.push_back(loss(model, data.images, data.labels));
    if (epoch % 5 == 0)
      printProgress(epoch, epochs, losses.back(), accuracy(confuse(model, data)));
  }
  return losses;
}

void run(const char* csv, const char* svg) {
  const auto start = std::chrono::steady_clock::now();
  Random random(seed);
  const auto [training, test] = split(readDigits(csv), 0.7, random);
  std::printf("%zu images to learn from, %zu kept for the test\n", training.size(), test.size());

  Model model = randomModel(random);
  const auto losses = train(model, training, random);
  const auto confusion = confuse(model, test);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;

  printConfusion(confusion);
  std::printf("test accuracy %.1f %% after %.1f s\n", 100 * accuracy(confusion), time.count());
  writeLossCurve(svg, losses);
  std::printf("loss curve: %s\n", svg);
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: digits digits.csv [loss.svg]\n");
    return 2;
  }
  try {
    run(argv[1], argc > 2 ? argv[2] : "loss.svg");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "digits: %s\n", error.what());
    return 1;
  }
}
