#include "grad/finish/loops/RowNests.h"

#include "analysis/ElementRanges.h"
#include "analysis/Independence.h"
#include "analysis/Indices.h"
#include "grad/finish/loops/IndependentLoops.h"
#include "ir/Builder.h"
#include "ir/Loops.h"
#include "ir/Walk.h"

#include <algorithm>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

/// Compilers unroll such a nest, and vectorise the loop around it.
bool isUnrolled(const For& nest) {
  bool isShort = analysis::isShort(nest, analysis::unrolledTrips);
  forEachStmt(nest.body, [&](const Stmt& stmt) {
    const auto* inner = std::get_if<For>(&stmt.node);
    isShort = isShort && (!inner || analysis::isShort(*inner, analysis::unrolledTrips));
  });
  return isShort;
}

/// Every place that the statements read or write.
void forEachTouched(const Kernel& kernel, std::span<const Stmt> statements, const PlaceFn& fn) {
  forEachStmt(statements, [&](const Stmt& stmt) {
    forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, fn); });
    forEachWritten(kernel, stmt, [&](const Place& p) {
      forEachIndexRead(p, fn);
      fn(p);
    });
  });
}

/// Do the innermost loops of the nest run along rows as it is?
bool runsAlongInside(const Kernel& kernel, const Stmt& nest) {
  bool isInRow = true;
  forEachStmt(std::span(&nest, 1), [&](const Stmt& stmt) {
    const auto* inner = std::get_if<For>(&stmt.node);
    if (!inner || loopDepth(inner->body) > 0)
      return;
    const analysis::LoopFacts facts(kernel, *inner);
    forEachTouched(kernel, inner->body, [&](const Place& p) {
      isInRow = isInRow && (facts.keepsPlace(p) || analysis::runsAlong(kernel, p, facts));
    });
  });
  return isInRow;
}

} // namespace

RowNests::RowNests(const Kernel& kernel, const For& loop, const analysis::Origins& origins)
    : kernel(kernel), loop(loop), origins(origins), own(declaredIn(loop.body)),
      values(kernel, loop.body), changing(analysis::writesOf(kernel, loop.body)) {
  changing.insert(analysis::Region{loop.counter, {}});
  findSteady(loop.body);
}

void RowNests::findSteady(const Block& block) {
  for (const Stmt& stmt : block) {
    if (const auto* local = std::get_if<Declare>(&stmt.node)) {
      const ExprRef value = values.of(local->var);
      if (value && isUniform(*value)) {
        steady.insert(local->var);
        changing.erase(analysis::Region{local->var, {}});
      }
    }
    if (const auto* nest = std::get_if<For>(&stmt.node);
        nest && isUniform(*nest->lower) && isUniform(*nest->upper)) {
      changing.erase(analysis::Region{nest->counter, {}});
      findSteady(nest->body);
    }
  }
}

bool RowNests::isSteady(const Stmt& stmt) const {
  const auto* local = std::get_if<Declare>(&stmt.node);
  return local && steady.contains(local->var);
}

bool RowNests::contains(const Stmt& stmt) const {
  const auto* nest = std::get_if<For>(&stmt.node);
  return nest && !isUnrolled(*nest) && fits(*nest) && pays(stmt) && isOrderFree(stmt);
}

bool RowNests::fits(const For& nest) const {
  return !nest.parallel && !nest.hasOwnTape && isUniform(*nest.lower) && isUniform(*nest.upper) &&
         std::ranges::all_of(nest.body, [&](const Stmt& stmt) { return fits(stmt); });
}

bool RowNests::fits(const Stmt& stmt) const {
  if (const auto* inner = std::get_if<For>(&stmt.node))
    return fits(*inner);
  if (isSteady(stmt))
    return true;
  bool areRows = true;
  forEachTouched(kernel, std::span(&stmt, 1),
                 [&](const Place& p) { areRows = areRows && (p.path.empty() || isInRow(p)); });
  return areRows && fitsVectors(kernel, stmt);
}

/// One element in all iterations, or each iteration's neighbour of the last one's.
bool RowNests::isInRow(const Place& place) const {
  return !place.type->is(TypeKind::Bool) && (!analysis::mayMove(place, changing) || isAlong(place));
}

bool RowNests::isAlong(const Place& place) const {
  const analysis::LoopFacts facts(loop.counter, changing);
  return analysis::runsAlong(kernel, place, facts);
}

/// Does the nest carry numbers of the iteration's own along, or change elements in a row? One
/// element that sums what all iterations find the same is better held in a register.
bool RowNests::pays(const Stmt& nest) const {
  const std::span<const Stmt> whole(&nest, 1);
  const std::set<VarId> inside = declaredIn(whole);
  const analysis::RegionSet movedInside = analysis::writesOf(kernel, whole);
  bool runsAlong = false, changes = false, carries = false, holds = false;
  forEachStmt(whole, [&](const Stmt& stmt) {
    forEachExpr(stmt, [&](const Expr& e) {
      forEachLoad(e, [&](const Place& p) { runsAlong = runsAlong || isAlong(p); });
    });
    const auto* s = std::get_if<Assign>(&stmt.node);
    if (!s)
      return;
    carries = carries || (own.contains(s->target.base) && !inside.contains(s->target.base));
    if (!isAlong(s->target))
      return;
    changes = true;
    (analysis::mayMove(s->target, movedInside) ? runsAlong : holds) = true;
  });
  return runsAlong && (carries || (changes && (!holds || !runsAlongInside(kernel, nest))));
}

bool RowNests::isOrderFree(const Stmt& nest) const {
  For iteration = loop;
  iteration.body.clear();
  const std::set<VarId> inside = declaredIn(std::span(&nest, 1));
  for (const VarId var : own)
    if (!inside.contains(var))
      iteration.body.push_back(declare(var, nullptr));
  iteration.body.push_back(nest);
  if (!analysis::isOrderFree(kernel, iteration, [](const Place&, const Place&) { return false; }))
    return false;
  const std::set<VarId> written = analysis::writesOf(kernel, std::span(&nest, 1)).variables();
  bool areApart = true;
  forEachTouched(kernel, std::span(&nest, 1), [&](const Place& p) {
    for (const VarId var : written)
      areApart = areApart && (var == p.base || !origins.mayMeet(var, p.base));
  });
  return areApart;
}

} // namespace treelize::grad
