// What the iterations of one loop do to variables that they share, and how they may do it side by
// side (see ParallelLoops).
#pragma once

#include "analysis/IterationElements.h"
#include "grad/plan/Decisions.h"
#include "ir/IR.h"

#include <map>
#include <set>
#include <string>

namespace treelize::grad {

class SharedSums {
public:
  /// With `addToShadows` several iterations may add to one element of a shadow.
  SharedSums(ir::Kernel& kernel, ir::For& loop, bool addToShadows);

  /// Why the loop has to stay serial; empty: it need not.
  const std::string& problem() const { return why; }

  /// Makes the sums the threads' own, or atomic.
  void apply(ParallelDecision& decision, ir::Block& before, ir::Block& after);

private:
  /// `place += value`
  struct Addition {
    ir::Stmt* stmt;
    const ir::Block* in;
    bool isRepeated; // in a loop inside the iteration
  };
  struct Setting {
    ir::Place place;
    const ir::Block* in;
  };
  struct Uses {
    std::vector<Addition> additions;
    std::vector<Setting> settings;
    std::vector<ir::Place> reads;
  };

  ir::Kernel& kernel;
  ir::For& loop;
  bool addToShadows;
  analysis::IterationElements elements;
  std::set<ir::VarId> own;
  std::map<ir::VarId, Uses> uses; // of variables that live longer than an iteration
  std::vector<ir::Stmt*> summed;  // into a scalar of each thread's own
  std::vector<ir::Stmt*> atomic;
  std::set<ir::VarId> copied; // each thread has one
  std::vector<std::pair<ir::Place, ir::VarId>>
      locals; // that the threads sum up, and where that goes
  std::set<const ir::Stmt*>
      chancy; // of these, what an iteration may leave out and need not find its element
  std::string why;

  void refuse(std::string reason);
  std::string nameOf(ir::VarId var) const;
  void collect(ir::Block& block, bool isRepeated);
  void collect(ir::Stmt& stmt, const ir::Block& in, bool isRepeated);
  void read(const ir::Place& place);
  void look(ir::VarId var, Uses& use);
  void addSummed(const Addition& addition);
  void lookAtShadow(ir::VarId var, const Uses& use, const std::vector<const Addition*>& indexed);
  bool isOwn(const Addition& addition, const Uses& use) const;
  bool isTouchedOtherwise(const ir::Place& sum, const Uses& use) const;
  bool canBeCopied(ir::VarId var) const;
  bool isNameable(ir::VarId var) const;
  void sumInLocal(ir::Stmt& addition, ir::Block& before, ir::Block& after);
  void sumInCopy(ir::VarId var, ir::Block& before, ir::Block& after);
};

} // namespace treelize::grad
