// The tumours of tumours.csv, described in DATA.md.
#pragma once

#include <span>
#include <string>
#include <vector>

namespace logistic {

struct Tumours {
  std::vector<double> features; // of one tumour after the other
  std::vector<int> labels;      // 1: malignant

  std::size_t size() const { return labels.size(); }
  std::size_t width() const { return features.size() / size(); }
  std::span<const double> operator[](std::size_t n) const {
    return std::span(features).subspan(n * width(), width());
  }
  void add(std::span<const double> row, int label);
};

struct Split {
  Tumours training, test;
};

// Every third tumour is kept for the test. All features are scaled to mean 0 and deviation 1 in the
// training part. Throws std::runtime_error where the file cannot be read.
Split readTumours(const std::string& file);

} // namespace logistic
