#include "data.hpp"

#include "mlp.hpp"

#include <fstream>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <utility>

namespace digits {

std::span<const double> Dataset::image(std::size_t n) const {
  return std::span(images).subspan(n * pixels, pixels);
}

void Dataset::add(std::span<const double> image, int label) {
  images.insert(images.end(), image.begin(), image.end());
  labels.push_back(label);
}

// The generator of Steele, Lea and Flood (splitmix64).
std::uint64_t Random::next() {
  std::uint64_t z = (state_ += 0x9e3779b97f4a7c15u);
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return z ^ (z >> 31);
}

double Random::uniform(double low, double high) {
  return low + (high - low) * static_cast<double>(next() >> 11) * 0x1p-53;
}

std::vector<std::size_t> Random::permutation(std::size_t size) {
  std::vector<std::size_t> order(size);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (std::size_t i = size; i > 1; --i)
    std::swap(order[i - 1], order[next() % i]);
  return order;
}

Dataset readDigits(const std::string& file) {
  std::ifstream in(file);
  if (!in)
    throw std::runtime_error("cannot read " + file);
  Dataset all;
  std::string line;
  for (int number = 1; std::getline(in, line); ++number) {
    std::istringstream fields(line);
    std::vector<double> values;
    for (std::string field; std::getline(fields, field, ',');)
      values.push_back(std::stod(field) / 16);
    if (values.size() != pixels + 1)
      throw std::runtime_error(file + ":" + std::to_string(number) + ": not 64 pixels and a digit");
    all.add(std::span(values).first(pixels), static_cast<int>(values.back() * 16));
  }
  return all;
}

Split split(const Dataset& all, double trainingShare, Random& random) {
  Split parts;
  const auto order = random.permutation(all.size());
  const auto border = static_cast<std::size_t>(trainingShare * static_cast<double>(all.size()));
  for (std::size_t i = 0; i < order.size(); ++i)
    (i < border ? parts.training : parts.test).add(all.image(order[i]), all.labels[order[i]]);
  return parts;
}

} // namespace digits
