// Runs every benchmark five times, interleaved, so that a machine's moods hit all of them alike.
#include "Ratios.h"

#include <benchmark/benchmark.h>

#include <vector>

int main(int argc, char** argv) {
  std::vector<char*> arguments(argv, argv + argc);
  static char repetitions[] = "--benchmark_repetitions=5";
  static char interleaving[] = "--benchmark_enable_random_interleaving=true";
  static char aggregates[] = "--benchmark_report_aggregates_only=true";
  arguments.insert(arguments.begin() + 1, {repetitions, interleaving, aggregates});
  int count = static_cast<int>(arguments.size());
  benchmark::Initialize(&count, arguments.data());
  if (benchmark::ReportUnrecognizedArguments(count, arguments.data()))
    return 2;
  bench::Ratios ratios;
  benchmark::RunSpecifiedBenchmarks(&ratios);
}
