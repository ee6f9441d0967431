// Trains the classifier of mlp.hpp on real handwritten digits and shows how well it reads new ones.
//
//   digits digits.csv [digits.svg]
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

// Learns from the training images alone; the loss over the others is for the picture.
History train(Model& model, const Split& split, Random& random) {
  const Dataset& data = split.training;
  History history;
  const auto record = [&] {
    history.training.push_back(loss(model, data.images, data.labels));
    history.test.push_back(loss(model, split.test.images, split.test.labels));
  };
  record();
  Model mean = treelize::zeros_like(model), variance = mean;
  for (int epoch = 1, updates = 0; epoch <= epochs; ++epoch) {
    const auto order = random.permutation(data.size());
    for (std::size_t from = 0; from < order.size(); from += batch) {
      Dataset some;
      for (std::size_t i = from; i < std::min(from + batch, order.size()); ++i)
        some.add(data.image(order[i]), data.labels[order[i]]);

      const auto gradient = kernels::loss.grad(model, some.images, some.labels);
      adam(model, gradient.model, mean, variance, stepSize(firstStep, epoch, epochs, ++updates));
    }
    record();
    if (epoch % 5 == 0)
      printProgress(epoch, epochs, history.training.back(), accuracy(confuse(model, data)));
  }
  return history;
}

void run(const char* csv, const char* svg) {
  const auto start = std::chrono::steady_clock::now();
  Random random(seed);
  const Split data = split(readDigits(csv), 0.7, random);
  std::printf("%zu images to learn from, %zu kept for the test\n", data.training.size(),
              data.test.size());

  Model model = randomModel(random);
  const History history = train(model, data, random);
  const Confusion confusion = confuse(model, data.test);
  const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;

  printConfusion(confusion);
  std::printf("test accuracy %.1f %% after %.1f s\n", 100 * accuracy(confusion), time.count());
  writePicture(svg, history, misread(model, data.test), data.test.size());
  std::printf("picture: %s\n", svg);
}

} // namespace

int main(int argc, char** argv) {
  if (argc < 2 || argc > 3) {
    std::fprintf(stderr, "usage: digits digits.csv [digits.svg]\n");
    return 2;
  }
  try {
    run(argv[1], argc > 2 ? argv[2] : "digits.svg");
  } catch (const std::exception& error) {
    std::fprintf(stderr, "digits: %s\n", error.what());
    return 1;
  }
}
