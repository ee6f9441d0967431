// Which iteration of a loop touches which element, as far as indices tell.
#pragma once

#include "analysis/LoopFacts.h"
#include "analysis/OnlyValues.h"
#include "ir/IR.h"

#include <map>
#include <optional>
#include <vector>

namespace treelize::analysis {

class IterationElements {
public:
  IterationElements(const ir::Kernel& kernel, const ir::For& loop);

  /// Do the places, in different iterations, always differ in some index? `i + 1` is an iteration's
  /// own, and so are the blocks `i * m + j` with j in [0, m), and with i in [0, n) the columns `j *
  /// n + i`.
  bool areApart(const ir::Place& a, const ir::Place& b) const;

  /// Is it the counter, or something that all iterations find the same added to it or subtracted?
  bool isInjective(const ir::Expr& index) const;

  /// What all iterations find the same.
  const LoopFacts& facts() const { return facts_; }
  /// What keeps its value until an iteration, or that of a loop inside, ends.
  const OnlyValues& values() const { return values_; }

private:
  /// `start + counter * width + rest` or `start + rest * width + counter`
  struct Grid {
    std::vector<const ir::Expr*> start; // a sum
    const ir::Expr* width = nullptr;
    bool isRow = false; // the counter chooses the block, not the place in it
  };

  const ir::Kernel& kernel;
  const ir::For& loop;
  LoopFacts facts_;
  OnlyValues values_;
  std::map<ir::VarId, const ir::For*> counters; // of the loops inside

  const ir::Expr& resolved(const ir::Expr& e) const;
  bool isSameValue(const ir::Expr& a, const ir::Expr& b) const;
  bool isWithin(const ir::Expr& rest, const ir::Expr& width) const;
  bool isCounter(const ir::Expr& e) const;
  void addTerms(const ir::Expr& index, std::vector<const ir::Expr*>& terms) const;
  std::optional<Grid> gridOf(const ir::Expr& index) const;
  bool areInOwnBlocks(const ir::Expr& a, const ir::Expr& b) const;
};

} // namespace treelize::analysis
