// Checkpoints: the state of the main loop is kept before some of its iterations, and the iterations
// between them run again when they are reversed, one at a time (the item `checkpoint = N`).
//
// The snapshots lie on the tape, each with the iteration it belongs to on top;
// `treelize::next_checkpoint` says where to keep them. Only the iteration that is being reversed
// stores anything else.
#pragma once

#include "grad/plan/Decisions.h"
#include "grad/plan/StoragePlan.h"

#include <span>

namespace treelize::grad {

struct CheckpointChoice {
  CheckpointDecision decision; // says why, if there is no such loop
  CheckpointPlan plan;
};

/// The loop, of those that store something by the plan, and what a snapshot holds.
CheckpointChoice chooseCheckpoints(const ir::Kernel& kernel, unsigned slots,
                                   const StoragePlan& plan);

/// Does a snapshot hold the place?
bool holds(const CheckpointPlan& plan, const ir::Place& place);

/// The sweeps of the loop.
class Checkpoints {
public:
  Checkpoints(ir::Kernel& kernel, const StoragePlan& plan);

  ir::Block forward() const;
  /// `iteration` runs one iteration and reverses it.
  ir::Block reverse(ir::Block iteration);

private:
  ir::Kernel& kernel;
  const StoragePlan& plan;
  const ir::For& loop;
  Location at;
  ir::TypeRef counterType;
  ir::VarId free, next;

  ir::VarId local(const std::string& name, const ir::TypeRef& type);
  ir::ExprRef nextAfter(ir::ExprRef from, ir::ExprRef end) const;
  void save(ir::Block& out, const ir::Place& iteration) const;
  ir::For runAgain(ir::VarId counter, ir::ExprRef from, ir::ExprRef to, ir::VarId when,
                   const ir::ExprRef& now, const ir::ExprRef& end) const;
  ir::Block primal(std::span<const ir::Stmt> block) const;
};

} // namespace treelize::grad
