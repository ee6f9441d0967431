// One image with its digit, and its part in the loss: what is summed up on many cores and machines.
#pragma once

#include "mlp.hpp"

#include <array>
#include <span>

namespace digits {

struct Sample {
  std::array<double, pixels> image;
  int label;
};

// The cross-entropy of one image: a kernel of its own, of which the mean over a batch is the loss.
[[treelize(kernel, wrt = (model))]]
inline double sampleLoss(const Model& model, const Sample& sample) {
  return loss(model, sample.image, std::span(&sample.label, 1));
}

} // namespace digits
