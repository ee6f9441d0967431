#include "grad/Adjoint.h"

#include "analysis/Lengths.h"
#include "grad/Decide.h"
#include "grad/Fusion.h"
#include "grad/Sweeps.h"
#include "grad/finish/storage/ContractArrays.h"
#include "grad/finish/sums/FirstSums.h"
#include "grad/finish/indices/HoistIndices.h"
#include "grad/finish/indices/HoistLoads.h"
#include "grad/finish/indices/HoistLookups.h"
#include "grad/finish/storage/HoistRooms.h"
#include "grad/finish/sums/JoinSums.h"
#include "grad/finish/scopes/LateStarts.h"
#include "grad/finish/loops/MergeLoops.h"
#include "grad/finish/scopes/NarrowScopes.h"
#include "grad/finish/loops/OrderLoops.h"
#include "grad/finish/loops/ParallelLoops.h"
#include "grad/finish/sums/Reciprocals.h"
#include "grad/finish/sums/Reductions.h"
#include "grad/finish/storage/SaveInLocals.h"
#include "grad/finish/loops/SeedGuards.h"
#include "grad/finish/scopes/Simplify.h"
#include "grad/finish/scopes/SinkIntoBranches.h"
#include "grad/finish/loops/SkipZeros.h"
#include "grad/finish/indices/SpellIndices.h"
#include "grad/finish/loops/SplitLoops.h"
#include "grad/finish/scopes/StartLocals.h"
#include "grad/normalize/CountLoops.h"
#include "grad/normalize/FixLengths.h"
#include "grad/normalize/HoistValues.h"
#include "grad/normalize/NameLengths.h"
#include "grad/normalize/Normalize.h"
#include "grad/normalize/Recurrences.h"
#include "grad/normalize/Selections.h"
#include "grad/normalize/SinkLocals.h"
#include "grad/normalize/SinkLoop.h"
#include "grad/normalize/SplitArrays.h"
#include "grad/normalize/Twins.h"
#include "grad/plan/Checkpoints.h"
#include "grad/plan/Demand.h"
#include "grad/plan/Reruns.h"
#include "grad/plan/StoragePlan.h"
#include "grad/rules/Calls.h"
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
    value = addLocal(kernel, "value", kernel.returnType);
    out.push_back(declare(value, load(kernel, *kernel.result)));
  }
  kernel.outputs = {value};
}

} // namespace

