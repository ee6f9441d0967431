// The digits' Adam step over the model: the generated tree function, and the loops a person would
// write.
#include "DigitsInput.h"
#include "ManualLoss.h"
#include "mlp.treelize.hpp"

#include <benchmark/benchmark.h>

namespace bench {

namespace {

struct Moments {
  digits::Model parameters = digitsInput().model;
  digits::Model gradient = digitsInput().model;
  digits::Model mean = manual::zerosLike(digitsInput().model);
  digits::Model variance = manual::zerosLike(digitsInput().model);
};

void loop(std::vector<double>& parameters, const std::vector<double>& gradient,
          std::vector<double>& mean, std::vector<double>& variance, double step) {
  for (std::size_t i = 0; i < parameters.size(); ++i)
    digits::adam(parameters[i], gradient[i], mean[i], variance[i], step);
}

void loops(Moments& m, double step) {
  loop(m.parameters.hidden.weights, m.gradient.hidden.weights, m.mean.hidden.weights,
       m.variance.hidden.weights, step);
  loop(m.parameters.hidden.bias, m.gradient.hidden.bias, m.mean.hidden.bias,
       m.variance.hidden.bias, step);
  loop(m.parameters.output.weights, m.gradient.output.weights, m.mean.output.weights,
       m.variance.output.weights, step);
  loop(m.parameters.output.bias, m.gradient.output.bias, m.mean.output.bias,
       m.variance.output.bias, step);
}

void handWritten(benchmark::State& state) {
  Moments m;
  for (auto _ : state) {
    loops(m, 1e-6);
    benchmark::DoNotOptimize(m.parameters.output.bias.data());
    benchmark::ClobberMemory();
  }
}

void generated(benchmark::State& state) {
  Moments m;
  for (auto _ : state) {
    adam(m.parameters, m.gradient, m.mean, m.variance, 1e-6);
    benchmark::DoNotOptimize(m.parameters.output.bias.data());
    benchmark::ClobberMemory();
  }
}

} // namespace

BENCHMARK(handWritten)->Name("adam/hand-written");
BENCHMARK(generated)->Name("adam/treelize");

} // namespace bench
