// What the tests of this folder minimise: parameters of several kinds, and pieces of data.
#pragma once

#include <treelize/annotations.hpp>

#include <cmath>
#include <map>
#include <stdexcept>
#include <string>
#include <vector>

namespace app {

struct TREELIZE(node) Layer {
  std::vector<double> weights;
  float bias = 0;
  TREELIZE(aux) int inputs = 0;
};

struct TREELIZE(node) Model {
  std::vector<Layer> layers;
  std::map<std::string, double> rates;
};

struct Sample {
  std::vector<double> inputs;
  double wanted;
};

// Differentiated for the sample as well, which nobody asks for.
TREELIZE(kernel) inline double loss(const Model& model, const Sample& sample) {
  if (sample.inputs.empty() && sample.wanted < 0)
    throw std::invalid_argument("the first bad sample");
  if (sample.inputs.empty())
    throw std::invalid_argument("another bad sample");
  double sum = 0;
  for (std::size_t l = 0; l < model.layers.size(); ++l) {
    double z = model.layers[l].bias;
    for (std::size_t i = 0; i < sample.inputs.size(); ++i)
      z += model.layers[l].weights[i] * sample.inputs[i];
    sum += std::tanh(z) * model.rates.at("gain");
  }
  return (sum - sample.wanted) * (sum - sample.wanted);
}

inline Model makeModel() {
  Model model{{}, {{"gain", 0.75}, {"unused", 1.0}}};
  for (int l = 0; l < 3; ++l) {
    Layer layer{{}, 0.1f * static_cast<float>(l), 4};
    for (int i = 0; i < 4; ++i)
      layer.weights.push_back(std::sin(1.0 + 4 * l + i));
    model.layers.push_back(layer);
  }
  return model;
}

// Samples of unequal lengths.
inline std::vector<Sample> makeSamples(int count) {
  std::vector<Sample> samples;
  for (int n = 0; n < count; ++n) {
    Sample sample{{}, std::cos(0.7 * n)};
    for (int i = 0; i <= n % 4; ++i)
      sample.inputs.push_back(std::sin(0.3 * n + i));
    samples.push_back(sample);
  }
  return samples;
}

inline bool same(const Layer& a, const Layer& b) {
  return a.weights == b.weights && a.bias == b.bias && a.inputs == b.inputs;
}
inline bool same(const Model& a, const Model& b) {
  bool result = a.layers.size() == b.layers.size() && a.rates == b.rates;
  for (std::size_t i = 0; result && i < a.layers.size(); ++i)
    result = same(a.layers[i], b.layers[i]);
  return result;
}

} // namespace app
