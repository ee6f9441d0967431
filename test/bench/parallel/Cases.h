// The programs that are summed up over pieces: each is called with its kernel, parameters and pieces.
#pragma once

#include "Pieces.treelize.hpp"
#include "data.hpp"
#include "sample.treelize.hpp"

#include <algorithm>
#include <vector>

namespace bench {

inline std::vector<double> randomNumbers(std::size_t count, double scale, digits::Random& random) {
  std::vector<double> numbers(count);
  for (double& number : numbers)
    number = random.uniform(-scale, scale);
  return numbers;
}

inline std::vector<Point> randomPoints(std::size_t count, digits::Random& random) {
  std::vector<Point> points(count);
  for (Point& point : points)
    for (double& number : point)
      number = random.uniform(-2, 2);
  return points;
}

inline std::vector<Observation> randomObservations(std::size_t count, int cameras, int points, digits::Random& random) {
  std::vector<Observation> observations;
  for (std::size_t i = 0; i < count; ++i)
    observations.push_back({static_cast<int>(random.next() % static_cast<unsigned>(cameras)),
                            static_cast<int>(random.next() % static_cast<unsigned>(points)), random.uniform(-1, 1),
                            random.uniform(-1, 1)});
  return observations;
}

inline std::vector<digits::Sample> digitSamples() {
  std::vector<digits::Sample> samples;
  const digits::Dataset all = digits::readDigits(DIGITS_CSV);
  for (std::size_t n = 0; n < all.size(); ++n) {
    samples.push_back({{}, all.labels[n]});
    std::ranges::copy(all.image(n), samples.back().image.begin());
  }
  return samples;
}

inline digits::Model randomModel(digits::Random& random) {
  using digits::classes, digits::pixels, digits::units;
  return {{randomNumbers(units * pixels, 0.2, random), randomNumbers(units, 0.2, random)},
          {randomNumbers(classes * units, 0.2, random), randomNumbers(classes, 0.2, random)}};
}

template <class Run> void forEachCase(const Run& run) {
  digits::Random random(11);
  const Mixture mixture{randomNumbers(components, 1, random), randomNumbers(components * dimensions, 1, random),
                        randomNumbers(components * dimensions, 0.3, random)};
  run("gmm", kernels::mixtureLoss, mixture, randomPoints(20000, random));
  const Bundle bundle{randomNumbers(9 * 50, 0.5, random), randomNumbers(3 * 2000, 3, random)};
  run("ba", kernels::reprojection, bundle, randomObservations(400000, 50, 2000, random));
  run("kmeans", kernels::nearest, randomNumbers(50 * dimensions, 2, random), randomPoints(60000, random));
  run("digits", digits::kernels::sampleLoss, randomModel(random), digitSamples());
}

} // namespace bench
