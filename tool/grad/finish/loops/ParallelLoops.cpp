#include "grad/finish/loops/ParallelLoops.h"

#include "grad/finish/sums/SharedSums.h"
#include "ir/Builder.h"
#include "ir/Loops.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>

namespace treelize::grad {

using namespace ir;

namespace {

void forEachLoop(Block& block, const std::function<void(For&)>& fn) {
  for (Stmt& stmt : block) {
    if (auto* loop = std::get_if<For>(&stmt.node))
      fn(*loop);
    for (Block* inner : blocks(stmt))
      forEachLoop(*inner, fn);
  }
}

class Parallelizer {
public:
  Parallelizer(Kernel& derived, Sums sumKind, std::vector<ParallelDecision>* told)
      : kernel(derived), sums(sumKind), decisions(told) {}

  void block(Block& statements) {
    Block out;
    for (Stmt& stmt : statements) {
      Block after;
      auto* loop = std::get_if<For>(&stmt.node);
      if (!loop || !loop->parallel || !isParallel(*loop, stmt.location, out, after))
        for (Block* inner : blocks(stmt))
          block(*inner);
      out.push_back(std::move(stmt));
      std::ranges::move(after, std::back_inserter(out));
    }
    statements = std::move(out);
  }

private:
  Kernel& kernel;
  Sums sums;
  std::vector<ParallelDecision>* decisions;

  bool isParallel(For& loop, Location at, Block& before, Block& after) {
    ParallelDecision decision{.loop = at,
                              .isReversed = loop.parallel->isReversed,
                              .hasOwnTape = loop.hasOwnTape,
                              .sums = {},
                              .atomic = {},
                              .problem = loop.parallel->problem};
    if (decision.problem.empty() && usesTape(loop.body) && !loop.hasOwnTape)
      decision.problem = "what an iteration saves goes to the tape that all share";
    if (decision.problem.empty())
      share(loop, decision, before, after);
    const bool isDone = decision.problem.empty();
    if (isDone) {
      loop.descending = false;
      forEachLoop(loop.body, [](For& inner) { inner.parallel.reset(); });
    } else {
      loop.parallel.reset();
    }
    if (decisions)
      decisions->push_back(std::move(decision));
    return isDone;
  }

  void share(For& loop, ParallelDecision& decision, Block& before, Block& after) {
    SharedSums shared(kernel, loop, sums == Sums::OfShadows);
    decision.problem = shared.problem();
    if (decision.problem.empty())
      shared.apply(decision, before, after);
  }
};

/// A program that is built without OpenMP does not see them: nothing may be mentioned there alone.
void dropLonelyHints(Kernel& kernel) {
  std::vector<std::pair<For*, Parallel>> hints;
  forEachLoop(kernel.body, [&](For& loop) {
    if (!loop.parallel)
      return;
    hints.emplace_back(&loop, *loop.parallel);
    loop.parallel->threads = loop.parallel->condition = nullptr;
  });
  const std::vector<bool> seen = mentioned(kernel);
  auto isSeen = [&](const ExprRef& hint) {
    bool all = hint != nullptr;
    if (hint)
      forEachRead(*hint, [&](const Place& place) { all = all && seen[place.base.index]; });
    return all;
  };
  for (auto& [loop, said] : hints) {
    if (isSeen(said.threads))
      loop->parallel->threads = said.threads;
    if (isSeen(said.condition))
      loop->parallel->condition = said.condition;
  }
}

} // namespace

void runInParallel(Kernel& derived, Sums sums, std::vector<ParallelDecision>* decisions) {
  Parallelizer(derived, sums, decisions).block(derived.body);
  dropLonelyHints(derived);
}

static void addPlainly(Block& block) {
  for (Stmt& stmt : block) {
    if (auto* s = std::get_if<Assign>(&stmt.node))
      s->isAtomic = false;
    for (Block* inner : blocks(stmt))
      addPlainly(*inner);
  }
}

void keepUnshared(Kernel& derived) {
  forEachLoop(derived.body, [](For& loop) {
    bool isAlone = loop.parallel && loop.parallel->sums.empty();
    auto isAtomic = [](const Stmt& stmt) {
      const auto* s = std::get_if<Assign>(&stmt.node);
      return s && s->isAtomic;
    };
    forEachStmt(loop.body, [&](const Stmt& stmt) { isAlone = isAlone && !isAtomic(stmt); });
    if (isAlone)
      return;
    loop.parallel.reset();
    addPlainly(loop.body);
  });
}

void runSerially(Kernel& kernel) {
  forEachLoop(kernel.body, [](For& loop) { loop.parallel.reset(); });
  for (Function& function : kernel.functions) {
    auto serial = std::make_shared<Kernel>(*function.as);
    runSerially(*serial);
    function.as = std::move(serial);
  }
}

} // namespace treelize::grad
