#include "grad/plan/Recomputation.h"

#include "grad/plan/StorageCost.h"
#include "grad/plan/StoragePlan.h"
#include "ir/Builder.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

namespace {

/// What a block's locals are made of, as far as it takes to have those that are asked for.
struct LocalGraph {
  std::vector<StoredValue> values;
  std::map<VarId, std::size_t> numberOf; // locals, and arrays of which elements are read
  std::vector<std::size_t> open;         // declarations whose operands are not known yet

  /// Is it new?
  bool add(VarId variable, StoredValue value) {
    const bool isNew = numberOf.emplace(variable, values.size()).second;
    if (isNew)
      values.push_back(std::move(value));
    return isNew;
  }
};

} // namespace

Recomputation::Recomputation(const Kernel& kernel, const StatementAdjointMap& adjoints,
                             const analysis::RegionTrail& needed)
    : kernel(kernel), adjoints(adjoints), needed(needed), writes(kernel) {}

std::map<VarId, Storage> Recomputation::cheapest(const Block& block,
                                                 const std::function<bool(std::size_t)>& isThere) {
  const BlockFacts& facts = factsOf(block);
  LocalGraph graph;
  auto addLocal = [&](std::size_t at) {
    const VarId var = std::get<Declare>(block[at].node).var;
    const unsigned keep = isThere(at) ? 0 : costOfKeeping(*kernel[var].type);
    if (graph.add(var, {keep, {}, {}, needed.overlaps(place(kernel, var))}))
      graph.open.push_back(at);
  };
  auto addOperand = [&](StoredValue& value, const Place& p) {
    const bool isMemory = !p.path.empty() && !isKept(p);
    if (const auto at = facts.declaredAt(p.base); at && p.path.empty())
      addLocal(*at);
    else if (isMemory)
      graph.add(p.base, {costOfArray, {}, {}, false});
    if (const auto known = graph.numberOf.find(p.base); known != graph.numberOf.end())
      value.operands.push_back(known->second);
  };
  for (std::size_t i = 0; i < block.size(); ++i)
    if (const auto* s = std::get_if<Declare>(&block[i].node);
        s && needed.overlaps(place(kernel, s->var)))
      addLocal(i);
  while (!graph.open.empty()) {
    const std::size_t at = graph.open.back();
    graph.open.pop_back();
    const auto& s = std::get<Declare>(block[at].node);
    if (!isSingleNumber(s) || facts.changesAny(*s.value, at, block.size()))
      continue;
    StoredValue value = graph.values[graph.numberOf.at(s.var)];
    value.again = costOfComputing(*s.value);
    if (value.again && *value.again < value.keep)
      forEachRead(*s.value, [&](const Place& p) { addOperand(value, p); });
    graph.values[graph.numberOf.at(s.var)] = std::move(value);
  }
  const std::vector<Storage> choice = cheapestStorage(graph.values);
  std::map<VarId, Storage> result;
  for (const auto& [variable, number] : graph.numberOf)
    result.emplace(variable, choice[number]);
  return result;
}

Undone undoneBy(const Kernel& kernel, const std::set<const Stmt*>& overwrites) {
  Undone undone{overwrites, {}};
  std::set<VarId> others;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (!std::holds_alternative<Declare>(stmt.node))
      forEachWritten(kernel, stmt, [&](const Place& p) {
        (overwrites.contains(&stmt) ? undone.variables : others).insert(p.base);
      });
  });
  std::erase_if(undone.variables, [&](VarId var) { return others.contains(var); });
  return undone;
}

/// Is all that the local is made of what it was when the assignment at `at` has been undone, but
/// not before?
bool Recomputation::isBehind(const Block& block, const Declare& local, std::size_t from,
                             std::size_t at) {
  const BlockFacts& facts = factsOf(block);
  const Place& target = std::get<Assign>(block[at].node).target;
  bool stands =
      facts.changesAny(*local.value, at - 1, at) && !facts.changesAny(*local.value, from, at - 1);
  forEachRead(*local.value,
              [&](const Place& p) { stands = stands && (isSame(p, target) || isKept(p)); });
  forEachIndexRead(target, [&](const Place& p) { stands = stands && p.base != local.var; });
  return stands;
}

/// Does the statement set a place to the local, and whatever changes the place is undone?
bool Recomputation::isCopied(const Declare& local, const Stmt& stmt, const Undone& known) {
  const auto* s = std::get_if<Assign>(&stmt.node);
  const bool isCopy = s && s->op == AssignOp::Set &&
                      isLoadOf(*s->value, place(kernel, local.var)) &&
                      isSameInCpp(*s->target.type, *kernel[local.var].type);
  hasLate = hasLate || isCopy;
  return isCopy && (isKept(s->target) || known.variables.contains(s->target.base));
}

