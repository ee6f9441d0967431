#include "grad/Sweeps.h"

#include "grad/normalize/Recurrences.h"
#include "grad/plan/Records.h"
#include "grad/plan/SkipIterations.h"
#include "ir/Builder.h"
#include "ir/Loops.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <utility>

namespace treelize::grad {

using namespace ir;

namespace {

template <class Key>
const LoopArray* find(const std::map<Key, LoopArray>& arrays, const Key& key) {
  auto found = arrays.find(key);
  return found == arrays.end() ? nullptr : &found->second;
}

std::optional<Parallel> reversed(std::optional<Parallel> parallel) {
  if (parallel)
    parallel->isReversed = true;
  return parallel;
}

} // namespace

const LoopArrays* Sweeps::arraysOf(const Stmt& loop) {
  if (!plan.indexed.contains(&loop))
    return nullptr;
  auto found = arrays.find(&loop);
  if (found == arrays.end())
    found = arrays.emplace(&loop, makeLoopArrays(kernel, std::get<For>(loop.node), plan)).first;
  return &found->second;
}

const LoopArray& Sweeps::scratchOf(const Block& block, VarId array) {
  auto found = scratch.find({&block, array});
  if (found == scratch.end())
    found = scratch
                .emplace(std::pair(&block, array),
                         makeLoopArray(kernel, array, kernel[array].type->element, ""))
                .first;
  return found->second;
}

/// Puts a value on the tape: into its array, or on top.
Stmt Sweeps::save(const Place& lost, const LoopArray* array, Location at) const {
  if (!array)
    return Stmt{at, Push{lost}};
  return assign(element(place(kernel, array->taken), {current->index}), AssignOp::Set, load(lost),
                at);
}

Stmt Sweeps::restore(const Place& lost, const LoopArray* array, Location at) const {
  if (!array)
    return Stmt{at, Pop{lost}};
  return assign(lost, AssignOp::Set, load(element(place(kernel, array->given), {current->index})),
                at);
}

/// The local that holds what the statement overwrites until its scope ends.
VarId Sweeps::heldIn(const Stmt& stmt) {
  auto found = held.find(&stmt);
  if (found == held.end()) {
    const Place& lost = std::get<Assign>(stmt.node).target;
    Variable variable;
    variable.name = kernel[lost.base].name + "_old";
    variable.type = lost.type;
    variable.location = stmt.location;
    found = held.emplace(&stmt, addVariable(kernel, std::move(variable))).first;
  }
  return found->second;
}

/// What goes to the tape at the end of the block. What iterations save into arrays does not.
std::vector<std::vector<SavedLocal>> Sweeps::recordsAtEnd(const Block& block,
                                                          const ScopePlan& ends) {
  std::vector<SavedLocal> saved;
  if (ends.isTapeUsedWithin)
    for (const auto& [array, size] : ends.onTape) {
      const LoopArray& room = scratchOf(block, array);
      saved.push_back({room.taken, room.given});
    }
  if (!current)
    for (VarId local : ends.saved)
      saved.push_back({local, local});
  for (const Stmt& stmt : block)
    if (plan.records.held.contains(&stmt))
      saved.push_back({heldIn(stmt), heldIn(stmt)});
  return recordsOf(kernel, saved, plan.records.blocks.contains(&block));
}

Block Sweeps::forwardFor(const Stmt& stmt, const For& loop) {
  if (&stmt == plan.checkpoint.loop)
    return checkpoints->forward();
  if (plan.rerun.contains(&stmt))
    return forwardOfRerun(stmt, loop);
  Block takes;
  const LoopArrays* const outer = std::exchange(current, arraysOf(stmt));
  if (current)
    for (const LoopArray& array : current->all())
      takes.push_back(Stmt{stmt.location, Take{array.taken, current->count}});
  histories.enter(stmt);
  For copy = loop;
  copy.body = forward(loop.body);
  current = outer;
  return histories.forward(stmt, std::move(takes), std::move(copy));
}

Block Sweeps::forward(std::span<const Stmt> statements) {
  Block out;
  for (const Stmt& stmt : statements) {
    if (plan.idle.contains(&stmt) || isLeft(stmt) || histories.isExchange(stmt))
      continue;
    histories.before(stmt, out);
    const std::size_t begin = out.size();
    forwardStmt(stmt, out);
    histories.rename(stmt, out, begin);
  }
  return out;
}

void Sweeps::forwardStmt(const Stmt& stmt, Block& out) {
  if (plan.records.held.contains(&stmt))
    out.push_back(declare(heldIn(stmt), load(std::get<Assign>(stmt.node).target), stmt.location));
  else if (plan.saves(stmt))
    for (const Place& lost : overwrittenPlaces(stmt, adjoints))
      out.push_back(
          save(lost, current ? find(current->overwritten, &stmt) : nullptr, stmt.location));
  if (const auto* loop = std::get_if<For>(&stmt.node))
    std::ranges::move(forwardFor(stmt, *loop), std::back_inserter(out));
  else
    out.push_back(withBlocks(stmt, [&](const Block& block) { return forward(block); }));
}

/// The statement as the forward sweep runs it.
Stmt Sweeps::withBlocks(const Stmt& stmt, const std::function<Block(const Block&)>& sweep) const {
  Stmt copy = stmt;
  if (auto* call = std::get_if<Call>(&copy.node))
    *call = *adjoints.at(&stmt).forward;
  auto targets = blocks(copy);
  auto sources = blocks(stmt);
  for (std::size_t i = 0; i < sources.size(); ++i)
    *targets[i] = sweep(*sources[i]);
  return copy;
}

Block Sweeps::forward(const Block& block) {
  Block body = forward(std::span(block));
  auto found = plan.scopes.find(&block);
  if (found == plan.scopes.end())
    return body;
  const ScopePlan& ends = found->second;
  Block out;
  for (const auto& [array, size] : ends.onTape) {
    const VarId taken = scratchOf(block, array).taken;
    replaceVariable(body, array, taken);
    out.push_back(Stmt{kernel[array].location, Take{taken, size}});
  }
  std::ranges::move(body, std::back_inserter(out));
  if (current)
    for (VarId local : ends.saved)
      out.push_back(save(place(kernel, local), find(current->saved, local), {}));
  for (const std::vector<SavedLocal>& record : recordsAtEnd(block, ends))
    for (const SavedLocal& local : record) {
      const bool isFirst = local.pushed == record.front().pushed;
      out.push_back(Stmt{kernel[local.pushed].location,
                         Push{place(kernel, local.pushed), 0,
                              isFirst ? static_cast<unsigned>(record.size() - 1) : 0}});
    }
  return out;
}

Block Sweeps::reverse(std::span<const Stmt> statements) {
  Block out;
  for (std::size_t i = statements.size(); i-- > 0;)
    reverseStep(statements[i], out);
  return out;
}

void Sweeps::reverseStep(const Stmt& stmt, Block& out, const ScopePlan* ends) {
  const LateRepetitions* late = nullptr;
  if (ends)
    if (const auto known = ends->recomputedLate.find(&stmt); known != ends->recomputedLate.end())
      late = &known->second;
  std::size_t begin = out.size();
  if (late) {
    for (const Stmt* declaration : late->before)
      out.push_back(*declaration);
    histories.renameBehind(stmt, out, begin);
    begin = out.size();
  }
  reverseStmt(stmt, out, late);
  const auto adjoint = adjoints.find(&stmt);
  histories.renameReverse(stmt, out, begin,
                          adjoint != adjoints.end() && adjoint->second.usesResult);
}

Block Sweeps::shadowsOf(const Block& block) {
  Block out;
  openShadows(block, out);
  return out;
}

Block Sweeps::forwardAndReverse(const Block& block) {
  Block out = forward(std::span(block));
  openShadows(block, out);
  std::ranges::move(reverse(std::span(block)), std::back_inserter(out));
  return out;
}

/// The block may be the body of a loop.
Block Sweeps::reverse(const Block& block, const For* loop) {
  Block out;
  restoreLocals(block, out);
  openShadows(block, out);
  if (!block.empty())
    histories.renameBehind(block.back(), out, 0);
  const std::size_t prologue = out.size();
  auto found = plan.scopes.find(&block);
  for (auto stmt = block.rbegin(); stmt != block.rend(); ++stmt)
    reverseStep(*stmt, out, found == plan.scopes.end() ? nullptr : &found->second);
  if (loop && skipsIterations)
    skipIteration(*loop, out, prologue);
  const bool popsOnEntry =
      found != plan.scopes.end() && (!found->second.saved.empty() || !found->second.onTape.empty());
  if (popsOnEntry)
    leaveArrays(block, found->second, out);
  if (out.size() == prologue && !popsOnEntry)
    return {};
  return out;
}

void Sweeps::skipIteration(const For& loop, Block& out, std::size_t prologue) {
  IterationsOwn own{.scratch = declaredIn(loop.body), .zeroShadows = {}};
  if (auto arrays = plan.privateArrays.find(&loop.body); arrays != plan.privateArrays.end())
    for (const auto& [array, size] : arrays->second) {
      own.scratch.insert(array);
      if (shadows.has(array))
        own.zeroShadows.insert(shadows.of(array));
    }
  skipWithoutSeeds(kernel, loop.counter, out, prologue, std::move(own));
}

/// The statements reach the arrays where they were found; what was found by a pointer is given back
/// now.
void Sweeps::leaveArrays(const Block& block, const ScopePlan& scope, Block& out) {
  for (auto array = scope.onTape.rbegin(); array != scope.onTape.rend(); ++array) {
    const LoopArray room = scratchOf(block, array->first);
    replaceVariable(out, array->first, room.given);
    if (scope.isTapeUsedWithin)
      out.push_back(
          Stmt{kernel[array->first].location, GiveBack{room.taken, room.taken, array->second}});
  }
}

void Sweeps::restoreLocals(const Block& block, Block& out) {
  auto ends = plan.scopes.find(&block);
  if (ends == plan.scopes.end())
    return;
  const ScopePlan& scope = ends->second;
  if (current)
    for (auto local = scope.saved.rbegin(); local != scope.saved.rend(); ++local) {
      const Place array = place(kernel, find(current->saved, *local)->given);
      out.push_back(
          declare(*local, load(element(array, {current->index})), kernel[*local].location));
    }
  const auto records = recordsAtEnd(block, scope);
  for (auto record = records.rbegin(); record != records.rend(); ++record)
    for (auto local = record->rbegin(); local != record->rend(); ++local) {
      out.push_back(declare(local->popped, nullptr, kernel[local->popped].location));
      out.push_back(
          Stmt{{},
               Pop{place(kernel, local->popped), 0,
                   local == record->rbegin() ? static_cast<unsigned>(record->size() - 1) : 0}});
    }
  findArrays(block, scope, out);
  for (const Stmt* stmt : scope.recomputed)
    out.push_back(*stmt);
  for (const Stmt& stmt : block)
    if (const auto* local = std::get_if<Declare>(&stmt.node);
        local && isOnlyRestored(block, scope, local->var))
      out.push_back(declare(local->var,
                            plan.shaped.contains(local->var) ? shapes.shadowOf(*local) : nullptr,
                            stmt.location));
}

/// Gives back the arrays of the iteration, unless the record at its end tells where they are.
void Sweeps::findArrays(const Block& block, const ScopePlan& scope, Block& out) {
  if (scope.isTapeUsedWithin)
    return;
  for (auto array = scope.onTape.rbegin(); array != scope.onTape.rend(); ++array) {
    const LoopArray room = scratchOf(block, array->first);
    out.push_back(
        Stmt{kernel[array->first].location, GiveBack{room.given, room.taken, array->second}});
  }
}

/// Nobody needs its last value, but the sweep puts back older ones.
bool Sweeps::isOnlyRestored(const Block& block, const ScopePlan& scope, VarId var) const {
  auto declares = [&](const Stmt* stmt) { return std::get<Declare>(stmt->node).var == var; };
  if (std::ranges::find(scope.saved, var) != scope.saved.end() ||
      std::ranges::any_of(scope.recomputed, declares))
    return false;
  bool isRestored = false;
  forEachStmt(block, [&](const Stmt& stmt) {
    if (plan.overwrites.contains(&stmt))
      forEachWritten(kernel, stmt,
                     [&](const Place& place) { isRestored = isRestored || place.base == var; });
  });
  return isRestored;
}

void Sweeps::openShadows(const Block& block, Block& out) {
  for (const Stmt& stmt : block) {
    const auto* local = std::get_if<Declare>(&stmt.node);
    if (!local || kernel[local->var].role == Role::Result)
      continue;
    if (activity.isActive(kernel, place(kernel, local->var)) && shadows.has(local->var))
      out.push_back(declare(shadows.of(local->var), shapes.shadowOf(*local), stmt.location));
  }
}

void Sweeps::reverseStmt(const Stmt& stmt, Block& out, const LateRepetitions* late) {
  if (const auto* loop = std::get_if<For>(&stmt.node))
    return reverseFor(stmt, *loop, out);
  if (const auto* loop = std::get_if<While>(&stmt.node))
    return reverseWhile(stmt, *loop, out);
  if (const auto* branch = std::get_if<If>(&stmt.node)) {
    If reversed{branch->condition, reverse(branch->thenBlock), reverse(branch->elseBlock)};
    if (!reversed.thenBlock.empty() || !reversed.elseBlock.empty())
      out.push_back(Stmt{stmt.location, std::move(reversed)});
    return;
  }
  auto found = adjoints.find(&stmt);
  if (found == adjoints.end())
    return;
  const StatementAdjoint& adjoint = found->second;
  if (!adjoint.usesResult)
    undo(stmt, out);
  if (late)
    for (const Stmt* declaration : late->behind)
      out.push_back(*declaration);
  std::ranges::copy(adjoint.code, std::back_inserter(out));
  if (adjoint.usesResult)
    undo(stmt, out);
}

/// Gives a place back what it held before the statement.
void Sweeps::undo(const Stmt& stmt, Block& out) {
  if (!plan.overwrites.contains(&stmt))
    return;
  if (const auto* s = std::get_if<Append>(&stmt.node))
    return out.push_back(drop(s->container, stmt.location));
  if (const auto* s = std::get_if<Drop>(&stmt.node))
    out.push_back(append(s->container, nullptr, stmt.location));
  if (plan.takenBack.contains(&stmt))
    return out.push_back(*inverseOf(kernel, stmt));
  if (const auto holder = plan.holders.find(&stmt); holder != plan.holders.end())
    return out.push_back(assign(std::get<Assign>(stmt.node).target, AssignOp::Set,
                                load(kernel, holder->second), stmt.location));
  if (plan.records.held.contains(&stmt))
    return out.push_back(assign(std::get<Assign>(stmt.node).target, AssignOp::Set,
                                load(kernel, heldIn(stmt)), stmt.location));
  const LoopArray* array = current ? find(current->overwritten, &stmt) : nullptr;
  const std::vector<Place> lost = overwrittenPlaces(stmt, adjoints);
  for (auto place = lost.rbegin(); place != lost.rend(); ++place)
    out.push_back(restore(*place, array, stmt.location));
}

void Sweeps::reverseFor(const Stmt& stmt, const For& loop, Block& out) {
  if (&stmt == plan.checkpoint.loop) {
    std::ranges::move(checkpoints->reverse(forwardAndReverse(loop.body)), std::back_inserter(out));
    return;
  }
  if (plan.rerun.contains(&stmt))
    return reverseOfRerun(stmt, loop, out);
  const LoopArrays* const outer = std::exchange(current, arraysOf(stmt));
  histories.enter(stmt);
  Block body = reverse(loop.body, &loop);
  if (current) {
    const std::vector<LoopArray> all = current->all();
    for (auto array = all.rbegin(); array != all.rend(); ++array)
      out.push_back(Stmt{stmt.location, GiveBack{array->given, array->taken, current->count}});
  }
  current = outer;
  For swept{
      loop.counter,           loop.lower, loop.upper, loop.step, !loop.descending, std::move(body),
      reversed(loop.parallel)};
  std::ranges::move(histories.reverse(stmt, std::move(swept)), std::back_inserter(out));
}

// --- iterations that run again -------------------------------------------------------------------

const Sweeps::RerunLoop& Sweeps::rerunOf(const Stmt& stmt) {
  auto found = reruns.find(&stmt);
  if (found != reruns.end())
    return found->second;
  const auto& loop = std::get<For>(stmt.node);
  RerunLoop made{.iteration = *grad::rerunOf(kernel, loop, adjoints, plan),
                 .arrays = {},
                 .count = tripCount(kernel, loop),
                 .index = iterationNumber(kernel, loop)};
  for (const Place& place : made.iteration.overwritten)
    made.arrays.push_back(makeLoopArray(kernel, place.base, place.type, "_old"));
  return reruns.emplace(&stmt, std::move(made)).first->second;
}

/// As the primal runs, without what only it has asked for.
Block Sweeps::plain(const Block& block) const {
  Block out;
  for (const Stmt& stmt : block) {
    if (plan.idle.contains(&stmt))
      continue;
    Stmt copy = withBlocks(stmt, [&](const Block& inner) { return plain(inner); });
    if (const auto* loop = std::get_if<While>(&stmt.node)) // nobody asks how often it ran
      std::erase_if(std::get<While>(copy.node).body, [&](const Stmt& s) {
        const Place* target = namedPlace(s);
        return target && target->base == tripsOf(*loop);
      });
    out.push_back(std::move(copy));
  }
  return out;
}

bool Sweeps::isLeft(const Stmt& stmt) const {
  const auto* assigned = std::get_if<Assign>(&stmt.node);
  return left && assigned && left->contains(assigned->target.base);
}

Block Sweeps::forwardOfRerun(const Stmt& stmt, const For& loop) {
  const RerunLoop& rerun = rerunOf(stmt);
  Block out, iteration;
  for (std::size_t i = 0; i < rerun.arrays.size(); ++i) {
    const VarId array = rerun.arrays[i].taken;
    out.push_back(Stmt{stmt.location, Take{array, rerun.count}});
    iteration.push_back(assign(element(place(kernel, array), {rerun.index}), AssignOp::Set,
                               load(rerun.iteration.overwritten[i]), stmt.location));
  }
  std::ranges::move(plain(loop.body), std::back_inserter(iteration));
  For copy = loop;
  copy.body = std::move(iteration);
  out.push_back(Stmt{stmt.location, std::move(copy)});
  return out;
}

void Sweeps::reverseOfRerun(const Stmt& stmt, const For& loop, Block& out) {
  const RerunLoop& rerun = rerunOf(stmt);
  Block iteration;
  for (std::size_t i = rerun.arrays.size(); i-- > 0;) {
    const LoopArray& array = rerun.arrays[i];
    out.push_back(Stmt{stmt.location, GiveBack{array.given, array.taken, rerun.count}});
    iteration.push_back(assign(rerun.iteration.overwritten[i], AssignOp::Set,
                               load(element(place(kernel, array.given), {rerun.index})),
                               stmt.location));
  }
  const LoopArrays* const outer = std::exchange(current, nullptr);
  left = &rerun.iteration.left;
  std::ranges::move(forwardAndReverse(loop.body), std::back_inserter(iteration));
  left = nullptr;
  current = outer;
  const bool hasOwnTape = usesTape(iteration);
  out.push_back(
      Stmt{stmt.location, For{loop.counter, loop.lower, loop.upper, loop.step, !loop.descending,
                              std::move(iteration), reversed(loop.parallel), hasOwnTape}});
}

void Sweeps::reverseWhile(const Stmt& stmt, const While& loop, Block& out) {
  Block body = reverse(loop.body);
  if (body.empty())
    return;
  const VarId trips = tripsOf(loop);
  const VarId id = addLocal(kernel, "trip", kernel[trips].type, stmt.location);
  out.push_back(Stmt{stmt.location, For{id, integer(0, kernel[trips].type), load(kernel, trips), 1,
                                        false, std::move(body)}});
}

} // namespace treelize::grad
