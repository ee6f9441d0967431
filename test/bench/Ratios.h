// Prints, after the usual table, each group's times as multiples of its hand-written member.
// A time is the shortest of all repetitions: what else the machine does can only lengthen one.
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
  std::vector<std::pair<std::string, double>> shortest_; // `group/member`, seconds

  void add(const std::string& name, double time);
};

} // namespace bench
