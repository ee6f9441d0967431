// Prints, after the usual table, each group's times as multiples of its hand-written member.
#pragma once

#include <benchmark/benchmark.h>

#include <string>
#include <utility>
#include <vector>

namespace bench {

class Ratios : public benchmark::ConsoleReporter {
public:
  void ReportRuns(const std::vector<Run>& runs) override;
  void Finalize() override;

private:
  std::vector<std::pair<std::string, double>> medians_; // `group/member`, nanoseconds
};

} // namespace bench
