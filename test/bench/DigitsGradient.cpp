// The primal, the hand-written adjoint and the generated one.
#include "DigitsInput.h"
#include "ManualLoss.h"
#include "mlp.treelize.hpp"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>

namespace bench {

namespace {

DigitsInput makeInput() {
  digits::Random random(7);
  const digits::Dataset all = digits::readDigits(DIGITS_CSV);
  DigitsInput input;
  for (std::size_t n = 0; n < 256; ++n)
    input.batch.add(all.image(n), all.labels[n]);
  const auto fill = [&](digits::Dense& layer, int outputs, int inputs) {
    layer.bias.resize(static_cast<std::size_t>(outputs));
    layer.weights.resize(static_cast<std::size_t>(outputs * inputs));
    for (double& weight : layer.weights)
      weight = random.uniform(-0.2, 0.2);
  };
  fill(input.model.hidden, digits::units, digits::pixels);
  fill(input.model.output, digits::classes, digits::units);
  return input;
}

double difference(const std::vector<double>& a, const std::vector<double>& b) {
  double worst = a.size() == b.size() ? 0 : 1;
  for (std::size_t i = 0; i < std::min(a.size(), b.size()); ++i)
    worst = std::max(worst, std::fabs(a[i] - b[i]) / (1e-3 + std::fabs(b[i])));
  return worst;
}

double difference(const digits::Dense& a, const digits::Dense& b) {
  return std::max(difference(a.weights, b.weights), difference(a.bias, b.bias));
}

void primal(benchmark::State& state) {
  const auto& [model, batch] = digitsInput();
  for (auto _ : state)
    benchmark::DoNotOptimize(digits::loss(model, batch.images, batch.labels));
}

void manualAdjoint(benchmark::State& state) {
  const auto& [model, batch] = digitsInput();
  for (auto _ : state)
    benchmark::DoNotOptimize(manual::lossGradient(model, batch.images, batch.labels));
}

void generatedAdjoint(benchmark::State& state) {
  const auto& [model, batch] = digitsInput();
  requireRight("treelize", digits::kernels::loss.grad(model, batch.images, batch.labels).model);
  for (auto _ : state)
    benchmark::DoNotOptimize(digits::kernels::loss.grad(model, batch.images, batch.labels));
}

} // namespace

const DigitsInput& digitsInput() {
  static const DigitsInput input = makeInput();
  return input;
}

void requireRight(const char* who, const digits::Model& gradient) {
  const auto& [model, batch] = digitsInput();
  const digits::Model right = manual::lossGradient(model, batch.images, batch.labels);
  const double worst = std::max(difference(gradient.hidden, right.hidden),
                                difference(gradient.output, right.output));
  if (worst < 1e-10)
    return;
  std::fprintf(stderr, "%s: the gradient is wrong by %g\n", who, worst);
  std::exit(1);
}

BENCHMARK(primal)->Name("digits/primal");
BENCHMARK(manualAdjoint)->Name("digits/hand-written");
BENCHMARK(generatedAdjoint)->Name("digits/treelize");

} // namespace bench
