// What the reverse sweep has to remember, and how.
//
// Walking forwards, a region is *needed* once the adjoint of something already executed reads its
// present value. A statement that overwrites a needed region must save it first (the to-be-recorded
// rule): `x += e` of a sum that nobody has read yet saves nothing. At the end of a scope the needed
// locals are recomputed when they are cheap and their operands still stand, else saved.
// The plan is data: the sweeps obey it and the report prints it.
#pragma once

#include "analysis/Histories.h"
#include "analysis/PrivateArrays.h"
#include "grad/plan/Shapes.h"
#include "grad/rules/Shadows.h"
#include "grad/rules/StatementAdjoint.h"
#include "passes/Passes.h"

#include <map>
#include <memory>
#include <set>
#include <vector>

namespace treelize::grad {

/// Declarations to repeat on the way back, when what they read is what it was.
struct LateRepetitions {
  std::vector<const ir::Stmt*> before; // what a statement does is reversed
  std::vector<const ir::Stmt*> behind; // its undoing, by which it puts back what it has overwritten

  std::vector<const ir::Stmt*> all() const {
    std::vector<const ir::Stmt*> both = before;
    both.insert(both.end(), behind.begin(), behind.end());
    return both;
  }
};

struct ScopePlan {
  std::vector<ir::VarId> saved;            // pushed at the end of the scope, in this order
  std::vector<const ir::Stmt*> recomputed; // declarations to repeat, in source order
  std::map<const ir::Stmt*, LateRepetitions> recomputedLate; // by the statement of the block
  bool isRecomputedLate(const ir::Stmt& declaration) const;
  std::map<ir::VarId, ir::ExprRef>
      onTape; // arrays of the iteration's own and their sizes: they live on the tape
  bool isTapeUsedWithin = false; // so that what the iteration has taken first is given back last
};

/// The loop whose iterations run again, see Checkpoints.
struct CheckpointPlan {
  const ir::Stmt* loop = nullptr; // null: none
  std::vector<ir::Place> state;   // what a snapshot holds
  unsigned slots = 0;
};

/// What one run of a block saves goes to the tape in one piece, see Records.
struct RecordPlan {
  std::set<const ir::Block*> blocks;
  std::set<const ir::Stmt*>
      held; // assignments of theirs that save into a local, which is part of the record
};

/// Arrays of a loop whose versions stand beside each other, see HistoryRows.
struct HistoryPlan {
  analysis::History history;
  std::set<ir::VarId> putBack; // of these what they held before the loop is asked for
  Location reader;             // whose adjoint asks for an old version
};

struct StoragePlan {
  CheckpointPlan checkpoint;
  analysis::PrivateArrays privateArrays;
  std::set<const ir::Stmt*> idle;       // what the forward sweep leaves out, see idleAssignments
  std::set<const ir::Stmt*> overwrites; // what the reverse sweep undoes, see overwrittenPlaces
  std::set<const ir::Stmt*> takenBack; // of these, what it undoes by the opposite: nothing is saved
  std::map<const ir::Stmt*, ir::VarId>
      holders; // of these, elements that a local holds: nothing is saved either
  /// Does the statement save what it overwrites?
  bool saves(const ir::Stmt& stmt) const {
    return overwrites.contains(&stmt) && !takenBack.contains(&stmt) && !holders.contains(&stmt);
  }
  std::set<const ir::Stmt*>
      rerun; // loops whose iterations run again in the reverse sweep, see Reruns
  std::set<const ir::Stmt*>
      indexed; // loops that save into arrays instead of pushing, see LoopArrays
  std::set<ir::VarId>
      shaped; // locals of which only elements are put back: the reverse sweep makes them anew
  RecordPlan records;
  std::map<const ir::Stmt*, std::vector<HistoryPlan>> histories; // by the loop
  std::vector<std::shared_ptr<const ir::Stmt>>
      readings; // declarations that read a local where its value still stands
  std::map<const ir::Block*, ScopePlan>
      scopes; // bodies of loops, the branches in them, and of functions
  // Whose adjoint asks for what is saved, for the report; invalid: the caller, or the flow of
  // control.
  std::map<const ir::Stmt*, Location> readers; // of overwritten values
  std::map<ir::VarId, Location> localReaders;  // of locals at the end of their scopes
};

struct StorageOptions {
  CheckpointPlan checkpoint;
  analysis::PrivateArrays privateArrays;
  analysis::Histories histories;
  std::set<const ir::Stmt*> idle;
  std::set<const ir::Stmt*> rerun;
  PassSet passes; // of the stage `plan`
  /// The reverse sweep is another function, so that the locals of the body end with it
  bool bodyEnds = false;
};

StoragePlan planStorage(const ir::Kernel& kernel, const StatementAdjointMap& adjoints,
                        const analysis::Activity& activity, const Shapes& shapes,
                        StorageOptions options);

/// What a statement destroys and pushes first if the plan says so: an Assign its target, a Drop the
/// last element, an Append nothing (undoing it drops the element), a call with a rule what it
/// writes.
std::vector<ir::Place> overwrittenPlaces(const ir::Stmt& stmt, const StatementAdjointMap& adjoints);

/// The counter of a while loop's trips: the target of its body's first statement.
ir::VarId tripsOf(const ir::While& loop);

} // namespace treelize::grad
