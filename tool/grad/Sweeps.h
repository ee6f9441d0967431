// The two sweeps of an adjoint, read off the structure of the primal and the storage plan.
//
// forward   the primal, with a push before every planned overwrite and at the end of every scope
// reverse   for each scope: restore its locals, open their shadows, then its statements backwards.
//           A branch reverses the branch that was taken, a counted loop runs its counter backwards,
//           a while loop repeats as often as it did.
#pragma once

#include "grad/HistorySweeps.h"
#include "grad/plan/Checkpoints.h"
#include "grad/plan/LoopArrays.h"
#include "grad/plan/Records.h"
#include "grad/plan/Reruns.h"
#include "grad/plan/Shapes.h"
#include "grad/plan/StoragePlan.h"

#include <functional>
#include <span>

namespace treelize::grad {

class Sweeps {
public:
  Sweeps(ir::Kernel& kernel, const StatementAdjointMap& adjoints, const StoragePlan& plan,
         const analysis::Activity& activity, const Shapes& shapes, Shadows& shadows,
         bool skipsIterations)
      : kernel(kernel), adjoints(adjoints), plan(plan), activity(activity), shapes(shapes),
        shadows(shadows), skipsIterations(skipsIterations), histories(kernel, plan) {
    if (plan.checkpoint.loop)
      checkpoints.emplace(kernel, plan);
  }

  ir::Block forward() { return forward(kernel.body); }
  ir::Block reverse() { return reverse(kernel.body); }

  // The same in parts (Fusion).
  ir::Block forward(std::span<const ir::Stmt> statements);
  ir::Block reverse(std::span<const ir::Stmt> statements);
  ir::Block shadowsOf(const ir::Block& block);
  /// A block that is reversed as soon as it has run: its locals are still there.
  ir::Block forwardAndReverse(const ir::Block& block);

  bool hasShadow(ir::VarId var) const { return shadows.has(var); }
  ir::VarId shadowOf(ir::VarId var) { return shadows.of(var); }

private:
  ir::Kernel& kernel;
  const StatementAdjointMap& adjoints;
  const StoragePlan& plan;
  const analysis::Activity& activity;
  const Shapes& shapes;
  Shadows& shadows;
  bool skipsIterations;                         // those whose seeds are zero
  std::map<const ir::Stmt*, LoopArrays> arrays; // of the plan's indexed loops
  std::map<std::pair<const ir::Block*, ir::VarId>, LoopArray>
      scratch;                               // the plan's arrays on the tape
  std::map<const ir::Stmt*, ir::VarId> held; // what the statements of records overwrite
  std::optional<Checkpoints> checkpoints;
  /// A loop whose iterations run again, and where they keep what they overwrite.
  struct RerunLoop {
    Rerun iteration;
    std::vector<LoopArray> arrays; // of the places that it overwrites
    ir::ExprRef count, index;
  };
  std::map<const ir::Stmt*, RerunLoop> reruns; // of the plan's
  const std::set<ir::VarId>* left = nullptr;   // by the iteration that runs again
  const LoopArrays* current = nullptr;         // of the loop whose body is being swept
  HistorySweeps histories;

  ir::Block forward(const ir::Block& block);
  void forwardStmt(const ir::Stmt& stmt, ir::Block& out);
  ir::Block reverse(const ir::Block& block, const ir::For* loop = nullptr);
  const LoopArray& scratchOf(const ir::Block& block, ir::VarId array);
  const LoopArrays* arraysOf(const ir::Stmt& loop);
  ir::Block forwardFor(const ir::Stmt& stmt, const ir::For& loop);
  ir::VarId heldIn(const ir::Stmt& stmt);
  std::vector<std::vector<SavedLocal>> recordsAtEnd(const ir::Block& block, const ScopePlan& ends);
  ir::Stmt save(const ir::Place& lost, const LoopArray* array, Location at) const;
  ir::Stmt restore(const ir::Place& lost, const LoopArray* array, Location at) const;
  void findArrays(const ir::Block& block, const ScopePlan& scope, ir::Block& out);
  void leaveArrays(const ir::Block& block, const ScopePlan& scope, ir::Block& out);
  void restoreLocals(const ir::Block& block, ir::Block& out);
  bool isOnlyRestored(const ir::Block& block, const ScopePlan& scope, ir::VarId var) const;
  void skipIteration(const ir::For& loop, ir::Block& out, std::size_t prologue);
  void openShadows(const ir::Block& block, ir::Block& out);
  void undo(const ir::Stmt& stmt, ir::Block& out);
  void reverseStmt(const ir::Stmt& stmt, ir::Block& out, const LateRepetitions* late);
  /// `ends`: of the block, if its locals end with it.
  void reverseStep(const ir::Stmt& stmt, ir::Block& out, const ScopePlan* ends = nullptr);
  void reverseFor(const ir::Stmt& stmt, const ir::For& loop, ir::Block& out);
  const RerunLoop& rerunOf(const ir::Stmt& loop);
  ir::Stmt withBlocks(const ir::Stmt& stmt,
                      const std::function<ir::Block(const ir::Block&)>& sweep) const;
  ir::Block plain(const ir::Block& block) const;
  bool isLeft(const ir::Stmt& stmt) const;
  ir::Block forwardOfRerun(const ir::Stmt& stmt, const ir::For& loop);
  void reverseOfRerun(const ir::Stmt& stmt, const ir::For& loop, ir::Block& out);
  void reverseWhile(const ir::Stmt& stmt, const ir::While& loop, ir::Block& out);
};

} // namespace treelize::grad
