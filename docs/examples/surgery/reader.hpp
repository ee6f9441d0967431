// A trained classifier behind a new scanner, and which of its numbers to learn anew.
//
// Each kernel below is the same loss. They differ in the filter that selects what is learned: by a
// tag, by a key of the path, or everything. What is not selected has no derivative, and so is
// frozen.
#pragma once

#include "mlp.hpp" // of docs/examples/digits

#include <treelize/annotations.hpp>
#include <treelize/filters.hpp>

#include <cstddef>
#include <span>
#include <vector>

namespace surgery {

// Gives images the white and the black that the classifier has been trained with.
struct [[treelize::node]] Scanner {
  double gain, offset;
};

struct [[treelize::node]] Reader {
  [[treelize::tag("scanner")]] Scanner scanner;
  digits::Model model;
};

inline std::vector<double> corrected(const Scanner& scanner, std::span<const double> images) {
  std::vector<double> result(images.size());
  for (std::size_t i = 0; i < images.size(); ++i)
    result[i] = scanner.gain * images[i] + scanner.offset;
  return result;
}

[[treelize(kernel, wrt = (reader))]]
inline double loss(const Reader& reader, std::span<const double> images,
                   std::span<const int> labels) {
  return digits::loss(reader.model, corrected(reader.scanner, images), labels);
}

[[treelize(kernel, wrt = with_tag("scanner"))]]
inline double scannerLoss(const Reader& reader, std::span<const double> images,
                          std::span<const int> labels) {
  return loss(reader, images, labels);
}

[[treelize(kernel, wrt = path_contains("hidden"))]]
inline double hiddenLoss(const Reader& reader, std::span<const double> images,
                         std::span<const int> labels) {
  return loss(reader, images, labels);
}

[[treelize(kernel, wrt = path_contains("output"))]]
inline double outputLoss(const Reader& reader, std::span<const double> images,
                         std::span<const int> labels) {
  return loss(reader, images, labels);
}

} // namespace surgery
