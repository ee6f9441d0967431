#include "PassLog.h"

#include "print/Diff.h"

#include <ostream>
#include <utility>

namespace treelize {

bool PassLog::isCompared(Pass pass) const {
  return times || wish.all || wish.asDiff || wish.pass == pass;
}

void PassLog::begin() {
  seen.clear();
  since = PassTimes::Clock::now();
}

void PassLog::before(const PassRun& run, const ir::Kernel& kernel) {
  if (isCompared(run.pass))
    seen = ir::dump(kernel);
  since = PassTimes::Clock::now();
}

bool PassLog::wantsDecision(Pass pass) {
  return wish.all || wish.asDiff || wish.pass == pass;
}

void PassLog::after(const PassRun& run, const ir::Kernel& kernel, const ir::Notes& notes) {
  const auto took = PassTimes::Clock::now() - since;
  if (isCompared(run.pass)) {
    std::string text = ir::dump(kernel, notes);
    const bool hasChanged = text != seen;
    if (times)
      times->add(run, took, hasChanged);
    if (wish.pass == run.pass || (wish.all && hasChanged)) {
      const std::string where = kernel.name + " after " + std::string(rowOf(run.pass).text) + " (" +
                                std::string(nameOf(run.stage)) + ")";
      dumps << "// " << where << '\n';
      dumps << (wish.asDiff ? print::unifiedDiff(kernel.name + " before", seen, where, text)
                            : text);
    }
    seen = std::move(text);
  }
  since = PassTimes::Clock::now();
}

} // namespace treelize
