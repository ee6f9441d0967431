// The digits' loss over any number type, for tools that differentiate by overloading operators.
#pragma once

#include "mlp.hpp"

#include <span>
#include <vector>

namespace bench {

template <class T> struct GenericModel {
  std::vector<T> hiddenWeights, hiddenBias, outputWeights, outputBias;

  // Calls visit(leaf here, leaf there) for each of the four arrays.
  template <class Model, class Visit> void zip(Model& other, Visit visit) {
    visit(hiddenWeights, other.hidden.weights);
    visit(hiddenBias, other.hidden.bias);
    visit(outputWeights, other.output.weights);
    visit(outputBias, other.output.bias);
  }
};

template <class T>
T neuron(const std::vector<T>& weights, const std::vector<T>& bias, int row, const auto* inputs,
         int count) {
  T sum = bias[row];
  for (int i = 0; i < count; ++i)
    sum += weights[row * count + i] * inputs[i];
  return sum;
}

template <class T> T sampleLoss(const GenericModel<T>& model, const double* image, int label) {
  using digits::classes, digits::units, digits::pixels;
  std::vector<T> activation(units), scores(classes);
  for (int j = 0; j < units; ++j)
    activation[j] = tanh(neuron(model.hiddenWeights, model.hiddenBias, j, image, pixels));
  for (int k = 0; k < classes; ++k)
    scores[k] = neuron(model.outputWeights, model.outputBias, k, activation.data(), units);
  T top = scores[0];
  for (int k = 1; k < classes; ++k)
    if (scores[k] > top)
      top = scores[k];
  T sum = 0.0;
  for (int k = 0; k < classes; ++k)
    sum += exp(scores[k] - top);
  return top + log(sum) - scores[label];
}

template <class T>
T genericLoss(const GenericModel<T>& model, std::span<const double> images,
              std::span<const int> labels) {
  T total = 0.0;
  for (std::size_t n = 0; n < labels.size(); ++n)
    total += sampleLoss(model, images.data() + n * digits::pixels, labels[n]);
  return total / static_cast<double>(labels.size());
}

} // namespace bench
