#include "passes/PassRunner.h"

#include "Bug.h"
#include "Whereabouts.h"
#include "ir/Verify.h"

namespace treelize {

namespace {

void checkStage(Pass pass, Stage stage) {
  require(rowOf(pass).runsIn(stage), "pass '" + std::string(rowOf(pass).text) +
                                         "' runs in the stage '" + std::string(nameOf(stage)) +
                                         "', which its row does not name");
}

void verify(Pass pass, Stage stage, const ir::Kernel& kernel) {
  const auto dialect = stage == Stage::lowering ? ir::Dialect::Raw : ir::Dialect::Structured;
  const std::string problem = ir::verify(kernel, dialect);
  require(problem.empty(), "after pass '" + std::string(rowOf(pass).text) + "' (" +
                               std::string(nameOf(stage)) + ") " + problem);
}

} // namespace

void PassRunner::hasRun(Pass pass, const ir::Kernel& kernel) const {
  if (!on(pass))
    return;
  checkStage(pass, stage);
  workAfter("pass '" + std::string(rowOf(pass).text) + "'");
  observer->after({pass, stage}, kernel, {});
  verify(pass, stage, kernel);
}

void PassRunner::decided(Pass pass, const ir::Kernel& kernel,
                         const std::function<ir::Notes()>& notes) const {
  if (!on(pass))
    return;
  checkStage(pass, stage);
  if (observer->wantsDecision(pass))
    observer->after({pass, stage}, kernel, notes());
}

} // namespace treelize
