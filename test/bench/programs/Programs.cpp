// The primal, the hand-written adjoint and the generated one of each program.
#include "Cases.h"

#include <benchmark/benchmark.h>

#include <cstdio>
#include <cstdlib>

namespace programs {

void requireRight(const std::string& who, const std::vector<double>& gradient, const std::vector<double>& right) {
  double worst = gradient.size() == right.size() ? 0 : 1, largest = 0;
  for (double x : right)
    largest = std::max(largest, std::fabs(x));
  for (std::size_t i = 0; i < right.size() && i < gradient.size(); ++i)
    worst = std::max(worst, std::fabs(gradient[i] - right[i]) / largest);
  if (worst < 1e-10)
    return;
  std::fprintf(stderr, "%s: the gradient is wrong by %g\n", who.c_str(), worst);
  std::exit(1);
}

namespace {

template <class Case, class Adjoint> void time(benchmark::State& state, const Case& program, Adjoint adjoint) {
  std::vector<double> g(program.x.size());
  for (auto _ : state) {
    std::fill(g.begin(), g.end(), 0.0);
    adjoint(program.x, g);
    benchmark::DoNotOptimize(g.data());
    benchmark::ClobberMemory();
  }
}

const bool registered = [] {
  forEachCase([](const auto& program) {
    std::vector<double> g(program.x.size());
    program.generated(program.x, g);
    requireRight("treelize, " + program.name, g, manualGradient(program));
    benchmark::RegisterBenchmark((program.name + "/primal").c_str(), [program](benchmark::State& state) {
      for (auto _ : state)
        benchmark::DoNotOptimize(program(Parameters(program.x)));
    });
    benchmark::RegisterBenchmark((program.name + "/hand-written").c_str(), [program](benchmark::State& state) {
      time(state, program, [&](Parameters p, Gradient g) { program.manual(p, g); });
    });
    benchmark::RegisterBenchmark((program.name + "/treelize").c_str(), [program](benchmark::State& state) {
      time(state, program, [&](Parameters p, Gradient g) { program.generated(p, g); });
    });
  });
  return true;
}();

} // namespace

} // namespace programs
