// Looks on while the passes run: prints kernels for --dump-after, takes the time for --time-passes.
#pragma once

#include "PassTimes.h"
#include "passes/PassRunner.h"

#include <iosfwd>
#include <optional>
#include <string>

namespace treelize {

/// What --dump-after asks for.
struct DumpWish {
  std::optional<Pass> pass;
  bool all = false;    // every pass that changes something
  bool asDiff = false; // what it changed, as a diff
};

class PassLog : public PassObserver {
public:
  /// Kernels go to `dumps`, times to `times` if they are asked for.
  PassLog(DumpWish wish, std::ostream& dumps, PassTimes* times)
      : wish(wish), dumps(dumps), times(times) {}

  /// What the next pass makes, it makes from nothing, and from now on.
  void begin();

  void before(const PassRun& run, const ir::Kernel& kernel) override;
  void after(const PassRun& run, const ir::Kernel& kernel, const ir::Notes& notes) override;
  bool wantsDecision(Pass pass) override;

private:
  const DumpWish wish;
  std::ostream& dumps;
  PassTimes* const times;
  std::string seen; // the kernel when somebody looked last
  PassTimes::Clock::time_point since{};

  bool isCompared(Pass pass) const;
};

} // namespace treelize
