// Sacado's reverse mode: every operation leaves a node, a sweep over the nodes gives the adjoints.
#include <Sacado_trad.hpp>

#include "Cases.h"

#include <benchmark/benchmark.h>

namespace programs {

namespace {

using Active = Sacado::Rad::ADvar<double>;

template <class Case> void gradient(const Case& program, std::vector<double>& g) {
  std::vector<Active> active(program.x.begin(), program.x.end());
  Active result = program(std::span<const Active>(active));
  Active::Gradcomp();
  for (std::size_t i = 0; i < g.size(); ++i)
    g[i] = active[i].adj();
}

const bool registered = [] {
  forEachCase([](const auto& program) {
    benchmark::RegisterBenchmark((program.name + "/Sacado").c_str(), [program](benchmark::State& state) {
      std::vector<double> g(program.x.size());
      gradient(program, g);
      requireRight("Sacado, " + program.name, g, manualGradient(program));
      for (auto _ : state)
        gradient(program, g);
    });
  });
  return true;
}();

} // namespace

} // namespace programs
