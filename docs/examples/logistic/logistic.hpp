// Logistic regression: the probability that a tumour is malignant, from what a microscope shows.
//
// A model of this kind is fitted by a method that wants the gradient of all examples together, and
// nothing else: the kernel below is the whole of it. Its gradient has the model's own type.
#pragma once

#include <treelize/annotations.hpp>

#include <cmath>
#include <cstddef>
#include <span>
#include <vector>

namespace logistic {

struct [[treelize::node]] Model {
  std::vector<double> weights;
  double bias = 0;
};

// The logarithm of the odds that it is malignant.
inline double logOdds(const Model& model, std::span<const double> features) {
  double sum = model.bias;
  for (std::size_t i = 0; i < features.size(); ++i)
    sum += model.weights[i] * features[i];
  return sum;
}

// The mean negative log-likelihood, and a term that keeps the weights small. The features of one
// tumour follow those of the other; a label is 1 for a malignant one and 0 for a benign one.
[[treelize(kernel, wrt = (model))]]
inline double loss(const Model& model, std::span<const double> features,
                   std::span<const int> labels, double ridge) {
  const std::size_t width = model.weights.size();
  double total = 0;
  for (std::size_t n = 0; n < labels.size(); ++n) {
    const double odds = logOdds(model, features.subspan(n * width, width));
    // log(1 + exp(odds)), which overflows nowhere
    total += std::fmax(odds, 0.0) + std::log1p(std::exp(-std::fabs(odds))) - labels[n] * odds;
  }
  double squares = 0;
  for (const double weight : model.weights)
    squares += weight * weight;
  return total / static_cast<double>(labels.size()) + 0.5 * ridge * squares;
}

} // namespace logistic
