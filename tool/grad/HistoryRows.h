// How the sweeps keep the versions of arrays (analysis/Histories): as rows of one piece of the
// tape.
//
// In iteration t of the loop the old version of the array that is made anew is row t and the new
// one row t + k, where k arrays change places; the others are the rows between. Nothing is saved or
// put back: the sweeps look at other rows. The first rows are copied before the loop, the last ones
// are copied back behind it, where somebody asks for them.
#pragma once

#include "grad/plan/LoopArrays.h"
#include "grad/plan/StoragePlan.h"

#include <functional>
#include <map>
#include <set>
#include <span>
#include <vector>

namespace treelize::grad {

class HistoryRows {
public:
  /// Where the reverse sweep finds the rows again: on top of the tape, or by the pointer of the
  /// forward sweep, which is still there.
  enum class Found { OnTop, ByPointer };
  HistoryRows(ir::Kernel& kernel, const ir::Stmt& loop, const HistoryPlan& plan, Found found);

  // What stands before the loop, behind it, and at the beginning of its body.
  ir::Block beforeForward();
  ir::Block afterForward();
  ir::Block beforeReverse() const;
  ir::Block afterReverse();
  ir::Block forwardRows() const { return rowsIn(ahead); }
  ir::Block reverseRows() const { return rowsIn(back); }

  /// What stands before the statement in the forward sweep: before the maker, the elements that it
  /// does not set become those of the old version.
  ir::Block before(const ir::Stmt& stmt) const;
  /// Is the statement left out of the sweeps but for shadows? Its arrays are other rows.
  bool isExchange(const ir::Stmt& stmt) const;

  // What a statement of the loop has become names rows instead of arrays. `readsNew`: the adjoint
  // of the assignment that makes an element asks for the new one.
  void rename(const ir::Stmt& stmt, std::span<ir::Stmt> forward) const;
  void renameReverse(const ir::Stmt& stmt, std::span<ir::Stmt> reverse, bool readsNew) const;
  /// The same of what the reverse sweep computes again behind the statement.
  void renameBehind(const ir::Stmt& stmt, std::span<ir::Stmt> reverse) const;

private:
  /// When a statement runs, as the array that is made anew sees it.
  enum class Time { Before, Making, After };
  /// What a sweep names: all rows and their length, the two versions, and the row of each array of
  /// the chain behind the first one.
  struct Names {
    ir::VarId rows, length, before, made;
    std::vector<ir::VarId> others;
  };

  ir::Kernel& kernel;
  const ir::Stmt& stmt;
  const ir::For& loop;
  const HistoryPlan& plan;
  const Found found;
  Names ahead, back;                     // in the forward sweep, in the reverse one
  std::map<const ir::Stmt*, Time> times; // of the statements that name the array themselves
  std::set<const ir::Stmt*> steps;       // of the loop's body
  std::set<ir::VarId> usedElsewhere;     // of the chain, by code outside of the loop
  ir::Block carried;                     // before the maker

  ir::VarId made() const { return plan.history.chain.front(); }
  std::int64_t rowOf(std::size_t place) const;
  void makeNames();
  void noteTimes(const ir::Block& block, const ir::Stmt* middle);
  bool isFirstRowRead() const;
  ir::ExprRef lengthOf(ir::VarId array) const;
  ir::ExprRef longest() const;
  ir::ExprRef lengthIn(const Names& sweep) const;
  ir::ExprRef trips() const;
  ir::ExprRef countIn(const Names& sweep) const;
  ir::ExprRef versionsBefore() const;
  ir::Place inRow(const Names& sweep, const ir::ExprRef& versions, std::size_t array,
                  const ir::ExprRef& at) const;
  void copyRows(const Names& sweep, const ir::ExprRef& versions, bool toRows,
                const std::function<bool(ir::VarId)>& isCopied, ir::Block& out);
  ir::Block rowsIn(const Names& sweep) const;
  ir::Block exchanged(bool isReverse);
  void rename(ir::Stmt& step, ir::VarId array, ir::VarId row) const;
  void renameMade(std::span<ir::Stmt> code, ir::VarId to) const;
  void renameOthers(const ir::Stmt& stmt, std::span<ir::Stmt> code, const Names& sweep) const;
  void setMade(std::span<ir::Stmt> code) const;
};

} // namespace treelize::grad
