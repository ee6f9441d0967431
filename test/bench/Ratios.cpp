#include "Ratios.h"

#include <algorithm>
#include <cstdio>

namespace bench {

void Ratios::add(const std::string& name, double time) {
  auto known = std::find_if(shortest_.begin(), shortest_.end(),
                            [&](const auto& entry) { return entry.first == name; });
  if (known == shortest_.end())
    shortest_.emplace_back(name, time);
  else
    known->second = std::min(known->second, time);
}

void Ratios::ReportRuns(const std::vector<Run>& runs) {
  std::vector<Run> aggregates;
  for (const Run& run : runs)
    if (run.run_type == Run::RT_Aggregate)
      aggregates.push_back(run);
    else
      add(run.run_name.function_name, run.cpu_accumulated_time / double(run.iterations));
  ConsoleReporter::ReportRuns(aggregates);
}

void Ratios::Finalize() {
  std::sort(shortest_.begin(), shortest_.end());
  std::printf("\n%-28s %12s %14s\n", "shortest", "ns", "/hand-written");
  for (const auto& [name, time] : shortest_) {
    const std::string reference = name.substr(0, name.find('/')) + "/hand-written";
    for (const auto& [other, otherTime] : shortest_)
      if (other == reference)
        std::printf("%-28s %12.1f %14.2f\n", name.c_str(), time * 1e9, time / otherTime);
  }
}

} // namespace bench
