// Arrays that may be kept as histories, as the storage plan comes to them.
#pragma once

#include "analysis/Histories.h"
#include "grad/plan/Needs.h"
#include "grad/plan/StoragePlan.h"
#include "ir/Builder.h"

#include <map>
#include <set>
#include <vector>

namespace treelize::grad {

class HistoryCandidates {
public:
  /// None of the loop that runs again from snapshots, nor of an iteration's own array.
  HistoryCandidates(const ir::Kernel& kernel, const StorageOptions& options,
                    const StatementAdjointMap& adjoints, Needs& needs);

  /// Before the loop: the arrays that the reverse sweep asks for by then. They would have to be put
  /// back, which a local that has ended cannot be: such histories are no candidates any more.
  std::set<ir::VarId> enter(const ir::Stmt& loop);
  /// Nor is any of the loop that somebody asks for. False: there is none.
  bool refuse(const ir::Stmt& loop);
  /// Behind the loop: those that somebody asks for. What follows overwrites copies of the last
  /// versions.
  std::vector<HistoryPlan> leave(const ir::Stmt& loop, const std::set<ir::VarId>& before);

  /// Behind a maker the array is another version, of which nobody has read anything, unless the
  /// maker does.
  void madeAnew(const ir::Stmt& stmt);
  /// If the statement exchanges arrays of a history: which of them somebody asks for is not looked
  /// into.
  bool turn(const ir::Stmt& stmt);
  /// Is it an assignment of a maker's?
  bool isElement(const ir::Stmt& stmt) const { return unlessRefused(elements, stmt) != nullptr; }

  /// Does the loop stand where both sweeps see the same locals?
  bool isOutermost(const ir::Stmt& loop) const { return outermost.contains(&loop); }

private:
  using ByStatement = std::map<const ir::Stmt*, const analysis::History*>;

  const ir::Kernel& kernel;
  Needs& needs;
  analysis::Histories all;
  std::map<const ir::Stmt*, std::vector<const analysis::History*>> makers;
  ByStatement elements, exchanges;
  std::set<const analysis::History*> readingNew, refused;
  std::set<ir::VarId> lasting; // locals that are there throughout both sweeps
  std::set<const ir::Stmt*> outermost;
  std::map<const analysis::History*, Location> asked; // and by whom first

  const std::vector<analysis::History>& of(const ir::Stmt& loop) const;
  const analysis::History* unlessRefused(const ByStatement& known, const ir::Stmt& stmt) const;
  bool isAsked(const analysis::History& history) const;
  bool isNeeded(ir::VarId array) const { return needs.regions.overlaps(ir::place(kernel, array)); }
};

} // namespace treelize::grad
