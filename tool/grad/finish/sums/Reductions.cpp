#include "grad/finish/sums/Reductions.h"

#include "analysis/Regions.h"
#include "analysis/dependence/Dependences.h"
#include "grad/finish/loops/LoopGuards.h"
#include "ir/Builder.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

namespace {

class LocalSummer {
public:
  explicit LocalSummer(Kernel& kernel) : kernel(kernel), dependences(kernel) {}

  void statement(Stmt& stmt, Block& out) {
    Block after;
    present = &stmt;
    if (auto* loop = std::get_if<For>(&stmt.node); loop && isOfSums(kernel, *loop))
      sumApart(*loop, out, after);
    out.push_back(std::move(stmt));
    std::ranges::move(after, std::back_inserter(out));
  }

private:
  Kernel& kernel;
  const analysis::Dependences dependences;
  const Stmt* present = nullptr; // the loop

  void sumApart(For& loop, Block& before, Block& after) {
    const LoopFacts facts(kernel, loop);
    Block sums;
    for (std::size_t i = 0; i < loop.body.size(); ++i) {
      auto* s = std::get_if<Assign>(&loop.body[i].node);
      if (!s || s->op == AssignOp::Set || isRegister(kernel, s->target) ||
          !facts.isSteady(s->target) || !isAlone(s->target, loop))
        continue;
      const Location at = loop.body[i].location;
      const VarId sum = addLocal(kernel, kernel[s->target.base].name + "_sum", s->target.type, at);
      kernel[sum].shadowOf = kernel[s->target.base].shadowOf;
      before.push_back(declare(sum, real(0.0, s->target.type), at));
      sums.push_back(assign(s->target, AssignOp::Add, load(kernel, sum), at));
      s->target = place(kernel, sum);
    }
    if (sums.empty())
      return;
    const Location at = sums.front().location;
    appendWhereRuns(kernel, loop, std::move(sums), at, after);
  }

  /// Does nothing else in the loop touch the region?
  bool isAlone(const Place& target, const For& loop) const {
    unsigned touches = 0;
    auto look = [&](const Place& p) {
      const bool mayMeet = analysis::overlap(p, target) &&
                           (isSame(p, target) || !dependences.areApartIn(*present, p, target));
      touches += mayMeet ? 1 : 0;
    };
    forEachStmt(loop.body, [&](const Stmt& stmt) {
      forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, look); });
      if (const Place* place = namedPlace(stmt)) {
        forEachIndexRead(*place, look);
        look(*place);
      }
    });
    return touches == 1;
  }
};

} // namespace

void sumInLocals(Kernel& adjoint) {
  LocalSummer summer(adjoint);
  replaceEach(adjoint.body, [&](Stmt& stmt, Block& out) { summer.statement(stmt, out); });
}

} // namespace treelize::grad
