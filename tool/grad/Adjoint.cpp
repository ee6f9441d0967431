#include "grad/Adjoint.h"

#include "analysis/Lengths.h"
#include "grad/Decide.h"
#include "grad/Finish.h"
#include "grad/Fusion.h"
#include "grad/Prepare.h"
#include "grad/Sweeps.h"
#include "grad/finish/scopes/GuardValue.h"
#include "grad/finish/storage/HoistRooms.h"
#include "grad/finish/storage/SaveInLocals.h"
#include "grad/finish/sums/FreeSums.h"
#include "grad/normalize/KeptSums.h"
#include "grad/normalize/ScratchArrays.h"
#include "grad/normalize/Twins.h"
#include "grad/plan/Checkpoints.h"
#include "grad/plan/Demand.h"
#include "grad/plan/PlanText.h"
#include "grad/plan/Reruns.h"
#include "grad/plan/StoragePlan.h"
#include "grad/plan/StoredNumbers.h"
#include "grad/rules/Calls.h"
#include "ir/Builder.h"
#include "ir/Identifiers.h"
#include "ir/Intrinsics.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <memory>

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

/// A kernel with all that its sweeps need. The body stays where it is from here on: the plan refers
/// to its statements.
class Reversal {
public:
  Reversal(Kernel normalized, DerivedFunctions& functions, const PassRunner& passes,
           bool isFunction)
      : kernel(std::move(normalized)), activity(analysis::findActivity(kernel)), shapes(kernel),
        shadows(kernel, "_b"), run(passes.at(Stage::plan)) {
    activity.enabled = run.on(Pass::activity);
    addSeed(kernel, shadows);
    addCallersShadows(kernel, shadows);
    StatementAdjoints rules(kernel, activity, shadows, functions,
                            isFunction ? analysis::FiniteByResult()
                                       : analysis::FiniteByResult(kernel, activity));
    forEachStmt(kernel.body, [&](const Stmt& stmt) { adjoints[&stmt] = rules.of(stmt); });
    if (run.on(Pass::twins))
      joinTwins(kernel, kernel.body, adjoints);
    storage = {.checkpoint = {},
               .privateArrays = {},
               .histories = {},
               .idle = {},
               .rerun = {},
               .passes = run.set(),
               .bodyEnds = isFunction};
    if (run.on(Pass::privatize))
      storage.privateArrays = analysis::findPrivateArrays(kernel);
    if (run.on(Pass::histories))
      storage.histories = analysis::findHistories(kernel);
    if (run.on(Pass::demand))
      storage.idle = idleAssignments(kernel, adjoints, shapes, isFunction);
    plan = planStorage(kernel, adjoints, activity, shapes, storage);
  }
  Reversal(const Reversal&) = delete;
  Reversal& operator=(const Reversal&) = delete;

  Kernel kernel;
  analysis::Activity activity;
  Shapes shapes;
  Shadows shadows;
  PassRunner run;
  StatementAdjointMap adjoints;
  StorageOptions storage;
  StoragePlan plan;

  /// The iterations of the main loop run again from snapshots.
  CheckpointDecision keepCheckpoints(unsigned slots) {
    CheckpointChoice choice = chooseCheckpoints(kernel, slots, plan);
    if (choice.plan.loop) {
      storage.checkpoint = std::move(choice.plan);
      plan = planStorage(kernel, adjoints, activity, shapes, storage);
    }
    return choice.decision;
  }

  /// The iterations of parallel loops run again, where they would use the tape; but not those of
  /// the fused loops.
  bool rerunLoops(const std::set<const Stmt*>& fused) {
    std::set<const Stmt*> loops = loopsToRerun(kernel, adjoints, plan);
    std::erase_if(loops, [&](const Stmt* loop) { return fused.contains(loop); });
    while (loops != storage.rerun) { // what one asks for may be what the next cannot do
      storage.rerun = loops;
      plan = planStorage(kernel, adjoints, activity, shapes, storage);
      const std::set<const Stmt*> possible = loopsToRerun(kernel, adjoints, plan);
      std::erase_if(loops, [&](const Stmt* loop) { return !possible.contains(loop); });
    }
    return !loops.empty();
  }

  Sweeps sweeps() {
    return {kernel, adjoints, plan, activity, shapes, shadows, run.on(Pass::zeros)};
  }

