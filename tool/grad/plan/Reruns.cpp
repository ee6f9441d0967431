#include "grad/plan/Reruns.h"

#include "analysis/IterationElements.h"
#include "grad/plan/LoopArrays.h"
#include "ir/Exchanges.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

namespace {

/// What the iterations do to one variable that outlives them.
struct Use {
  std::vector<const Assign*> writes;
  bool isRead = false;         // by the primal
  bool isReadReversed = false; // by the adjoints of its statements
  bool isUndone = false;       // somebody needs an older value
  bool isAdded = false;
};

class Reader {
public:
  Reader(const Kernel& kernel, const For& loop, const StatementAdjointMap& adjoints,
         const StoragePlan& plan)
      : kernel(kernel), adjoints(adjoints), plan(plan), own(declaredIn(loop.body)) {
    own.insert(loop.counter);
    forEachStmt(loop.body, [&](const Stmt& stmt) { statement(stmt); });
  }

  std::map<VarId, Use> uses;
  bool isPossible = true;

private:
  const Kernel& kernel;
  const StatementAdjointMap& adjoints;
  const StoragePlan& plan;
  std::set<VarId> own;

  void statement(const Stmt& stmt) {
    std::set<std::string> seen;
    isPossible = isPossible && !isTakenOnce(stmt, seen);
    forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, [&](const Place& p) { read(p); }); });
    const auto adjoint = adjoints.find(&stmt);
    if (adjoint != adjoints.end())
      readsOfAdjoint(adjoint->second);
    const auto* assigned = std::get_if<Assign>(&stmt.node);
    forEachWritten(kernel, stmt, [&](const Place& place) {
      forEachIndexRead(place, [&](const Place& p) { read(p); });
      if (own.contains(place.base))
        return;
      isPossible = isPossible && assigned;
      if (!assigned)
        return;
      Use& use = uses[place.base];
      use.writes.push_back(assigned);
      use.isUndone = use.isUndone || plan.overwrites.contains(&stmt);
      use.isAdded = use.isAdded || assigned->op != AssignOp::Set;
    });
  }

  /// A step of the program's, or a function of its own: it may draw the next random number.
  bool isTakenOnce(const Stmt& stmt, std::set<std::string>& seen) const {
    const auto* call = std::get_if<Call>(&stmt.node);
    return call ? takesSteps(call->function, seen)
                : std::holds_alternative<Perform>(stmt.node) && !exchangeOf(stmt);
  }

  bool takesSteps(const std::string& name, std::set<std::string>& seen) const {
    const auto function = std::ranges::find(kernel.functions, name, &Function::name);
    if (function == kernel.functions.end() || function->hasRule())
      return true;
    if (!seen.insert(name).second)
      return false;
    bool found = false;
    forEachStmt(function->as->body,
                [&](const Stmt& stmt) { found = found || isTakenOnce(stmt, seen); });
    return found;
  }

  /// An object without a derivative is by then what later steps have made of it.
  void read(const Place& place) {
    if (own.contains(place.base))
      return;
    uses[place.base].isRead = true;
    isPossible = isPossible && !(place.type->is(TypeKind::Opaque) && isChanged(place.base));
  }

  bool isChanged(VarId object) const {
    bool found = false;
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      if (!declared(stmt))
        forEachWritten(kernel, stmt, [&](const Place& p) { found = found || p.base == object; });
    });
    return found;
  }

  void readsOfAdjoint(const StatementAdjoint& adjoint) {
    isPossible = isPossible && !(adjoint.forward && adjoint.forward->usesTape);
    auto look = [&](const Place& p) { uses[p.base].isReadReversed = true; };
    forEachStmt(adjoint.code, [&](const Stmt& stmt) {
      forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, look); });
      forEachWritten(kernel, stmt, [&](const Place& place) { forEachIndexRead(place, look); });
    });
  }
};

/// Is it one element in an iteration, which one is known when the iteration begins, and is it
/// there?
bool isOneElement(const Kernel& kernel, const For& loop, const std::vector<const Assign*>& writes) {
  const Place& first = writes.front()->target;
  const std::set<VarId> inside = declaredIn(loop.body);
  bool isKnown = first.type->isScalar() && !first.path.empty();
  std::set<VarId> changed;
  forEachStmt(loop.body, [&](const Stmt& stmt) {
    forEachWritten(kernel, stmt, [&](const Place& p) { changed.insert(p.base); });
  });
  forEachIndexRead(first, [&](const Place& p) {
    isKnown = isKnown && !inside.contains(p.base) && !changed.contains(p.base);
  });
  const bool isThere = std::ranges::any_of(loop.body, [&](const Stmt& stmt) {
    return std::ranges::find(writes, std::get_if<Assign>(&stmt.node)) != writes.end();
  });
  return isKnown && isThere &&
         std::ranges::all_of(writes, [&](const Assign* s) { return isSame(s->target, first); });
}

bool needsTape(const For& loop, const StoragePlan& plan) {
  auto saves = [&](const Stmt& stmt) { return savesAnything(stmt, plan); };
  const auto ends = plan.scopes.find(&loop.body);
  const bool savesLocals =
      ends != plan.scopes.end() && (!ends->second.saved.empty() || !ends->second.onTape.empty());
  return savesLocals || std::ranges::any_of(loop.body, saves);
}

} // namespace

std::optional<Rerun> rerunOf(const Kernel& kernel, const For& loop,
                             const StatementAdjointMap& adjoints, const StoragePlan& plan) {
  const Reader reader(kernel, loop, adjoints, plan);
  if (!reader.isPossible || !analysis::privateArraysIn(plan.privateArrays, loop.body).empty())
    return std::nullopt;
  Rerun result;
  for (const auto& [var, use] : reader.uses) {
    if (use.writes.empty())
      continue;
    if (!use.isRead && !use.isReadReversed && !use.isUndone)
      result.left.insert(var);
    else if (isOneElement(kernel, loop, use.writes))
      result.overwritten.push_back(use.writes.front()->target);
    else if (use.isRead || use.isUndone || use.isAdded)
      return std::nullopt;
  }
  return result;
}

std::set<const Stmt*> loopsToRerun(const Kernel& kernel, const StatementAdjointMap& adjoints,
                                   const StoragePlan& plan) {
  std::set<const Stmt*> found;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    const auto* loop = std::get_if<For>(&stmt.node);
    const bool isMeant = loop && loop->parallel && loop->parallel->problem.empty() &&
                         !plan.indexed.contains(&stmt) && &stmt != plan.checkpoint.loop;
    if (isMeant && needsTape(*loop, plan) && rerunOf(kernel, *loop, adjoints, plan))
      found.insert(&stmt);
  });
  return found;
}

} // namespace treelize::grad
