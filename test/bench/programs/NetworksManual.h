// The adjoints of Networks.hpp by hand. Rows are independent of each other: each goes back as soon
// as it is there.
#pragma once

#include "ManualParts.h"
#include "Networks.hpp"

namespace manual {

using Floats = std::vector<float>;

inline float geluSlope(float x) {
  constexpr float a = 0.7978845608f, b = 0.044715f;
  const float t = std::tanh(a * (x + b * x * x * x));
  return 0.5f * (1 + t) + 0.5f * x * (1 - t * t) * a * (1 + 3 * b * x * x);
}

/// Several rows at a time share what is read of the weights.
inline void dense(std::span<const float> input, std::span<const float> weights,
                  std::span<const float> bias, std::span<const float> outer, int rows,
                  std::span<float> input_b, std::span<float> weights_b, std::span<float> bias_b) {
  constexpr int block = 4;
  const int in = static_cast<int>(input.size()) / rows, out = static_cast<int>(bias.size());
  Floats sums(block * out);
  for (int first = 0; first < rows; first += block) {
    const int count = std::min(block, rows - first);
    const float* x = &input[first * in];
    for (int r = 0; r < count; ++r)
      std::copy(bias.begin(), bias.end(), &sums[r * out]);
    for (int k = 0; k < in; ++k)
      for (int r = 0; r < count; ++r)
        addMultiple(x[r * in + k], &weights[k * out], &sums[r * out], out);
    for (int r = 0; r < count; ++r)
      for (int j = 0; j < out; ++j) {
        sums[r * out + j] = outer[(first + r) * out + j] * geluSlope(sums[r * out + j]);
        bias_b[j] += sums[r * out + j];
      }
    for (int k = 0; k < in; ++k)
      for (int r = 0; r < count; ++r) {
        addMultiple(x[r * in + k], &sums[r * out], &weights_b[k * out], out);
        input_b[(first + r) * in + k] += dot(&weights[k * out], &sums[r * out], out);
      }
  }
}

inline void crossEntropy(std::span<const float> logits, std::span<const int> labels, int classes,
                         std::span<float> logits_b) {
  const float share = 1 / static_cast<float>(labels.size());
  Floats exponentials(classes);
  for (std::size_t r = 0; r < labels.size(); ++r) {
    const float* row = &logits[r * classes];
    float* row_b = &logits_b[r * classes];
    const float top = *std::max_element(row, row + classes);
    for (int j = 0; j < classes; ++j)
      exponentials[j] = std::exp(row[j] - top);
    const float factor =
        share / sumInParts<float>(classes, [&](std::size_t j) { return exponentials[j]; });
    addMultiple(factor, exponentials.data(), row_b, classes);
    row_b[labels[r]] -= share;
  }
}

inline void layerNorm(std::span<const float> input, std::span<const float> scale,
                      std::span<const float>, std::span<const float> outer,
                      std::span<float> input_b, std::span<float> scale_b,
                      std::span<float> shift_b) {
  const std::size_t n = scale.size();
  const float share = 1 / static_cast<float>(n);
  const float* s = scale.data();
  for (std::size_t start = 0; start < input.size(); start += n) {
    const float *x = &input[start], *o = &outer[start];
    const float mean = sumInParts<float>(n, [=](std::size_t j) { return x[j]; }) * share;
    const float variance =
        sumInParts<float>(n, [=](std::size_t j) { return (x[j] - mean) * (x[j] - mean); }) * share;
    const float inverse = 1 / std::sqrt(variance + 1e-5f);
    const float middle = sumInParts<float>(n, [=](std::size_t j) { return o[j] * s[j]; }) * share;
    const float along =
        sumInParts<float>(n, [=](std::size_t j) { return o[j] * s[j] * (x[j] - mean); }) * share *
        inverse * inverse;
    for (std::size_t j = 0; j < n; ++j) {
      const float centred = x[j] - mean;
      input_b[start + j] += inverse * (o[j] * s[j] - middle - centred * along);
      scale_b[j] += o[j] * centred * inverse;
      shift_b[j] += o[j];
    }
  }
}

inline void attention(const Floats& queries, const Floats& keys, const Floats& values,
                      const Floats& outer, int width, Floats& queries_b, Floats& keys_b,
                      Floats& values_b) {
  const int length = static_cast<int>(queries.size()) / width;
  const float scale = 1 / std::sqrt(static_cast<float>(width));
  Floats weights(length), weights_b(length);
  for (int q = 0; q < length; ++q) {
    const float *query = &queries[q * width], *from = &outer[q * width];
    float top = -1e30f, sum = 0;
    for (int k = 0; k <= q; ++k) {
      weights[k] = dot(query, &keys[k * width], width) * scale;
      weights_b[k] = dot(from, &values[k * width], width);
      top = std::max(top, weights[k]);
    }
    for (int k = 0; k <= q; ++k)
      sum += weights[k] = std::exp(weights[k] - top);
    float mean = 0;
    for (int k = 0; k <= q; ++k) {
      weights[k] /= sum;
      mean += weights[k] * weights_b[k];
    }
    for (int k = 0; k <= q; ++k) {
      const float score_b = weights[k] * (weights_b[k] - mean) * scale;
      addMultiple(weights[k], from, &values_b[k * width], width);
      addMultiple(score_b, query, &keys_b[k * width], width);
      addMultiple(score_b, &keys[k * width], &queries_b[q * width], width);
    }
  }
}

inline void conv2d(const Floats& input, const Floats& weights, const Floats& bias,
                   const Floats& outer, networks::Shape in, Floats& input_b, Floats& weights_b,
                   Floats& bias_b) {
  const networks::Shape out{static_cast<int>(bias.size()), in.height, in.width};
  const int plane = in.height * in.width;
  Floats to(plane);
  // Visits the rows that a weight of the mask connects.
  const auto eachRow = [&](int c, int dy, int dx, auto visit) {
    const int first = std::max(0, -dx), count = in.width - std::abs(dx);
    for (int y = std::max(0, -dy); y < in.height - std::max(0, dy); ++y)
      visit(y * in.width + first, in.at(c, y + dy, first + dx), count);
  };
  const auto eachWeight = [&](int o, auto visit) {
    int k = o * in.channels * 9;
    for (int c = 0; c < in.channels; ++c)
      for (int dy = -1; dy <= 1; ++dy)
        for (int dx = -1; dx <= 1; ++dx, ++k)
          visit(k, c, dy, dx);
  };
  for (int o = 0; o < out.channels; ++o) {
    std::fill(to.begin(), to.end(), bias[o]);
    eachWeight(o, [&](int k, int c, int dy, int dx) {
      eachRow(c, dy, dx,
              [&](int t, int i, int n) { addMultiple(weights[k], &input[i], &to[t], n); });
    });
    for (int i = 0; i < plane; ++i)
      to[i] = to[i] > 0 ? outer[o * plane + i] : 0;
    bias_b[o] += sumInParts<float>(plane, [&](std::size_t i) { return to[i]; });
    eachWeight(o, [&](int k, int c, int dy, int dx) {
      eachRow(c, dy, dx, [&](int t, int i, int n) {
        weights_b[k] += dot(&input[i], &to[t], n);
        addMultiple(weights[k], &to[t], &input_b[i], n);
      });
    });
  }
}

} // namespace manual