  /// Shows the plan as each of its passes leaves it: made anew without those that follow.
  void show() const {
    run.decided(Pass::activity, kernel, [&] { return notesOf(kernel, activity); });
    for (const PassRow& row : allPasses())
      if (row.runsIn(Stage::plan) && row.pass != Pass::activity)
        run.decided(row.pass, kernel, [&] { return notesOf(kernel, planUpTo(row.pass)); });
  }

private:
  StoragePlan planUpTo(Pass last) const {
    StorageOptions known = storage;
    known.passes = run.set().upTo(last);
    if (!known.passes.contains(Pass::privatize))
      known.privateArrays.clear();
    if (!known.passes.contains(Pass::demand))
      known.idle.clear();
    return planStorage(kernel, adjoints, activity, shapes, known);
  }

  /// The caller may have no use for what a function returns.
  std::set<VarId> allVariables() const {
    std::set<VarId> all;
    for (unsigned i = 0; i < kernel.variables.size(); ++i)
      all.insert({i});
    return all;
  }
};

/// With names for sums that are one number to keep where their parts are several, each tried by
/// itself.
std::unique_ptr<Reversal> planReversal(Kernel prepared, DerivedFunctions& functions,
                                       const PassRunner& passes, bool isFunction) {
  constexpr std::size_t mostTries = 8;
  const auto planned = [&](const Kernel& kernel) {
    return std::make_unique<Reversal>(Kernel(kernel), functions, passes, isFunction);
  };
  std::unique_ptr<Reversal> best = planned(prepared);
  if (!passes.on(Pass::combining))
    return best;
  for (std::size_t tries = 0, number = 0; tries < mostTries; ++tries) {
    Kernel named = prepared;
    if (!nameSumInside(named, number, storedIn(best->kernel, best->plan)))
      break;
    std::unique_ptr<Reversal> other = planned(named);
    if (!storedNumbers(other->kernel, other->plan)
             .isLessThan(storedNumbers(best->kernel, best->plan))) {
      ++number;
      continue;
    }
    prepared = std::move(named);
    best = std::move(other);
  }
  passes.at(Stage::normalize).hasRun(Pass::combining, prepared);
  return best;
}

/// The sweeps of a function: each with the other one's end as its beginning, and the tape between
/// them.
Kernel makeSweep(const FunctionRequest& request, DerivedFunctions& functions,
                 const PassRunner& passes) {
  Kernel body = kernelOf(request);
  prepareFunction(body, passes);
  const std::vector<VarId> parameters = body.parameters;
  const std::unique_ptr<Reversal> planned =
      planReversal(std::move(body), functions, passes, /*isFunction=*/true);
  Reversal& reversal = *planned;
  reversal.rerunLoops({});
  reversal.show();
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
  passes.at(Stage::sweeps).hasRun(Pass::adjoint, kernel);
  finish(kernel, passes, nullptr);
  return kernel;
}

/// An array on the tape, or somebody's behind a pointer that was on it.
bool isBehindPointer(const Kernel& kernel, const Place& place) {
  const Variable& variable = kernel[place.base];
  return variable.role == Role::Local && variable.type->is(TypeKind::Pointer);
}

/// Does a function change anything of its tape but by taking it off, or one that it calls?
bool changesTape(const Function& function, const Kernel& kernel, std::set<std::string> known = {}) {
  bool found = false;
  known.insert(function.name);
  forEachStmt(function.as->body, [&](const Stmt& stmt) {
    found =
        found || std::holds_alternative<Push>(stmt.node) || std::holds_alternative<Take>(stmt.node);
    if (!std::holds_alternative<Pop>(stmt.node))
      forEachWritten(*function.as, stmt, [&](const Place& place) {
        found = found || (!place.path.empty() && isBehindPointer(*function.as, place));
      });
    const auto* call = std::get_if<Call>(&stmt.node);
    if (!call || known.contains(call->function))
      return;
    const auto callee = std::ranges::find(kernel.functions, call->function, &Function::name);
    found = found || (callee != kernel.functions.end() && changesTape(*callee, kernel, known));
  });
  return found;
}

Kernel makeFunction(const FunctionRequest& request, DerivedFunctions& functions,
                    const PassRunner& passes) {
  return request.kind == DerivedKind::Primal ? makePrimal(request, functions)
                                             : makeSweep(request, functions, passes);
}

} // namespace

