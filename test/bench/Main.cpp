// Runs every benchmark often and briefly, interleaved, so that a machine's moods hit all of them
// alike.
#include "Ratios.h"

#include <benchmark/benchmark.h>

#include <vector>

int main(int argc, char** argv) {
  std::vector<char*> arguments(argv, argv + argc);
  static char repetitions[] = "--benchmark_repetitions=25";
  static char briefly[] = "--benchmark_min_time=0.02";
  static char interleaving[] = "--benchmark_enable_random_interleaving=true";
  arguments.insert(arguments.begin() + 1, {repetitions, briefly, interleaving});
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data()))
    return 2;
  bench::Ratios ratios;
  benchmark::RunSpecifiedBenchmarks(&ratios);
}
