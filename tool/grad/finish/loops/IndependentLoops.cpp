#include "grad/finish/loops/IndependentLoops.h"

#include "analysis/ElementRanges.h"
#include "analysis/Independence.h"
#include "analysis/IterationElements.h"
#include "grad/finish/loops/Comparisons.h"
#include "ir/Builder.h"
#include "ir/Loops.h"
#include "ir/Operators.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

namespace {

/// Lanes are vectors themselves.
bool fitsVectors(const Type& type) {
  const bool isOther =
      type.is(TypeKind::Real) && type.real != RealKind::Double && type.real != RealKind::Float;
  return type.isScalar() && type.bits <= 64 && !isOther;
}

/// Something that vectors have an instruction for.
bool isPlain(const Expr& e) {
  const auto* apply = std::get_if<Apply>(&e.node);
  const bool isKnown =
      apply || std::holds_alternative<Literal>(e.node) || std::holds_alternative<Load>(e.node) ||
      std::holds_alternative<Cast>(e.node) || std::holds_alternative<Select>(e.node);
  return isKnown && !(apply && isCostly(apply->op)) && fitsVectors(*e.type);
}

/// GCC takes the mark of a loop only where its condition calls no function, such as the `size` of a
/// vector.
void nameBound(Kernel& kernel, For& loop, Location at, Block& before) {
  const bool isPlainBound = !any(*loop.upper, [](const Expr& e) {
    const auto* read = std::get_if<Load>(&e.node);
    return !isPlain(e) || (read && !read->place.path.empty());
  });
  if (isPlainBound)
    return;
  const VarId bound = addLocal(kernel, "bound", loop.upper->type, at);
  before.push_back(declare(bound, loop.upper, at));
  loop.upper = load(kernel, bound);
}

} // namespace

// Any other local of an iteration would be memory that all iterations share.
bool fitsVectors(const Kernel& kernel, const Stmt& stmt) {
  const auto* local = std::get_if<Declare>(&stmt.node);
  const bool isNumber =
      local && fitsVectors(*kernel[local->var].type) && !kernel[local->var].byReference;
  bool isStraight = isNumber || std::holds_alternative<Assign>(stmt.node);
  forEachExpr(stmt, [&](const Expr& value) {
    isStraight = isStraight && !any(value, [](const Expr& e) { return !isPlain(e); });
  });
  return isStraight;
}

IndependentLoops::IndependentLoops(const Kernel& kernel, RunningSums sums)
    : kernel(kernel), sums(sums), dependences(kernel), origins(kernel) {}

bool IndependentLoops::contains(const For& loop, const Stmt& madeOf) const {
  const bool isSimple = loop.step == 1 && !loop.descending && !loop.parallel &&
                        loopDepth(loop.body) == 0 &&
                        !analysis::isShort(loop, analysis::unrolledTrips);
  auto isOfNumbers = [&](const Stmt& stmt) { return fitsVectors(kernel, stmt); };
  if (!isSimple || !std::ranges::all_of(loop.body, isOfNumbers) || !runsAlongArrays(loop))
    return false;
  auto areApart = [&](const Place& a, const Place& b) {
    return a.base == b.base && dependences.areApartIn(madeOf, a, b);
  };
  return analysis::areIterationsApart(kernel, loop, origins, areApart, sumsOf(loop));
}

std::set<VarId> IndependentLoops::sumsOf(const For& loop) const {
  std::set<VarId> found = runningSums(kernel, loop);
  if (sums == RunningSums::InLocals)
    std::erase_if(found, [&](VarId sum) {
      return kernel[sum].byReference || kernel[sum].role != Role::Local;
    });
  return found;
}

/// One element of each array after the other, or the same one. Elements of a std::vector<bool>
/// share words.
bool IndependentLoops::runsAlongArrays(const For& loop) const {
  const analysis::IterationElements elements(kernel, loop);
  bool found = true;
  auto look = [&](const Place& p) {
    found = found && (p.path.empty() || !p.type->is(TypeKind::Bool));
    for (const Selector& step : p.path)
      for (const ExprRef& index : step.indices)
        found = found && (elements.facts().isInvariant(*index) ||
                          (&step == &p.path.back() && elements.isInjective(*index)));
  };
  forEachStmt(loop.body, [&](const Stmt& stmt) {
    forEachExpr(stmt, [&](const Expr& e) { forEachLoad(e, look); });
    forEachWritten(kernel, stmt, look);
  });
  return found;
}

void markIndependentLoops(Kernel& adjoint) {
  const IndependentLoops independent(adjoint, RunningSums::InLocals);
  const Comparisons comparisons(adjoint);
  replaceEach(adjoint.body, [&](Stmt& stmt, Block& out) {
    auto* loop = std::get_if<For>(&stmt.node);
    if (loop && comparisons.of(loop->body) > 0 && independent.contains(*loop, stmt)) {
      loop->isIndependent = true;
      nameBound(adjoint, *loop, stmt.location, out);
    }
    out.push_back(std::move(stmt));
  });
}

} // namespace treelize::grad
