#include "grad/Adjoint.h"

#include "grad/Calls.h"
#include "grad/Checkpoints.h"
#include "grad/Decide.h"
#include "grad/CountLoops.h"
#include "grad/Demand.h"
#include "grad/Fusion.h"
#include "grad/HoistLoads.h"
#include "grad/HoistRooms.h"
#include "grad/NarrowScopes.h"
#include "grad/Normalize.h"
#include "grad/OrderLoops.h"
#include "grad/Recurrences.h"
#include "grad/Reductions.h"
#include "grad/SaveInLocals.h"
#include "grad/Selections.h"
#include "grad/Simplify.h"
#include "grad/SinkLoop.h"
#include "grad/SkipZeros.h"
#include "grad/SplitArrays.h"
#include "grad/StoragePlan.h"
#include "grad/Sweeps.h"
#include "grad/Twins.h"
#include "ir/Builder.h"
#include "ir/Names.h"
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

static void normalize(Kernel& kernel, const AdjointOptions& options) {
  copyWrittenParameters(kernel);
  if (options.narrowScopes)
    narrowScopes(kernel);
  expandFills(kernel);
  if (options.solveRecurrences)
    nameSums(kernel);
  if (options.countLoops)
    countLoops(kernel);
  if (options.solveRecurrences)
    solveCounters(kernel);
  if (options.findWinners)
    findWinners(kernel);
  nameResults(kernel);
  if (options.joinTwins)
    placeTwinsTogether(kernel);
  if (options.splitArrays)
    splitArrays(kernel);
}

Kernel normalizeForAdjoint(const Kernel& primal, const AdjointOptions& options) {
  Kernel kernel = primal;
  normalize(kernel, options);
  hoistBranchLocals(kernel);
  exposeControl(kernel);
  if (options.fuseLoops)
    sinkMainLoop(kernel);
  return kernel;
}

namespace {

/// A kernel with all that its sweeps need. The body stays where it is from here on: the plan refers to its statements.
class Reversal {
public:
  Reversal(Kernel normalized, DerivedFunctions& functions, const AdjointOptions& options, bool isFunction)
      : kernel(std::move(normalized)), activity(analysis::findActivity(kernel)), shadows(kernel, "_b"),
        skipsIterations(options.skipZeros) {
    activity.enabled = options.useActivity;
    addSeed(kernel, shadows);
    addCallersShadows(kernel, shadows);
    StatementAdjoints rules(kernel, activity, shadows, functions,
                            isFunction ? allVariables() : analysis::conditionalLocals(kernel));
    forEachStmt(kernel.body, [&](const Stmt& stmt) { adjoints[&stmt] = rules.of(stmt); });
    if (options.joinTwins)
      joinTwins(kernel, kernel.body, adjoints);
    StorageOptions storage{.privateArrays = {}, .idle = {}, .takesBack = options.solveRecurrences, .usesArrays = options.useArrays,
                           .recomputesLate = options.recomputeLate, .usesRecords = options.useRecords, .bodyEnds = isFunction};
    if (options.privatizeArrays)
      storage.privateArrays = analysis::findPrivateArrays(kernel);
    if (options.onlyDemanded)
      storage.idle = idleAssignments(kernel, adjoints, isFunction);
    plan = planStorage(kernel, adjoints, activity, std::move(storage));
  }
  Reversal(const Reversal&) = delete;
  Reversal& operator=(const Reversal&) = delete;

  Kernel kernel;
  analysis::Activity activity;
  Shadows shadows;
  bool skipsIterations;
  StatementAdjointMap adjoints;
  StoragePlan plan;

  Sweeps sweeps() { return {kernel, adjoints, plan, activity, shadows, skipsIterations}; }

private:
  /// The caller may have no use for what a function returns.
  std::set<VarId> allVariables() const {
    std::set<VarId> all;
    for (unsigned i = 0; i < kernel.variables.size(); ++i)
      all.insert({i});
    return all;
  }
};

void finish(Kernel& adjoint, const AdjointOptions& options) {
  if (options.narrowScopes)
    narrowScopes(adjoint);
  if (options.orderLoops)
    orderLoops(adjoint);
  simplify(adjoint);
  if (options.sumInLocals)
    sumInLocals(adjoint);
  if (options.hoistLoads)
    hoistLoads(adjoint);
  if (options.skipZeros)
    skipZeros(adjoint);
  reuseNames(adjoint);
}

/// The sweeps of a function: each with the other one's end as its beginning, and the tape between them.
Kernel makeSweep(const FunctionRequest& request, DerivedFunctions& functions, const AdjointOptions& options) {
  Kernel body = kernelOf(request);
  normalize(body, options);
  exposeControl(body);
  const std::vector<VarId> parameters = body.parameters;
  Reversal reversal(std::move(body), functions, options, /*isFunction=*/true);
  Sweeps sweeps = reversal.sweeps();
  const bool isForward = request.kind == DerivedKind::Forward;
  Block sweep = isForward ? sweeps.forward() : sweeps.reverse();
  Kernel kernel = std::move(reversal.kernel);
  kernel.body = std::move(sweep);
  if (isForward) {
    kernel.parameters = parameters;
    if (kernel.result)
      kernel.outputs = {*kernel.result};
  }
  finish(kernel, options);
  return kernel;
}

Kernel makeFunction(const FunctionRequest& request, DerivedFunctions& functions, const AdjointOptions& options) {
  return request.kind == DerivedKind::Primal ? makePrimal(request, functions) : makeSweep(request, functions, options);
}

} // namespace

Kernel makeAdjoint(const Kernel& primal, const AdjointOptions& options, Decisions* decisions) {
  DerivedFunctions functions(primal);
  Reversal reversal(normalizeForAdjoint(primal, options), functions, options, /*isFunction=*/false);
  Kernel& kernel = reversal.kernel;
  CheckpointDecision checkpoint = planCheckpoints(kernel, options.checkpoints, reversal.plan);
  Sweeps sweeps = reversal.sweeps();
  MeetingSweeps parts = options.fuseLoops ? meetingSweeps(kernel, reversal.plan, sweeps).value_or(MeetingSweeps{})
                                          : MeetingSweeps{};
  if (parts.meeting.empty()) {
    parts.forward = sweeps.forward();
    parts.reverse = sweeps.reverse();
  }
  if (parts.loop && parts.loop == reversal.plan.checkpoint.loop)
    checkpoint.loop = {}; // it stores nothing
  if (decisions) {
    *decisions = decisionsOf(kernel, reversal.activity, reversal.plan, parts.loop);
    decisions->checkpoint = checkpoint;
  }
  keepResult(kernel, parts.reverse, parts.rest);
  if (options.hoistRooms && !reversal.plan.checkpoint.loop) {
    hoistMeetingRooms(kernel, parts.meeting);
    hoistRooms(kernel, parts.forward, parts.reverse);
  }
  if (options.useRegisters)
    saveInLocals(kernel, parts.forward, parts.reverse);
  Block body;
  for (Block* part : {&parts.forward, &parts.meeting, &parts.rest, &parts.reverse})
    std::ranges::move(*part, std::back_inserter(body));
  if (options.hoistRooms)
    ownRooms(kernel, body);
  Kernel result = std::move(kernel);
  result.body = std::move(body);
  if (decisions)
    findLocals(*decisions, result);
  finish(result, options);
  result.functions = derivedFunctions(
      functions, [&](const FunctionRequest& request) { return makeFunction(request, functions, options); });
  return result;
}

} // namespace treelize::grad
