// A classifier of handwritten digits: what is learned, what is minimised, how it is updated.
//
// Three annotations do the work. The parameters are a tree, the loss is a kernel (so that
// kernels::loss.grad exists), and the optimiser's step, written for one number, is a tree function.
#pragma once

#include <treelize/annotations.hpp>

#include <array>
#include <cmath>
#include <span>
#include <vector>

namespace digits {

inline constexpr int pixels = 64;
inline constexpr int units = 32;
inline constexpr int classes = 10;

struct [[treelize::node]] Dense {
  std::vector<double> weights; // one row per output
  std::vector<double> bias;
};

struct [[treelize::node]] Model {
  Dense hidden;
  Dense output;
};

// One row of a layer: the weighted sum of its inputs.
inline double neuron(const Dense& layer, int row, const double* inputs, int count) {
  double sum = layer.bias[row];
  for (int i = 0; i < count; ++i)
    sum += layer.weights[row * count + i] * inputs[i];
  return sum;
}

// The scores of the ten classes for one image.
inline void score(const Model& model, const double* image, double* scores) {
  std::array<double, units> activation{};
  for (int j = 0; j < units; ++j)
    activation[j] = std::tanh(neuron(model.hidden, j, image, pixels));
  for (int k = 0; k < classes; ++k)
    scores[k] = neuron(model.output, k, activation.data(), units);
}

// The mean cross-entropy of a batch: images one after the other, a label for each.
[[treelize(kernel, wrt = (model))]]
inline double loss(const Model& model, std::span<const double> images, std::span<const int> labels) {
  const int count = static_cast<int>(labels.size());
  double total = 0;
  for (int n = 0; n < count; ++n) {
    std::array<double, classes> scores{};
    score(model, images.data() + n * pixels, scores.data());
    double top = scores[0];
    for (int k = 1; k < classes; ++k)
      if (scores[k] > top)
        top = scores[k];
    double sum = 0;
    for (int k = 0; k < classes; ++k)
      sum += std::exp(scores[k] - top);
    total += top + std::log(sum) - scores[labels[n]];
  }
  return total / count;
}

// Adam's step for one parameter. Called with trees it updates every leaf; the step size, being no
// tree, is inherited by all of them.
[[treelize(mode = strict)]]
inline void adam(double& parameter, double gradient, double& mean, double& variance, double step) {
  mean += 0.1 * (gradient - mean);
  variance += 0.001 * (gradient * gradient - variance);
  parameter -= step * mean / (std::sqrt(variance) + 1e-8);
}

} // namespace digits
