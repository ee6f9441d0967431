// What the passes took, for --time-passes.
#pragma once

#include "passes/PassRunner.h"

#include <chrono>
#include <iosfwd>
#include <map>
#include <utility>

namespace treelize {

enum class TimesForm { none, text, json };

class PassTimes {
public:
  using Clock = std::chrono::steady_clock;

  void add(const PassRun& run, Clock::duration took, bool hasChanged);
  /// A line for each pass and stage, the slowest first, and one for all that is no pass. `whole` is
  /// what the run took.
  void print(std::ostream& out, TimesForm form, Clock::duration whole) const;

private:
  struct Sum {
    unsigned runs = 0;
    unsigned changed = 0; // runs that changed the kernel
    Clock::duration took{};
  };
  using Row = std::pair<std::pair<Pass, Stage>, Sum>;
  std::map<std::pair<Pass, Stage>, Sum> sums;

  std::vector<Row> slowestFirst() const;
  void printText(std::ostream& out, Clock::duration whole) const;
  void printJson(std::ostream& out, Clock::duration whole) const;
};

} // namespace treelize
