#include "data.hpp"

#include <cmath>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace logistic {

void Tumours::add(std::span<const double> row, int label) {
  features.insert(features.end(), row.begin(), row.end());
  labels.push_back(label);
}

namespace {

void scale(Split& parts) {
  const std::size_t width = parts.training.width();
  const auto count = static_cast<double>(parts.training.size());
  for (std::size_t i = 0; i < width; ++i) {
    double sum = 0, squares = 0;
    for (std::size_t n = 0; n < parts.training.size(); ++n)
      sum += parts.training[n][i];
    const double mean = sum / count;
    for (std::size_t n = 0; n < parts.training.size(); ++n)
      squares += std::pow(parts.training[n][i] - mean, 2);
    const double deviation = std::sqrt(squares / count);
    for (Tumours* part : {&parts.training, &parts.test})
      for (std::size_t n = 0; n < part->size(); ++n) {
        double& feature = part->features[n * width + i];
        feature = (feature - mean) / deviation;
      }
  }
}

} // namespace

Split readTumours(const std::string& file) {
  std::ifstream in(file);
  if (!in)
    throw std::runtime_error("cannot read " + file);
  Split parts;
  std::string line;
  for (int number = 0; std::getline(in, line); ++number) {
    std::istringstream fields(line);
    std::vector<double> values;
    for (std::string field; std::getline(fields, field, ',');)
      values.push_back(std::stod(field));
    const bool benign = values.back() == 1;
    values.pop_back();
    (number % 3 == 2 ? parts.test : parts.training).add(values, benign ? 0 : 1);
  }
  scale(parts);
  return parts;
}

} // namespace logistic
