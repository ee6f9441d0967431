// Which locals the reverse sweep computes again, or reads from an element that holds their value,
// so that they are not saved.
#pragma once

#include "analysis/RegionTrail.h"
#include "grad/plan/BlockFacts.h"
#include "grad/plan/CheapestStorage.h"
#include "ir/WriteCounts.h"

#include <functional>
#include <map>
#include <set>
#include <vector>

namespace treelize::grad {

struct ScopePlan;

/// What an earlier plan undoes anyway.
struct Undone {
  std::set<const ir::Stmt*> overwrites;
  std::set<ir::VarId> variables; // whatever changes them
};

Undone undoneBy(const ir::Kernel& kernel, const std::set<const ir::Stmt*>& overwrites);

/// Positions of declarations, see LateRepetitions.
struct LateLocals {
  std::vector<std::size_t> before, behind;
  std::vector<std::size_t> copied; // what the statement sets is the local until that is undone
};

/// Asked while the storage plan is made: `needed` is what the reverse sweep asks for so far.
class Recomputation {
public:
  Recomputation(const ir::Kernel& kernel, const StatementAdjointMap& adjoints,
                const analysis::RegionTrail& needed);

  /// For the numbers that the block declares and the reverse sweep asks for, and for those that
  /// they are computed of: what costs least. `isThere`: nothing has to be done to have it.
  std::map<ir::VarId, Storage> cheapest(const ir::Block& block,
                                        const std::function<bool(std::size_t)>& isThere);

  /// Of the locals that nothing after the statement reads: which can be computed when the reverse
  /// sweep comes to the statement, though what they read changes after it and must be put back
  /// first: for others anyway, or by one of the `known` overwrites; behind the undoing of the
  /// statement itself, if it is one of `overwrites`.
  LateLocals lateAt(const ir::Block& block, std::size_t at, const Undone& known,
                    const std::set<const ir::Stmt*>& overwrites);

  /// An element of a variable that is kept anyway, which has the value of the local from some
  /// statement of the block, none of the idle ones, to its end; null if there is none.
  const ir::Place* copyOf(const ir::Block& block, const ir::Declare& local,
                          const std::set<ir::VarId>& kept, const std::set<const ir::Stmt*>& idle);

  /// A number of the block's that was read from the very element that the assignment at `at`
  /// overwrites, and is its value still. Where it may be the same element under another index that
  /// statements in between have set, the reverse sweep must not look at it until that is undone.
  std::optional<ir::VarId> holderOf(const ir::Block& block, std::size_t at, const ScopePlan& ends);

  /// Might more locals be computed late if it were known what is put back?
  bool sawLate() const { return hasLate; }

  /// Has any local been copied to an element?
  bool sawCopies() const { return hasCopies; }

private:
  const ir::Kernel& kernel;
  const StatementAdjointMap& adjoints;
  const analysis::RegionTrail& needed;
  const ir::WriteCounts writes;
  std::map<const ir::Block*, BlockFacts> facts;
  bool hasCopies = false, hasLate = false;

  bool isLookedAt(const ir::Block& block, std::size_t first, std::size_t last, ir::VarId array,
                  const ScopePlan& ends) const;
  const BlockFacts& factsOf(const ir::Block& block);
  bool isCopied(const ir::Declare& local, const ir::Stmt& stmt, const Undone& known);
  bool isBehind(const ir::Block& block, const ir::Declare& local, std::size_t from, std::size_t at);
  bool isSingleNumber(const ir::Declare& local) const;
  bool isKept(const ir::Place& place) const;
};

} // namespace treelize::grad