LateLocals Recomputation::lateAt(const Block& block, std::size_t at, const Undone& known,
                                 const std::set<const Stmt*>& overwrites) {
  const BlockFacts& facts = factsOf(block);
  // A number, by the next statement that changes it.
  const auto isPutBackNext = [&](const Place& p) {
    const std::optional<std::size_t> change =
        p.path.empty() ? facts.firstChange(p, at, block.size() - 1) : std::nullopt;
    const auto* next = change ? std::get_if<Assign>(&block[*change].node) : nullptr;
    const bool isItself = next && isSame(next->target, p);
    hasLate = hasLate || isItself;
    return isItself && known.overwrites.contains(&block[*change]);
  };
  const bool isUndoneFirst = std::holds_alternative<Assign>(block[at].node) &&
                             overwrites.contains(&block[at]) && !adjoints.at(&block[at]).usesResult;
  LateLocals found;
  for (std::size_t position : facts.lastReadAt(at)) {
    const auto& s = std::get<Declare>(block[position].node);
    const unsigned keep = costOfKeeping(*kernel[s.var].type);
    if (!isSingleNumber(s) || !needed.overlaps(place(kernel, s.var)) ||
        !facts.changesAny(*s.value, at - 1, block.size()))
      continue;
    if (isCopied(s, block[at], known)) {
      found.copied.push_back(position);
      continue;
    }
    if (costOfComputing(*s.value).value_or(keep) >= keep)
      continue;
    if (isUndoneFirst && isBehind(block, s, position, at)) {
      found.behind.push_back(position);
      continue;
    }
    bool isPutBack = true; // for others anyway
    forEachRead(*s.value,
                [&](const Place& p) { isPutBack = isPutBack && (isKept(p) || isPutBackNext(p)); });
    if (isPutBack && !facts.changesAny(*s.value, position, at))
      found.before.push_back(position);
  }
  return found;
}

const Place* Recomputation::copyOf(const Block& block, const Declare& local,
                                   const std::set<VarId>& kept, const std::set<const Stmt*>& idle) {
  if (!isSingleNumber(local))
    return nullptr;
  const BlockFacts& facts = factsOf(block);
  const std::vector<std::size_t>& copies = facts.copiesOf(local.var);
  hasCopies = hasCopies || !copies.empty();
  const auto found = std::ranges::find_if(copies, [&](std::size_t at) {
    const Place& element = std::get<Assign>(block[at].node).target;
    bool stands = kept.contains(element.base) && !idle.contains(&block[at]) &&
                  isSameInCpp(*element.type, *kernel[local.var].type) &&
                  !facts.declares(element.base) && !facts.changes(element, at, block.size());
    forEachIndexRead(element, [&](const Place& p) {
      stands = stands && !facts.declares(p.base) && !facts.changes(p, at, block.size());
    });
    return stands;
  });
  return found == copies.end() ? nullptr : &std::get<Assign>(block[*found].node).target;
}

std::optional<VarId> Recomputation::holderOf(const Block& block, std::size_t at,
                                             const ScopePlan& ends) {
  const Place& target = std::get<Assign>(block[at].node).target;
  if (!target.type->isScalar())
    return std::nullopt;
  const BlockFacts& facts = factsOf(block);
  const std::vector<std::size_t>& readings = facts.readingsOf(target.base);
  const auto found = std::find_if(readings.rbegin(), readings.rend(), [&](std::size_t position) {
    const auto& local = std::get<Declare>(block[position].node);
    if (position >= at || !isSingleNumber(local) || ends.isRecomputedLate(block[position]) ||
        !isSameInCpp(*kernel[local.var].type, *target.type) ||
        !isSame(std::get<Load>(local.value->node).place, target))
      return false;
    bool isSamePlace = true;
    forEachIndexRead(target, [&](const Place& p) {
      isSamePlace = isSamePlace && !facts.changes(p, position, at - 1);
    });
    const std::optional<std::size_t> change = facts.firstChange(target, position, at - 1);
    return isSamePlace && (!change || !isLookedAt(block, *change, at, target.base, ends));
  });
  return found == readings.rend() ? std::nullopt
                                  : std::optional(std::get<Declare>(block[*found].node).var);
}

/// By the reverse of the statements, `first` undone last; more than plain ones are not followed.
bool Recomputation::isLookedAt(const Block& block, std::size_t first, std::size_t last, VarId array,
                               const ScopePlan& ends) const {
  const auto readsArray = [&](const Stmt& stmt) { return reads(stmt, array); };
  for (std::size_t i = first; i <= last; ++i) {
    const Stmt& stmt = block[i];
    const bool isDeclaration = std::holds_alternative<Declare>(stmt.node);
    if ((!isDeclaration && !std::holds_alternative<Assign>(stmt.node)) ||
        (isDeclaration && reads(stmt, array)))
      return true;
    const StatementAdjoint& adjoint = adjoints.at(&stmt);
    const bool comesBefore = i > first || adjoint.usesResult; // before the first one is undone
    if (comesBefore && std::ranges::any_of(adjoint.code, readsArray))
      return true;
    const auto late = ends.recomputedLate.find(&stmt);
    if (late != ends.recomputedLate.end() &&
        std::ranges::any_of(late->second.all(), [&](const Stmt* s) { return reads(*s, array); }))
      return true;
  }
  return false;
}

const BlockFacts& Recomputation::factsOf(const Block& block) {
  auto found = facts.find(&block);
  if (found == facts.end())
    found = facts.emplace(&block, BlockFacts(kernel, block, adjoints)).first;
  return found->second;
}

bool Recomputation::isSingleNumber(const Declare& local) const {
  return local.value && kernel[local.var].type->isScalar() && writes.of(local.var).all() == 1;
}

/// Does it stay what it is, or does the reverse sweep put it back for others?
bool Recomputation::isKept(const Place& place) const {
  return writes.of(place.base).all() == 0 || needed.overlaps(place);
}

} // namespace treelize::grad
