#include "grad/Adjoint.h"

#include "grad/Fusion.h"
#include "grad/Normalize.h"
#include "grad/SaveInLocals.h"
#include "grad/Simplify.h"
#include "grad/StoragePlan.h"
#include "grad/Sweeps.h"
#include "ir/Builder.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

namespace {

void addSeed(Kernel& kernel, Shadows& shadows) {
  if (!kernel.result || !isDifferentiable(*kernel.returnType))
    return;
  Variable seed;
  seed.name = "seed";
  seed.type = kernel.returnType;
  seed.role = Role::Seed;
  VarId id = addVariable(kernel, std::move(seed));
  kernel.parameters.push_back(id);
  shadows.set(*kernel.result, id);
}

/// The result is returned after the reverse sweep, which may have put an older value back.
void keepResult(Kernel& kernel, const Block& reverse, Block& out) {
  if (!kernel.result)
    return;
  bool isRestored = false;
  forEachStmt(reverse, [&](const Stmt& stmt) {
    const auto* pop = std::get_if<Pop>(&stmt.node);
    isRestored = isRestored || (pop && pop->place.base == *kernel.result);
  });
  VarId value = *kernel.result;
  if (isRestored) {
    Variable kept;
    kept.name = "value";
    kept.type = kernel.returnType;
    value = addVariable(kernel, std::move(kept));
    out.push_back(declare(value, load(kernel, *kernel.result)));
  }
  kernel.outputs = {value};
}

} // namespace

Kernel normalizeForAdjoint(const Kernel& primal) {
  Kernel kernel = primal;
  copyWrittenParameters(kernel);
  expandFills(kernel);
  nameResults(kernel);
  hoistBranchLocals(kernel);
  exposeControl(kernel);
  return kernel;
}

Kernel makeAdjoint(const Kernel& primal, const AdjointOptions& options) {
  Kernel kernel = normalizeForAdjoint(primal);
  analysis::Activity activity = analysis::findActivity(kernel);
  activity.enabled = options.useActivity;

  Shadows shadows(kernel, "_b");
  addSeed(kernel, shadows);
  addCallersShadows(kernel, shadows);

  // The body stays where it is from here on: the plan refers to its statements.
  StatementAdjoints rules(kernel, activity, shadows);
  StatementAdjointMap adjoints;
  forEachStmt(kernel.body, [&](const Stmt& stmt) { adjoints[&stmt] = rules.of(stmt); });
  const StoragePlan plan = planStorage(kernel, adjoints, activity);

  Sweeps sweeps{kernel, adjoints, plan, activity, shadows, options.orderLoops};
  MeetingSweeps parts = options.fuseLoops ? meetingSweeps(kernel, plan, sweeps).value_or(MeetingSweeps{})
                                          : MeetingSweeps{};
  if (parts.meeting.empty()) {
    parts.forward = sweeps.forward();
    parts.reverse = sweeps.reverse();
  }
  keepResult(kernel, parts.reverse, parts.rest);
  if (options.useRegisters)
    saveInLocals(kernel, parts.forward, parts.reverse);
  Block body;
  for (Block* part : {&parts.forward, &parts.meeting, &parts.rest, &parts.reverse})
    std::ranges::move(*part, std::back_inserter(body));
  kernel.body = std::move(body);
  simplify(kernel);
  return kernel;
}

} // namespace treelize::grad
