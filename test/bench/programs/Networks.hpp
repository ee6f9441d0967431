// Layers of networks in single precision, row by row.
#pragma once

#include <treelize/annotations.hpp>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

namespace networks {

inline float gelu(float x) {
  return 0.5f * x * (1 + std::tanh(0.7978845608f * (x + 0.044715f * x * x * x)));
}

/// A dense layer with Gaussian error linear units, in the product with what comes behind it.
TREELIZE(kernel, wrt = (input, weights, bias))
inline float dense(std::span<const float> input, std::span<const float> weights,
                   std::span<const float> bias, std::span<const float> outer, int rows) {
  const int in = static_cast<int>(input.size()) / rows, out = static_cast<int>(bias.size());
  std::vector<float> sums(out);
  float loss = 0;
  for (int r = 0; r < rows; ++r) {
    std::copy(bias.begin(), bias.end(), sums.begin());
    for (int k = 0; k < in; ++k)
      for (int j = 0; j < out; ++j)
        sums[j] += input[r * in + k] * weights[k * out + j];
    for (int j = 0; j < out; ++j)
      loss += gelu(sums[j]) * outer[r * out + j];
  }
  return loss;
}

/// The mean cross entropy of softmax.
TREELIZE(kernel, wrt = (logits))
inline float crossEntropy(std::span<const float> logits, std::span<const int> labels, int classes) {
  float loss = 0;
  for (std::size_t r = 0; r < labels.size(); ++r) {
    const std::span<const float> row = logits.subspan(r * classes, classes);
    const float top = *std::max_element(row.begin(), row.end());
    float sum = 0;
    for (const float x : row)
      sum += std::exp(x - top);
    loss += std::log(sum) + top - row[labels[r]];
  }
  return loss / static_cast<float>(labels.size());
}

/// Layer normalisation with scale and shift, in the product with what comes behind it.
TREELIZE(kernel, wrt = (input, scale, shift))
inline float layerNorm(std::span<const float> input, std::span<const float> scale,
                       std::span<const float> shift, std::span<const float> outer) {
  const std::size_t n = scale.size();
  std::vector<float> output(input.size());
  for (std::size_t start = 0; start < input.size(); start += n) {
    float mean = 0;
    for (std::size_t j = 0; j < n; ++j)
      mean += input[start + j];
    mean /= static_cast<float>(n);
    float variance = 0;
    for (std::size_t j = 0; j < n; ++j)
      variance += (input[start + j] - mean) * (input[start + j] - mean);
    variance /= static_cast<float>(n);
    const float inverse = 1 / std::sqrt(variance + 1e-5f);
    for (std::size_t j = 0; j < n; ++j)
      output[start + j] = (input[start + j] - mean) * inverse * scale[j] + shift[j];
  }
  float loss = 0;
  for (std::size_t i = 0; i < output.size(); ++i)
    loss += output[i] * outer[i];
  return loss;
}

/// One causal head of attention, in the product with what comes behind it.
TREELIZE(kernel, wrt = (queries, keys, values))
inline float attention(const std::vector<float>& queries, const std::vector<float>& keys,
                       const std::vector<float>& values, const std::vector<float>& outer,
                       int width) {
  const int length = static_cast<int>(queries.size()) / width;
  const float scale = 1 / std::sqrt(static_cast<float>(width));
  std::vector<float> scores(length), output(queries.size(), 0.0f);
  for (int q = 0; q < length; ++q) {
    float top = -1e30f;
    for (int k = 0; k <= q; ++k) {
      float dot = 0;
      for (int i = 0; i < width; ++i)
        dot += queries[q * width + i] * keys[k * width + i];
      scores[k] = dot * scale;
      top = std::max(top, scores[k]);
    }
    float sum = 0;
    for (int k = 0; k <= q; ++k) {
      scores[k] = std::exp(scores[k] - top);
      sum += scores[k];
    }
    for (int k = 0; k <= q; ++k) {
      const float weight = scores[k] / sum;
      for (int i = 0; i < width; ++i)
        output[q * width + i] += weight * values[k * width + i];
    }
  }
  float loss = 0;
  for (std::size_t i = 0; i < output.size(); ++i)
    loss += output[i] * outer[i];
  return loss;
}

struct Shape {
  int channels, height, width;

  int size() const { return channels * height * width; }
  int at(int c, int y, int x) const { return (c * height + y) * width + x; }
};

/// Three by three convolutions over channels with padding, rectified, in the product with what
/// comes behind them.
TREELIZE(kernel, wrt = (input, weights, bias))
inline float conv2d(const std::vector<float>& input, const std::vector<float>& weights,
                    const std::vector<float>& bias, const std::vector<float>& outer, Shape in) {
  const Shape out{static_cast<int>(bias.size()), in.height, in.width};
  std::vector<float> output(out.size());
  for (int o = 0; o < out.channels; ++o) {
    for (int y = 0; y < out.height; ++y)
      for (int x = 0; x < out.width; ++x)
        output[out.at(o, y, x)] = bias[o];
    for (int c = 0; c < in.channels; ++c)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx) {
          const float w = weights[((o * in.channels + c) * 3 + dy + 1) * 3 + dx + 1];
          for (int y = std::max(0, -dy); y < in.height - std::max(0, dy); ++y)
            for (int x = std::max(0, -dx); x < in.width - std::max(0, dx); ++x)
              output[out.at(o, y, x)] += w * input[in.at(c, y + dy, x + dx)];
        }
  }
  float loss = 0;
  for (std::size_t i = 0; i < output.size(); ++i)
    loss += std::max(0.0f, output[i]) * outer[i];
  return loss;
}

/// The largest of each two by two pixels, then the mean of each channel, in the product with what
/// comes behind it.
TREELIZE(kernel, wrt = (input))
inline float pooling(const std::vector<float>& input, const std::vector<float>& outer, Shape in) {
  const Shape out{in.channels, in.height / 2, in.width / 2};
  std::vector<float> pooled(out.size());
  for (int c = 0; c < out.channels; ++c)
    for (int y = 0; y < out.height; ++y)
      for (int x = 0; x < out.width; ++x) {
        float top = input[in.at(c, 2 * y, 2 * x)];
        for (int dy = 0; dy < 2; ++dy)
          for (int dx = 0; dx < 2; ++dx)
            top = std::max(top, input[in.at(c, 2 * y + dy, 2 * x + dx)]);
        pooled[out.at(c, y, x)] = top;
      }
  float loss = 0;
  for (int c = 0; c < out.channels; ++c) {
    float mean = 0;
    for (int i = 0; i < out.height * out.width; ++i)
      mean += pooled[c * out.height * out.width + i];
    mean /= static_cast<float>(out.height * out.width);
    loss += std::tanh(mean) * outer[c];
  }
  return loss;
}

} // namespace networks
