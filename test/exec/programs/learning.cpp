// What machine learning differentiates: a perceptron, a convolution, a recurrent cell, attention.
// RUN: rm -rf %t && mkdir %t
// RUN: %treelize %s -o %t/learning.treelize.hpp -- -std=c++20 -I%S/../../Inputs
// RUN: %cxx -I%t -I%S/../../Inputs %s %link -o %t/run && %t/run
#include <algorithm>
#include <cmath>
#include <span>
#include <treelize/annotations.hpp>
#include <vector>
namespace learning {

void dense(std::span<const double> weights, std::span<const double> in, std::span<double> out) {
  const std::size_t n = in.size();
  for (std::size_t i = 0; i < out.size(); ++i) {
    out[i] = weights[out.size() * n + i];
    for (std::size_t j = 0; j < n; ++j)
      out[i] += weights[i * n + j] * in[j];
  }
}

double crossEntropy(std::span<const double> scores, int label) {
  double most = scores[0];
  for (double s : scores)
    most = std::max(most, s);
  double sum = 0;
  for (double s : scores)
    sum += std::exp(s - most);
  return std::log(sum) + most - scores[label];
}

/// Two layers and a softmax over a batch, with weight decay.
TREELIZE(kernel, wrt = weights)
double perceptron(std::span<const double> weights, std::span<const double> inputs,
                  std::span<const int> labels, int hidden, int classes) {
  const int features = static_cast<int>(inputs.size() / labels.size());
  const int first = hidden * (features + 1);
  std::vector<double> h(hidden), scores(classes);
  double loss = 0;
  for (std::size_t sample = 0; sample < labels.size(); ++sample) {
    dense(weights.first(first), inputs.subspan(sample * features, features), h);
    for (double& v : h)
      v = std::tanh(v);
    dense(weights.subspan(first), h, scores);
    loss += crossEntropy(scores, labels[sample]);
  }
  loss /= static_cast<double>(labels.size());
  double decay = 0;
  for (double w : weights)
    decay += w * w;
  return loss + 1e-2 * decay;
}

/// A 3x3 convolution, a leaky rectifier, 2x2 maximum pooling and a linear head.
TREELIZE(kernel, wrt = kernel)
double convolution(std::span<const double> kernel, std::span<const double> image, int side) {
  const int out = side - 2;
  std::vector<std::vector<double>> map(out, std::vector<double>(out));
  for (int i = 0; i < out; ++i)
    for (int j = 0; j < out; ++j) {
      double sum = kernel[9];
      for (int a = 0; a < 3; ++a)
        for (int b = 0; b < 3; ++b)
          sum += kernel[3 * a + b] * image[(i + a) * side + j + b];
      map[i][j] = sum > 0 ? sum : 0.1 * sum;
    }
  double score = 0;
  for (int i = 0; i + 1 < out; i += 2)
    for (int j = 0; j + 1 < out; j += 2) {
      double most = map[i][j];
      for (int a = 0; a < 2; ++a)
        for (int b = 0; b < 2; ++b)
          if (map[i + a][j + b] > most)
            most = map[i + a][j + b];
      score += most * kernel[10] * (1 + 0.1 * i - 0.2 * j);
    }
  return 1 / (1 + std::exp(-score));
}

struct Gates {
  double reset, update, candidate;
};

/// A gated recurrent unit over a sequence, squared error of its predictions.
TREELIZE(kernel, wrt = w)
double recurrent(std::span<const double> w, std::span<const double> series, int units) {
  std::vector<double> state(units, 0.0), next(units);
  double error = 0;
  for (std::size_t t = 0; t + 1 < series.size(); ++t) {
    double prediction = 0;
    for (int i = 0; i < units; ++i) {
      const double* row = &w[i * (3 * units + 4)];
      Gates g{row[0] * series[t], row[1] * series[t], row[2] * series[t]};
      for (int j = 0; j < units; ++j) {
        g.reset += row[4 + j] * state[j];
        g.update += row[4 + units + j] * state[j];
      }
      g.reset = 1 / (1 + std::exp(-g.reset));
      g.update = 1 / (1 + std::exp(-g.update));
      for (int j = 0; j < units; ++j)
        g.candidate += row[4 + 2 * units + j] * g.reset * state[j];
      next[i] = (1 - g.update) * state[i] + g.update * std::tanh(g.candidate);
      prediction += row[3] * next[i];
    }
    state = next;
    error += (prediction - series[t + 1]) * (prediction - series[t + 1]);
  }
  return error;
}

/// Causal attention with one head: queries, keys and values side by side in x.
TREELIZE(kernel) double attention(std::span<const double> x, int tokens, int width) {
  std::vector<double> weight(tokens);
  double total = 0;
  for (int i = 0; i < tokens; ++i) {
    const double* query = &x[i * 3 * width];
    double most = -1e300;
    for (int j = 0; j <= i; ++j) {
      const double* key = &x[j * 3 * width + width];
      double score = 0;
      for (int k = 0; k < width; ++k)
        score += query[k] * key[k];
      weight[j] = score / std::sqrt(static_cast<double>(width));
      most = std::max(most, weight[j]);
    }
    double sum = 0;
    for (int j = 0; j <= i; ++j) {
      weight[j] = std::exp(weight[j] - most);
      sum += weight[j];
    }
    for (int k = 0; k < width; ++k) {
      double mixed = 0;
      for (int j = 0; j <= i; ++j)
        mixed += weight[j] / sum * x[j * 3 * width + 2 * width + k];
      total += mixed * mixed * (k + 1);
    }
  }
  return total;
}

} // namespace learning
#include "learning.treelize.hpp"

#include <GradientCheck.h>

std::vector<double> waves(std::size_t count, double by) {
  std::vector<double> v(count);
  for (std::size_t i = 0; i < count; ++i)
    v[i] = 0.8 * std::sin(by * static_cast<double>(i) + 0.3);
  return v;
}

int main() {
  using namespace learning;
  const std::vector<double> inputs = waves(24, 1.7), image = waves(100, 0.9),
                            series = waves(12, 0.6);
  const std::vector<int> labels{0, 2, 1, 2, 0, 1};
  check::scalar("perceptron", kernels::perceptron, waves(5 * 5 + 3 * 6, 2.3),
                std::span<const double>(inputs), std::span<const int>(labels), 5, 3);
  check::scalar("convolution", kernels::convolution, waves(11, 1.1), std::span<const double>(image),
                10);
  check::scalar("recurrent", kernels::recurrent, waves(3 * 13, 1.9),
                std::span<const double>(series), 3);
  check::scalar("attention", kernels::attention, waves(60, 1.3), 5, 4);
  return check::finish();
}
