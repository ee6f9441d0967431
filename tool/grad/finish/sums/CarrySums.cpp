#include "grad/finish/sums/CarrySums.h"

#include "analysis/LoopFacts.h"
#include "grad/finish/indices/SureReads.h"
#include "grad/finish/loops/LoopGuards.h"
#include "ir/Builder.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

/// How the statements of a loop touch what may be the same element.
struct Touches {
  unsigned reads = 0, writes = 0;
};

Touches touchesOf(const For& loop, const Place& element) {
  Touches found;
  const auto read = [&](const Place& p) { found.reads += analysis::overlap(p, element) ? 1 : 0; };
  for (const Stmt& stmt : loop.body) {
    forEachExpr(stmt, [&](const Expr& e) { forEachRead(e, read); });
    if (const Place* target = namedPlace(stmt)) {
      forEachIndexRead(*target, read);
      found.writes += analysis::overlap(*target, element) ? 1 : 0;
    }
  }
  return found;
}

/// The counters of loops that stand in a parallel one: what several threads add to is added to.
std::set<VarId> countersInParallel(const Block& body) {
  std::set<VarId> found;
  forEachStmt(body, [&](const Stmt& stmt) {
    const auto* loop = std::get_if<For>(&stmt.node);
    if (loop && loop->parallel)
      forEachStmt(std::span(&stmt, 1), [&](const Stmt& inner) {
        if (const auto* nested = std::get_if<For>(&inner.node))
          found.insert(nested->counter);
      });
  });
  return found;
}

class SumCarrier {
public:
  explicit SumCarrier(Kernel& kernel) : kernel(kernel), shared(countersInParallel(kernel.body)) {}

  void statement(Stmt& stmt, Block& out) {
    Block after;
    if (auto* loop = std::get_if<For>(&stmt.node);
        loop && !shared.contains(loop->counter) && std::ranges::all_of(loop->body, isStraight))
      carryThrough(*loop, out, after);
    out.push_back(std::move(stmt));
    std::ranges::move(after, std::back_inserter(out));
  }

private:
  Kernel& kernel;
  std::set<VarId> shared;

  void carryThrough(For& loop, Block& before, Block& after) {
    const analysis::LoopFacts facts(kernel, loop);
    const std::set<VarId> own = declaredIn(loop.body);
    Block body;
    for (Stmt& stmt : loop.body) {
      auto* sum = std::get_if<Assign>(&stmt.node);
      const Touches touches = sum && !own.contains(sum->target.base) && isCarried(*sum, facts)
                                  ? touchesOf(loop, sum->target)
                                  : Touches{};
      if (touches.writes != 1) {
        body.push_back(stmt);
        continue;
      }
      const Location at = stmt.location;
      const Place target = sum->target;
      const VarId carried = startBefore(loop, target, at, before);
      body.push_back(assign(place(kernel, carried), sum->op, sum->value, at));
      Stmt store = assign(target, AssignOp::Set, load(kernel, carried), at);
      if (touches.reads)
        body.push_back(std::move(store));
      else
        appendWhereRuns(kernel, loop, {std::move(store)}, at, after);
    }
    loop.body = std::move(body);
  }

  bool isCarried(const Assign& s, const analysis::LoopFacts& facts) const {
    return s.op != AssignOp::Set && !s.isAtomic && s.target.type->is(TypeKind::Real) &&
           !isRegister(kernel, s.target) && facts.isInvariant(s.target);
  }

  VarId startBefore(const For& loop, const Place& target, Location at, Block& before) {
    const Variable& of = kernel[target.base];
    const std::optional<VarId> shadowOf = of.shadowOf;
    const VarId carried = addLocal(kernel, of.name + "_sum", target.type, at);
    kernel[carried].shadowOf = shadowOf;
    const ExprRef value = isThereAnyway(kernel, target, before, {})
                              ? load(target)
                              : whereRuns(kernel, loop, load(target), real(0.0, target.type));
    before.push_back(declare(carried, value, at));
    return carried;
  }
};

} // namespace

void carrySums(Kernel& derived) {
  SumCarrier carrier(derived);
  replaceEach(derived.body, [&](Stmt& stmt, Block& out) { carrier.statement(stmt, out); });
}

} // namespace treelize::grad
