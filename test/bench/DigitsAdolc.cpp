// ADOL-C records the loss on its tape and then runs the tape backwards; the loss has branches, so
// that a tape is only good for the weights it was recorded with.
#include "DigitsInput.h"
#include "GenericLoss.h"

#include <adolc/adolc.h>
#include <benchmark/benchmark.h>

namespace bench {

namespace {

constexpr short tag = 1;

std::size_t record() {
  const auto& [model, batch] = digitsInput();
  std::size_t count = 0;
  double value = 0;
  trace_on(tag, 1);
  {
    GenericModel<adouble> active;
    active.zip(model, [&](std::vector<adouble>& here, const std::vector<double>& there) {
      here.resize(there.size());
      for (std::size_t i = 0; i < there.size(); ++i, ++count)
        here[i] <<= there[i];
    });
    adouble total = genericLoss(active, batch.images, batch.labels);
    total >>= value;
  }
  trace_off();
  return count;
}

digits::Model replay(std::size_t count) {
  digits::Model gradient = digitsInput().model;
  std::vector<double> result(count);
  double seed = 1;
  fos_reverse(tag, 1, static_cast<int>(count), &seed, result.data());
  const double* next = result.data();
  GenericModel<double>().zip(gradient, [&](auto&, std::vector<double>& leaf) {
    for (double& x : leaf)
      x = *next++;
  });
  return gradient;
}

void recordAndReverse(benchmark::State& state) {
  requireRight("ADOL-C", replay(record()));
  for (auto _ : state)
    benchmark::DoNotOptimize(replay(record()));
}

} // namespace

BENCHMARK(recordAndReverse)->Name("digits/ADOL-C");

} // namespace bench
