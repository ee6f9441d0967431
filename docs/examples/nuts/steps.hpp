// What the sampler does with trees, written for one number.
#pragma once

#include <treelize/annotations.hpp>

#include <random>

namespace nuts {

[[treelize]] inline void advance(double& value, double rate, double time) {
  value += time * rate;
}

[[treelize]] inline void refresh(double& momentum, std::mt19937_64& random) {
  momentum = std::normal_distribution()(random);
}

[[treelize]] inline double square(double momentum) {
  return momentum * momentum;
}

// How far the way from begin to end goes along with a momentum.
[[treelize]] inline double along(double begin, double end, double momentum) {
  return (end - begin) * momentum;
}

} // namespace nuts
