#include "training.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace digits {

namespace {

Dense randomLayer(int outputs, int inputs, Random& random) {
  Dense layer{std::vector<double>(static_cast<std::size_t>(outputs * inputs)),
              std::vector<double>(static_cast<std::size_t>(outputs))};
  const double bound = 1 / std::sqrt(inputs);
  for (double& weight : layer.weights)
    weight = random.uniform(-bound, bound);
  return layer;
}

int read(const Model& model, std::span<const double> image) {
  std::array<double, classes> scores{};
  score(model, image.data(), scores.data());
  return static_cast<int>(std::max_element(scores.begin(), scores.end()) - scores.begin());
}

} // namespace

Model randomModel(Random& random) {
  return {randomLayer(units, pixels, random), randomLayer(classes, units, random)};
}

Confusion confuse(const Model& model, const Dataset& data) {
  Confusion confusion{};
  for (std::size_t n = 0; n < data.size(); ++n)
    ++confusion[static_cast<std::size_t>(data.labels[n])]
               [static_cast<std::size_t>(read(model, data.image(n)))];
  return confusion;
}

double accuracy(const Confusion& confusion) {
  int right = 0, all = 0;
  for (std::size_t row = 0; row < classes; ++row) {
    right += confusion[row][row];
    for (int count : confusion[row])
      all += count;
  }
  return static_cast<double>(right) / all;
}

std::vector<Misread> misread(const Model& model, const Dataset& data) {
  std::vector<Misread> all;
  for (std::size_t n = 0; n < data.size(); ++n) {
    const auto image = data.image(n);
    if (const int digit = read(model, image); digit != data.labels[n])
      all.push_back({{image.begin(), image.end()}, data.labels[n], digit});
  }
  return all;
}

double stepSize(double firstStep, int epoch, int epochs, int updates) {
  const double decayed = firstStep * (1 - static_cast<double>(epoch - 1) / epochs);
  return decayed * std::sqrt(1 - std::pow(0.999, updates)) / (1 - std::pow(0.9, updates));
}

} // namespace digits
