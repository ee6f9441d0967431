// The adjoint of the digits' loss as a good engineer writes it by hand: one pass over the samples,
// each sample's forward and reverse sweep together, no tape.
#pragma once

#include "mlp.hpp"

#include <algorithm>

namespace manual {

using digits::classes;
using digits::Dense;
using digits::Model;
using digits::pixels;
using digits::units;

// Adds `seed` times the gradient at one layer's output into the layer's gradient, and the
// gradient at its inputs into inputs_b (null for the first layer).
inline void reverseLayer(const Dense& layer, const double* inputs, int count, const double* sums_b,
                         int rows, Dense& layer_b, double* inputs_b) {
  for (int row = 0; row < rows; ++row) {
    const double sum_b = sums_b[row];
    const double* weights = layer.weights.data() + row * count;
    double* weights_b = layer_b.weights.data() + row * count;
    layer_b.bias[row] += sum_b;
    for (int i = 0; i < count; ++i)
      weights_b[i] += sum_b * inputs[i];
    if (inputs_b)
      for (int i = 0; i < count; ++i)
        inputs_b[i] += sum_b * weights[i];
  }
}

inline void reverseSample(const Model& model, const double* image, int label, double seed,
                          Model& model_b) {
  double activation[units], activation_b[units] = {}, probability[classes];
  for (int j = 0; j < units; ++j)
    activation[j] = std::tanh(digits::neuron(model.hidden, j, image, pixels));
  for (int k = 0; k < classes; ++k)
    probability[k] = digits::neuron(model.output, k, activation, units);

  const double top = *std::max_element(probability, probability + classes);
  double sum = 0;
  for (double& p : probability)
    sum += p = std::exp(p - top);
  for (int k = 0; k < classes; ++k)
    probability[k] = seed * (probability[k] / sum - (k == label));

  reverseLayer(model.output, activation, units, probability, classes, model_b.output, activation_b);
  for (int j = 0; j < units; ++j)
    activation_b[j] *= 1 - activation[j] * activation[j];
  reverseLayer(model.hidden, image, pixels, activation_b, units, model_b.hidden, nullptr);
}

inline Model zerosLike(const Model& model) {
  Model zeros = model;
  for (auto* leaf : {&zeros.hidden.weights, &zeros.hidden.bias, &zeros.output.weights,
                     &zeros.output.bias})
    std::fill(leaf->begin(), leaf->end(), 0.0);
  return zeros;
}

inline Model lossGradient(const Model& model, std::span<const double> images,
                          std::span<const int> labels) {
  Model model_b = zerosLike(model);
  const double seed = 1.0 / static_cast<double>(labels.size());
  for (std::size_t n = 0; n < labels.size(); ++n)
    reverseSample(model, images.data() + n * pixels, labels[n], seed, model_b);
  return model_b;
}

} // namespace manual
