// Arrays that may be kept as histories, as the storage plan meets them.
#pragma once

#include "analysis/Histories.h"
#include "grad/plan/StoragePlan.h"

#include <map>
#include <set>
#include <vector>

namespace treelize::grad {

class HistoryCandidates {
public:
  /// None of the loop that runs again from snapshots, nor of an iteration's own array.
  HistoryCandidates(const ir::Kernel& kernel, const StorageOptions& options,
                    const StatementAdjointMap& adjoints);

  /// Before the loop the reverse sweep asks for these arrays: they would have to be put back, which
  /// a local that has ended by then cannot be. Such histories are no candidates from here on.
  void refuseToPutBack(const ir::Stmt& loop, const std::set<ir::VarId>& arrays);
  /// Nor any of the loop that somebody asks for. False: there is none.
  bool refuse(const ir::Stmt& loop);

  /// Does the loop stand where both sweeps see the same locals?
  bool isOutermost(const ir::Stmt& loop) const { return outermost.contains(&loop); }

  const std::vector<analysis::History>& of(const ir::Stmt& loop) const;
  std::vector<const analysis::History*> ofMaker(const ir::Stmt& stmt) const;
  /// Null: the statement is none.
  const analysis::History* ofElement(const ir::Stmt& stmt) const;
  const analysis::History* ofExchange(const ir::Stmt& stmt) const;

  /// May the derivative of the maker ask for the new version?
  bool readsNew(const analysis::History& history) const { return readingNew.contains(&history); }

  /// The reverse sweep asks for an old version: the history is kept.
  void ask(const analysis::History& history, Location by) { asked.emplace(&history, by); }
  bool isAsked(const analysis::History& history) const {
    return asked.contains(&history) && !refused.contains(&history);
  }
  Location readerOf(const analysis::History& history) const { return asked.at(&history); }

private:
  const analysis::History* unlessRefused(const analysis::History* history) const;

  analysis::Histories all;
  std::map<const ir::Stmt*, std::vector<const analysis::History*>> makers;
  std::map<const ir::Stmt*, const analysis::History*> elements, exchanges;
  std::set<const analysis::History*> readingNew, refused;
  std::set<ir::VarId> lasting; // locals that are there throughout both sweeps
  std::set<const ir::Stmt*> outermost;
  std::map<const analysis::History*, Location> asked; // and by whom first
};

} // namespace treelize::grad