SweepsApart takeSweepsApart(const Kernel& primal, const PassRunner& passes) {
  Function whole;
  whole.name = freeName("pullback", [&](const std::string& name) {
    return std::ranges::count(primal.functions, name, &Function::name) > 0;
  });
  Kernel own = primal;
  own.functions.clear();
  whole.as = std::make_shared<Kernel>(std::move(own));
  Kernel all = primal;
  all.functions.push_back(whole);

  DerivedFunctions functions(all);
  const Function& asked = functions.primal(whole.name);
  ActiveParameters active;
  for (std::size_t i = 0; i < primal.parameters.size(); ++i)
    active.push_back(isDifferentiated(asked, i));
  functions.ask(asked, DerivedKind::Forward, active);
  functions.ask(asked, DerivedKind::Reverse, active);
  SweepsApart result{};
  result.kernel.name = primal.name;
  result.kernel.functions = derivedFunctions(functions, [&](const FunctionRequest& request) {
    return makeFunction(request, functions, passes);
  });
  result.rereads = !changesTape(result.kernel.functions[1], result.kernel);
  return result;
}

/// A vector whose length the kernel changes has its last one by now, and so must its shadow.
static void sizeShadows(Reversal& reversal, const std::set<VarId>& resized, Block& reverse) {
  Block sizing;
  for (const VarId callers : resized) {
    if (!analysis::isIndependent(reversal.kernel[callers]))
      continue;
    const Place shadow = reversal.shadows.of(place(reversal.kernel, callers));
    const ExprRef step =
        intrinsic(Intrinsic::size_like, {load(shadow), load(reversal.kernel, callers)}, voidType());
    sizing.push_back(
        Stmt{reversal.kernel[callers].location, Perform{step, {shadow}, std::nullopt}});
  }
  reverse.insert(reverse.begin(), sizing.begin(), sizing.end());
}

namespace {

/// The adjoint's body, which passes over the sweeps take apart and put together again.
class Sections {
public:
  explicit Sections(MeetingSweeps parts, Kernel& kernel) { join(std::move(parts), kernel); }

  template <class Step>
  void edit(Kernel& kernel, Step&& step) {
    MeetingSweeps parts = apart(kernel);
    step(parts);
    join(std::move(parts), kernel);
  }

private:
  static constexpr auto order = {&MeetingSweeps::forward, &MeetingSweeps::meeting,
                                 &MeetingSweeps::rest, &MeetingSweeps::reverse};
  std::vector<std::size_t> lengths;

  MeetingSweeps apart(Kernel& kernel) const {
    MeetingSweeps parts;
    auto from = kernel.body.begin();
    auto length = lengths.begin();
    for (Block MeetingSweeps::* part : order) {
      const auto to = from + static_cast<std::ptrdiff_t>(*length++);
      std::move(from, to, std::back_inserter(parts.*part));
      from = to;
    }
    return parts;
  }

  void join(MeetingSweeps parts, Kernel& kernel) {
    kernel.body.clear();
    lengths.clear();
    for (Block MeetingSweeps::* part : order) {
      lengths.push_back((parts.*part).size());
      std::ranges::move(parts.*part, std::back_inserter(kernel.body));
    }
  }
};

} // namespace

/// Do iterations leave on the tape where there something is?
static bool pushesPlaces(const Kernel& derived) {
  bool found = false;
  forEachStmt(derived.body, [&](const Stmt& stmt) {
    const auto* push = std::get_if<Push>(&stmt.node);
    found = found || (push && push->place.type->is(TypeKind::Pointer));
  });
  return found;
}

