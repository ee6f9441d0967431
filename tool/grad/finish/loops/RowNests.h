// Nests inside a loop that run along rows of elements if the loop becomes their innermost one.
#pragma once

#include "analysis/LoopFacts.h"
#include "analysis/OnlyValues.h"
#include "analysis/Origins.h"
#include "analysis/Regions.h"
#include "ir/IR.h"

#include <set>

namespace treelize::grad {

class RowNests {
public:
  RowNests(const ir::Kernel& kernel, const ir::For& loop, const analysis::Origins& origins);

  /// The loop is not a nest of rows as it stands, its iterations may run side by side in the nest,
  /// and compilers then find vectors where they found none.
  bool contains(const ir::Stmt& stmt) const;

  /// A local that is the same in all iterations.
  bool isSteady(const ir::Stmt& stmt) const;

private:
  const ir::Kernel& kernel;
  const ir::For& loop;
  const analysis::Origins& origins;
  const std::set<ir::VarId> own;
  const analysis::OnlyValues values;
  analysis::RegionSet changing; // from one iteration to the next
  std::set<ir::VarId> steady;

  void findSteady(const ir::Block& block);
  bool isUniform(const ir::Expr& e) const { return !analysis::mayChange(e, changing); }
  bool fits(const ir::For& nest) const;
  bool fits(const ir::Stmt& stmt) const;
  bool isInRow(const ir::Place& place) const;
  bool isAlong(const ir::Place& place) const;
  bool pays(const ir::Stmt& nest) const;
  bool isOrderFree(const ir::Stmt& nest) const;
};

} // namespace treelize::grad