static void normalize(Kernel& kernel, const AdjointOptions& options) {
  copyWrittenParameters(kernel);
  if (options.narrowScopes) {
    narrowScopes(kernel);
    startWithValues(kernel.body);
  }
  expandFills(kernel);
  if (options.fixLengths)
    fixLengths(kernel);
  if (options.solveRecurrences)
    nameSums(kernel);
  if (options.countLoops)
    countLoops(kernel);
  if (options.solveRecurrences)
    solveCounters(kernel);
  if (options.findWinners)
    findWinners(kernel);
  if (options.hoistValues)
    hoistValues(kernel);
  nameResults(kernel);
  if (options.joinTwins)
    placeTwinsTogether(kernel);
  if (options.privatizeArrays)
    nameLengths(kernel);
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

/// A kernel with all that its sweeps need. The body stays where it is from here on: the plan refers
/// to its statements.
class Reversal {
public:
  Reversal(Kernel normalized, DerivedFunctions& functions, const AdjointOptions& options,
           bool isFunction)
      : kernel(std::move(normalized)), activity(analysis::findActivity(kernel)),
        shadows(kernel, "_b"), skipsIterations(options.skipZeros) {
    activity.enabled = options.useActivity;
    addSeed(kernel, shadows);
    addCallersShadows(kernel, shadows);
    StatementAdjoints rules(kernel, activity, shadows, functions,
                            isFunction ? allVariables() : analysis::conditionalLocals(kernel));
    forEachStmt(kernel.body, [&](const Stmt& stmt) { adjoints[&stmt] = rules.of(stmt); });
    if (options.joinTwins)
      joinTwins(kernel, kernel.body, adjoints);
    storage = {.checkpoint = {},
               .privateArrays = {},
               .idle = {},
               .rerun = {},
               .takesBack = options.solveRecurrences,
               .usesArrays = options.useArrays,
               .recomputesLate = options.recomputeLate,
               .usesRecords = options.useRecords,
               .readsCopies = options.readCopies,
               .comparesElements = options.compareElements,
               .bodyEnds = isFunction};
    if (options.privatizeArrays)
      storage.privateArrays = analysis::findPrivateArrays(kernel);
    if (options.onlyDemanded)
      storage.idle = idleAssignments(kernel, adjoints, isFunction);
    plan = planStorage(kernel, adjoints, activity, storage);
  }
  Reversal(const Reversal&) = delete;
  Reversal& operator=(const Reversal&) = delete;

  Kernel kernel;
  analysis::Activity activity;
  Shadows shadows;
  bool skipsIterations;
  StatementAdjointMap adjoints;
  StorageOptions storage;
  StoragePlan plan;

  /// The iterations of the main loop run again from snapshots.
  CheckpointDecision keepCheckpoints(unsigned slots) {
    CheckpointChoice choice = chooseCheckpoints(kernel, slots, plan);
    if (choice.plan.loop) {
      storage.checkpoint = std::move(choice.plan);
      plan = planStorage(kernel, adjoints, activity, storage);
    }
    return choice.decision;
  }

  /// The iterations of parallel loops run again, where they would use the tape; but not those of
  /// the fused loop.
  bool rerunLoops(const Stmt* fused) {
    std::set<const Stmt*> loops = loopsToRerun(kernel, adjoints, plan);
    loops.erase(fused);
    while (loops != storage.rerun) { // what one asks for may be what the next cannot do
      storage.rerun = loops;
      plan = planStorage(kernel, adjoints, activity, storage);
      const std::set<const Stmt*> possible = loopsToRerun(kernel, adjoints, plan);
      std::erase_if(loops, [&](const Stmt* loop) { return !possible.contains(loop); });
    }
    return !loops.empty();
  }

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

void finish(Kernel& adjoint, const AdjointOptions& options,
            std::vector<ParallelDecision>* parallelLoops = nullptr) {
  if (options.narrowScopes) {
    narrowScopes(adjoint);
    sinkIntoBranches(adjoint);
  }
  if (options.chooseInLoops)
    chooseInLoops(adjoint);
  simplify(adjoint);
  const bool hasValues = options.setFirstSums && setFirstSums(adjoint);
  if (options.splitLoops)
    spellIndices(adjoint);
  if (options.orderLoops)
    orderLoops(adjoint);
  if (options.skipZeros)
    skipZeros(adjoint);
  const bool isMerged = options.mergeLoops && mergeLoops(adjoint);
  const bool isContracted = options.contractArrays && contractArrays(adjoint);
  if (hasValues || isMerged || isContracted)
    simplify(adjoint);
  if (options.joinSums)
    joinSums(adjoint);
  if (options.splitLoops)
    splitLoops(adjoint, options.gatherSums);
  if (options.sumInLocals)
    sumInLocals(adjoint);
  if (options.hoistLoads)
    hoistLoads(adjoint);
  if (options.shareReciprocals)
    shareReciprocals(adjoint);
  runInParallel(adjoint, Sums::OfShadows, parallelLoops);
  if (options.hoistIndices)
    hoistIndices(adjoint);
  if (options.hoistLookups)
    hoistLookups(adjoint);
  startLocals(adjoint);
  reuseNames(adjoint);
}

/// The sweeps of a function: each with the other one's end as its beginning, and the tape between
/// them.
Kernel makeSweep(const FunctionRequest& request, DerivedFunctions& functions,
                 const AdjointOptions& options) {
  Kernel body = kernelOf(request);
  normalize(body, options);
  if (options.narrowScopes)
    sinkLocals(body);
  exposeControl(body);
  const std::vector<VarId> parameters = body.parameters;
  Reversal reversal(std::move(body), functions, options, /*isFunction=*/true);
  reversal.rerunLoops(nullptr);
  Sweeps sweeps = reversal.sweeps();
  const bool isForward = request.kind == DerivedKind::Forward;
  Block sweep = isForward ? sweeps.forward() : sweeps.reverse();
  Kernel kernel = std::move(reversal.kernel);
  kernel.body = std::move(sweep);
  if (!isForward)
    std::erase_if(kernel.parameters, [&](VarId id) { return isOwnPassive(kernel[id]); });
  if (isForward) {
    kernel.parameters = parameters;
    if (kernel.result)
      kernel.outputs = {*kernel.result};
  }
  finish(kernel, options);
  return kernel;
}

Kernel makeFunction(const FunctionRequest& request, DerivedFunctions& functions,
                    const AdjointOptions& options) {
  return request.kind == DerivedKind::Primal ? makePrimal(request, functions)
                                             : makeSweep(request, functions, options);
}

} // namespace

/// A vector whose length the kernel changes has its last one by now, and so must its shadow.
static void sizeShadows(Reversal& reversal, const std::set<VarId>& resized, Block& reverse) {
  Block sizing;
  for (const VarId callers : resized) {
    if (!analysis::isIndependent(reversal.kernel[callers]))
      continue;
    const Place shadow = reversal.shadows.of(place(reversal.kernel, callers));
    const ExprRef step = opaque("treelize::size_like($0, $1)",
                                {load(shadow), load(reversal.kernel, callers)}, voidType());
    sizing.push_back(
        Stmt{reversal.kernel[callers].location, Perform{step, {shadow}, std::nullopt}});
  }
  reverse.insert(reverse.begin(), sizing.begin(), sizing.end());
}

Kernel makeAdjoint(const Kernel& primal, const AdjointOptions& options, Decisions* decisions) {
  DerivedFunctions functions(primal);
  Reversal reversal(normalizeForAdjoint(primal, options), functions, options, /*isFunction=*/false);
  Kernel& kernel = reversal.kernel;
  CheckpointDecision checkpoint = reversal.keepCheckpoints(options.checkpoints);
  const std::set<VarId> resized = analysis::resizedByKernel(kernel);
  auto meeting = [&](Sweeps& sweeps) {
    return options.fuseLoops && resized.empty()
               ? meetingSweeps(kernel, reversal.plan, sweeps).value_or(MeetingSweeps{})
               : MeetingSweeps{};
  };
  Sweeps first = reversal.sweeps();
  MeetingSweeps parts = meeting(first);
  const bool isReplanned = reversal.rerunLoops(parts.loop);
  Sweeps sweeps = isReplanned ? reversal.sweeps() : std::move(first);
  if (isReplanned)
    parts = meeting(sweeps);
  if (parts.meeting.empty()) {
    parts.forward = sweeps.forward();
    parts.reverse = sweeps.reverse();
    sizeShadows(reversal, resized, parts.reverse);
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
  finish(result, options, decisions ? &decisions->parallelLoops : nullptr);
  result.functions = derivedFunctions(functions, [&](const FunctionRequest& request) {
    return makeFunction(request, functions, options);
  });
  return result;
}

} // namespace treelize::grad
