// Sacado's reverse mode: every operation leaves a node, a sweep over the nodes gives the adjoints.
#include "GenericLoss.h"

// Sacado's math functions are found by argument-dependent lookup from genericLoss.
#include <Sacado_trad.hpp>

#include "DigitsInput.h"

#include <benchmark/benchmark.h>

namespace bench {

namespace {

using Active = Sacado::Rad::ADvar<double>;

digits::Model gradient() {
  const auto& [model, batch] = digitsInput();
  GenericModel<Active> active;
  active.zip(model, [](std::vector<Active>& here, const std::vector<double>& there) {
    here.assign(there.begin(), there.end());
  });
  Active total = genericLoss(active, batch.images, batch.labels);
  Active::Gradcomp();

  digits::Model result = model;
  active.zip(result, [](std::vector<Active>& here, std::vector<double>& there) {
    for (std::size_t i = 0; i < there.size(); ++i)
      there[i] = here[i].adj();
  });
  return result;
}

void reverse(benchmark::State& state) {
  requireRight("Sacado", gradient());
  for (auto _ : state)
    benchmark::DoNotOptimize(gradient());
}

} // namespace

BENCHMARK(reverse)->Name("digits/Sacado");

} // namespace bench
