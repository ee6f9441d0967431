// The statements of a loop in stages that its iterations run one after the other, each for a block
// of them: what puts elements back, what computes, and what adds to elements around.
#pragma once

#include "analysis/LoopFacts.h"
#include "analysis/OnlyValues.h"
#include "analysis/Origins.h"
#include "analysis/dependence/Dependences.h"
#include "ir/IR.h"

#include <algorithm>
#include <set>
#include <vector>

namespace treelize::grad {

enum class Stage {
  Early, // sets elements whose neighbours the terms read
  Terms,
  Sums, // into elements that iterations around it reach, too
};

class LoopStages {
public:
  /// `madeOf` is the loop as `dependences` knows it.
  LoopStages(const ir::Kernel& kernel, const ir::For& loop, const ir::Stmt& madeOf,
             const analysis::Dependences& dependences, const analysis::Origins& origins);

  Stage of(std::size_t statement) const { return stages[statement]; }
  /// May different iterations reach the same element by the one and the other?
  bool areNeighbours(const ir::Place& a, const ir::Place& b) const;
  /// Sums and products of at most one number of the iteration's, and of what none of them changes.
  bool isOfOneNumber(const ir::Expr& value) const;

  /// Are there sums whose terms are dear, or chosen by branches, or of elements that they change?
  /// Others are computed once more where they are asked for.
  bool pay(bool hadBranches) const;
  /// Does each iteration find in each stage what it finds as the loop stands?
  bool areSound() const;

private:
  enum class Kind { Read, Set, Sum }; // a sum into an adjoint, whose order is free
  /// What a statement does to an element, or finds there.
  struct Access {
    ir::Place place;
    std::size_t at; // the position of the statement
    Kind kind;
    bool isOfTerm; // what is added, of a sum
  };

  const ir::Kernel& kernel;
  const ir::For& loop;
  const ir::Stmt& madeOf;
  const analysis::Dependences& dependences;
  const analysis::Origins& origins;
  const analysis::LoopFacts facts;
  const std::set<ir::VarId> own;
  const analysis::OnlyValues values;
  std::vector<Access> accesses; // to what is not the iteration's own
  std::vector<Stage> stages;    // of the statements

  bool has(Stage stage) const { return std::ranges::find(stages, stage) != stages.end(); }
  Stage stageOf(const Access& access) const {
    return access.isOfTerm ? Stage::Terms : stages[access.at];
  }
  void findAccesses(std::size_t at);
  Stage stageOf(std::size_t at) const;
  bool isAlong(const ir::Place& place) const;
  bool hasNeighbours(const ir::Place& place) const;
  bool isForNeighbours(std::size_t at, const ir::Place& place) const;
  bool mayComeFirst(const Access& first, const Access& second) const;
};

} // namespace treelize::grad
