#include "Ratios.h"

#include <cstdio>

namespace bench {

void Ratios::ReportRuns(const std::vector<Run>& runs) {
  for (const Run& run : runs)
    if (run.aggregate_name == "median")
      medians_.emplace_back(run.run_name.function_name, run.GetAdjustedCPUTime());
  ConsoleReporter::ReportRuns(runs);
}

void Ratios::Finalize() {
  std::printf("\n%-24s %12s\n", "median", "/hand-written");
  for (const auto& [name, time] : medians_) {
    const std::string reference = name.substr(0, name.find('/')) + "/hand-written";
    for (const auto& [other, otherTime] : medians_)
      if (other == reference)
        std::printf("%-24s %12.2f\n", name.c_str(), time / otherTime);
  }
}

} // namespace bench
