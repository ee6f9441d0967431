// A small neural network in Eigen's matrices, and the optimiser that trains it.
//
// The loss is written for matrices, a column for each flower, and differentiated as such: there is
// no layer class with a backward pass. Adam is written for one matrix; called with networks, it
// updates every matrix and vector of them.
#pragma once

#include <treelize/annotations.hpp>

#include <Eigen/Core>

#include <cmath>

namespace flowers {

struct [[treelize::node]] Layer {
  Eigen::MatrixXd weights;
  Eigen::VectorXd bias;
};

struct [[treelize::node]] Network {
  Layer first, second, scores;
};

inline Eigen::MatrixXd affine(const Layer& layer, const Eigen::MatrixXd& inputs) {
  Eigen::MatrixXd outputs = layer.weights * inputs;
  outputs.colwise() += layer.bias;
  return outputs;
}

// A row of scores for each species.
inline Eigen::MatrixXd score(const Network& network, const Eigen::MatrixXd& inputs) {
  const Eigen::MatrixXd first = affine(network.first, inputs).array().tanh();
  const Eigen::MatrixXd second = affine(network.second, first).array().tanh();
  return affine(network.scores, second);
}

// The mean cross-entropy; `truth` has a 1 in each column, in the row of the species.
[[treelize(kernel, wrt = (network))]]
inline double loss(const Network& network, const Eigen::MatrixXd& inputs,
                   const Eigen::MatrixXd& truth) {
  const Eigen::MatrixXd scores = score(network, inputs);
  double total = 0;
  for (Eigen::Index n = 0; n < scores.cols(); ++n) {
    const double top = scores.col(n).maxCoeff();
    total +=
        top + std::log((scores.col(n).array() - top).exp().sum()) - scores.col(n).dot(truth.col(n));
  }
  return total / static_cast<double>(scores.cols());
}

// Adam's step for one matrix or vector of parameters.
template <class Matrix>
[[treelize(mode = strict)]] void adam(Matrix& parameters, const Matrix& gradient, Matrix& mean,
                                      Matrix& variance, double step) {
  mean += 0.1 * (gradient - mean);
  variance += 0.001 * (gradient.cwiseAbs2() - variance);
  parameters.array() -= step * mean.array() / (variance.array().sqrt() + 1e-8);
}

} // namespace flowers
