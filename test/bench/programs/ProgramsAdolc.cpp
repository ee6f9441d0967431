// ADOL-C records each program on its tape and then runs the tape backwards; the programs have branches, so that a
// tape is only good for the parameters it was recorded with.
#include <adolc/adolc.h>

#include "Cases.h"

#include <benchmark/benchmark.h>

namespace programs {

namespace {

constexpr short tag = 2;

template <class Case> void gradient(const Case& program, std::vector<double>& g) {
  double value = 0, seed = 1;
  trace_on(tag, 1);
  {
    std::vector<adouble> active(program.x.size());
    for (std::size_t i = 0; i < active.size(); ++i)
      active[i] <<= program.x[i];
    adouble result = program(std::span<const adouble>(active));
    result >>= value;
  }
  trace_off();
  fos_reverse(tag, 1, static_cast<int>(g.size()), &seed, g.data());
}

const bool registered = [] {
  forEachCase([](const auto& program) {
    benchmark::RegisterBenchmark((program.name + "/ADOL-C").c_str(), [program](benchmark::State& state) {
      std::vector<double> g(program.x.size());
      gradient(program, g);
      requireRight("ADOL-C, " + program.name, g, manualGradient(program));
      for (auto _ : state)
        gradient(program, g);
    });
  });
  return true;
}();

} // namespace

} // namespace programs