/// The adjoint of a kernel that is prepared.
static Kernel reverse(Kernel prepared, DerivedFunctions& functions, const PassRunner& passes,
                      const AdjointOptions& options, Decisions* decisions) {
  const std::unique_ptr<Reversal> planned =
      planReversal(std::move(prepared), functions, passes, /*isFunction=*/false);
  Reversal& reversal = *planned;
  Kernel& kernel = reversal.kernel;
  FreeSums sums = passes.on(Pass::sums) ? findFreeSums(kernel) : FreeSums();
  CheckpointDecision checkpoint = reversal.keepCheckpoints(options.checkpoints);
  const std::set<VarId> resized = analysis::resizedByKernel(kernel);
  auto meeting = [&](Sweeps& sweeps) {
    return passes.on(Pass::fusion) && resized.empty()
               ? meetingSweeps(kernel, reversal.plan, sweeps).value_or(MeetingSweeps{})
               : MeetingSweeps{};
  };
  Sweeps first = reversal.sweeps();
  MeetingSweeps parts = meeting(first);
  const bool isReplanned = reversal.rerunLoops(parts.loops);
  reversal.show();
  Sweeps sweeps = isReplanned ? reversal.sweeps() : std::move(first);
  if (isReplanned)
    parts = meeting(sweeps);
  if (parts.meeting.empty()) {
    parts.forward = sweeps.forward();
    parts.reverse = sweeps.reverse();
    sizeShadows(reversal, resized, parts.reverse);
  }
  const bool isCheckpointed = reversal.plan.checkpoint.loop != nullptr;
  if (parts.loops.contains(reversal.plan.checkpoint.loop))
    checkpoint.loop = {}; // it stores nothing
  const bool isFused = !parts.meeting.empty();
  if (decisions) {
    *decisions = decisionsOf(kernel, reversal.activity, reversal.plan, parts.loops);
    decisions->checkpoint = checkpoint;
  }
  if (options.returnsValue)
    keepResult(kernel, parts.reverse, parts.rest);

  Kernel result = std::move(kernel);
  Sections sections(std::move(parts), result);
  const PassRunner run = passes.at(Stage::sweeps);
  run.hasRun(Pass::adjoint, result);
  if (isFused)
    run.hasRun(Pass::fusion, result);
  if (!isCheckpointed)
    run(Pass::rooms, result, [&](Kernel& adjoint) {
      sections.edit(adjoint, [&](MeetingSweeps& sweeps) {
        hoistMeetingRooms(adjoint, sweeps.meeting);
        hoistRooms(adjoint, sweeps.forward, sweeps.reverse);
      });
    });
  run(Pass::registers, result, [&](Kernel& adjoint) {
    sections.edit(adjoint, [&](MeetingSweeps& sweeps) {
      saveInLocals(adjoint, sweeps.forward, sweeps.reverse);
      saveInLocals(adjoint, sweeps.meeting);
    });
  });
  run(Pass::rooms, result, [](Kernel& adjoint) { ownRooms(adjoint, adjoint.body); });
  if (decisions)
    findLocals(*decisions, result);
  for (const CarriedSum& sum :
       finish(result, passes, decisions ? &decisions->parallelLoops : nullptr))
    sums.add(sum);
  const PassRunner last = passes.at(Stage::finish);
  last(Pass::value, result, guardValue);
  last(Pass::sums, result, [&](Kernel& adjoint) {
    const std::vector<Repeated> freed = takeInAnyOrder(adjoint, sums);
    if (decisions)
      decisions->freeSums = freed;
  });
  result.functions = derivedFunctions(functions, [&](const FunctionRequest& request) {
    return makeFunction(request, functions, passes);
  });
  return result;
}

/// What iterations would leave on the tape as a vector each: rows of the tape can hold it. Where an
/// iteration uses the tape for other things as well they can only if all of them are rows; else it
/// would have to leave there where its rows are.
static void placeArrays(Kernel& prepared, const Kernel& primal, const PassRunner& passes) {
  const ScratchArrays found = findScratch(prepared);
  if (found.empty())
    return;
  DerivedFunctions functions(primal);
  const Reversal asMade(Kernel(prepared), functions, passes, /*isFunction=*/false);
  ScratchArrays sure, all = found;
  std::erase_if(all, [](const auto& array) { return !array.second.isHanded; });
  for (const auto& [block, ends] : asMade.plan.scopes)
    for (const VarId local : ends.saved)
      if (const auto array = found.find(local); array != found.end() && !array->second.isHanded) {
        all.insert(*array);
        if (!ends.isTapeUsedWithin)
          sure.insert(*array);
      }
  const auto share = [&](const ScratchArrays& arrays) {
    passes.at(Stage::normalize)(Pass::privatize, prepared,
                                [&](Kernel& kernel) { return shareScratch(kernel, arrays); });
  };
  const auto leavesPlaces = [&] {
    Kernel trial = prepared;
    shareScratch(trial, all);
    PassObserver nobody;
    DerivedFunctions ofTrial(primal);
    return pushesPlaces(
        reverse(std::move(trial), ofTrial, PassRunner(passes.set(), nobody), {}, nullptr));
  };
  if (all.size() > sure.size() && !leavesPlaces())
    share(all);
  else if (!sure.empty())
    share(sure);
}

Kernel makeAdjoint(const Kernel& primal, const PassRunner& passes, const AdjointOptions& options,
                   Decisions* decisions) {
  DerivedFunctions functions(primal);
  Kernel prepared = primal;
  prepareKernel(prepared, passes);
  if (passes.on(Pass::privatize))
    placeArrays(prepared, primal, passes);
  return reverse(std::move(prepared), functions, passes, options, decisions);
}

} // namespace treelize::grad
