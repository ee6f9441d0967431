#include "grad/finish/sums/Reductions.h"

#include "analysis/LoopFacts.h"
#include "analysis/dependence/Dependences.h"
#include "grad/loops/LoopGuards.h"
#include "grad/loops/SureReads.h"
#include "ir/Builder.h"
#include "ir/Existence.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

class LocalSummer {
public:
  explicit LocalSummer(Kernel& kernel) : kernel(kernel), dependences(kernel) {}

  void statement(Stmt& stmt, Block& out) {
    Block after;
    present = &stmt;
    if (auto* loop = std::get_if<For>(&stmt.node); loop && loopDepth(loop->body) == 0)
      sumApart(*loop, out, after);
    out.push_back(std::move(stmt));
    std::ranges::move(after, std::back_inserter(out));
  }

private:
  Kernel& kernel;
  const analysis::Dependences dependences;
  const Stmt* present = nullptr; // the loop

  void sumApart(For& loop, Block& before, Block& after) {
    const analysis::LoopFacts facts(kernel, loop);
    Block always, sometimes;
    const auto take = [&](const Stmt& stmt, bool isSure) {
      const Assign* s = sumIntoAdjoint(kernel, stmt);
      if (!s || isRegister(kernel, s->target) || !facts.keepsPlace(s->target) ||
          !isAlone(s->target, loop))
        return;
      const Place target = s->target;
      const bool isThere = isSure || isAlwaysThere(kernel, target) || isReadAnyway(target, loop);
      if (!isThere && !target.type->is(TypeKind::Real))
        return;
      const Location at = stmt.location;
      const VarId sum = addLocal(kernel, kernel[target.base].name + "_sum", target.type, at);
      kernel[sum].shadowOf = kernel[target.base].shadowOf;
      before.push_back(declare(sum, real(0.0, target.type), at));
      const Stmt added = assign(target, AssignOp::Add, load(kernel, sum), at);
      if (isThere)
        always.push_back(added);
      else
        sometimes.push_back(whereNotZero(sum, added));
      sumIn(sum, target, loop.body);
    };
    for (const Stmt& stmt : loop.body)
      take(stmt, /*isSure=*/true);
    forEachStmt(loop.body, [&](const Stmt& stmt) { take(stmt, /*isSure=*/false); });
    if (!always.empty()) {
      const Location at = always.front().location;
      appendWhereRuns(kernel, loop, std::move(always), at, after);
    }
    std::ranges::move(sometimes, std::back_inserter(after));
  }

  /// Does the loop, whenever it runs, name the element whose adjoint this is? Then it exists.
  bool isReadAnyway(Place target, const For& loop) const {
    const std::optional<VarId> primal = kernel[target.base].shadowOf;
    if (!primal)
      return false;
    target.base = *primal;
    return std::ranges::any_of(loop.body,
                               [&](const Stmt& stmt) { return surelyTouches(stmt, target); });
  }

  /// A branch that no iteration has taken may name an element that does not exist.
  Stmt whereNotZero(VarId sum, const Stmt& added) const {
    const ExprRef isAny =
        apply(Op::ne_, {load(kernel, sum), real(0.0, kernel[sum].type)}, boolType());
    return Stmt{added.location, If{isAny, {added}, {}}};
  }

  void sumIn(VarId sum, const Place& target, Block& block) const {
    for (Stmt& stmt : block) {
      if (isSumTo(target, stmt))
        std::get<Assign>(stmt.node).target = place(kernel, sum);
      for (Block* inner : blocks(stmt))
        sumIn(sum, target, *inner);
    }
  }

  bool isSumTo(const Place& target, const Stmt& stmt) const {
    const Assign* s = sumIntoAdjoint(kernel, stmt);
    return s && isSame(s->target, target);
  }

  /// Does nothing in the loop touch the region but sums to adjoints? These may be taken in any
  /// order, by whatever index.
  bool isAlone(const Place& target, const For& loop) const {
    bool isAlone = true;
    auto look = [&](const Place& p) {
      isAlone = isAlone && (!analysis::overlap(p, target) ||
                            (!isSame(p, target) && dependences.areApartIn(*present, p, target)));
    };
    for (const Stmt& stmt : loop.body)
      forEachStmt(std::span(&stmt, 1), [&](const Stmt& part) {
        forEachExpr(part, [&](const Expr& e) { forEachRead(e, look); });
        if (const Place* place = namedPlace(part)) {
          forEachIndexRead(*place, look);
          if (!sumIntoAdjoint(kernel, part))
            look(*place);
        }
      });
    return isAlone;
  }
};

} // namespace

void sumInLocals(Kernel& adjoint) {
  LocalSummer summer(adjoint);
  replaceEach(adjoint.body, [&](Stmt& stmt, Block& out) { summer.statement(stmt, out); });
}

} // namespace treelize::grad
