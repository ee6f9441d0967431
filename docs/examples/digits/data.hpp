// The images and their labels, read from the file and split into a training and a test part.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace digits {

struct Dataset {
  std::vector<double> images; // pixels from 0 to 1, one image after the other
  std::vector<int> labels;

  std::size_t size() const { return labels.size(); }
  std::span<const double> image(std::size_t n) const;
  void add(std::span<const double> image, int label);
};

struct Split {
  Dataset training;
  Dataset test;
};

// Random numbers that are the same everywhere, which the standard distributions are not.
class Random {
public:
  explicit Random(std::uint64_t seed) : state_(seed) {}
  std::uint64_t next();
  double uniform(double low, double high);
  std::vector<std::size_t> permutation(std::size_t size);

private:
  std::uint64_t state_;
};

// Throws std::runtime_error with the file and line when a line is not 64 pixels and a digit.
Dataset readDigits(const std::string& file);

Split split(const Dataset& all, double trainingShare, Random& random);

} // namespace digits
