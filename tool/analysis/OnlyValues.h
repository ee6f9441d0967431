// What keeps the one value that it is given: locals that are declared with a value, once, and never
// written again, and all that nothing but such a declaration writes.
#pragma once

#include "analysis/Regions.h"
#include "ir/IR.h"

#include <map>
#include <span>

namespace treelize::analysis {

class OnlyValues {
public:
  /// As these statements know it: a whole kernel, or the body of a loop.
  OnlyValues(const ir::Kernel& kernel, std::span<const ir::Stmt> statements);

  /// What a local is made of that gets no other value; null for all others, and for references.
  ir::ExprRef of(ir::VarId var) const;
  ir::ExprRef of(const ir::Place& place) const;
  /// What a local is declared with, once, whatever becomes of it; null for all others.
  ir::ExprRef beginningOf(ir::VarId var) const;

  /// Does everything that the expression reads keep its value? Counters do, until the next
  /// iteration of their loop.
  bool keepsValue(const ir::Expr& e) const { return !mayChange(e, assigned_); }
  /// The same of the indices of a place.
  bool keepsPlace(const ir::Place& place) const { return !mayMove(place, assigned_); }

  /// Is the variable, or some part of it, written other than by such a declaration?
  bool isAssigned(ir::VarId var) const { return assigned_.overlaps(Region{var, {}}); }

private:
  std::map<ir::VarId, ir::ExprRef> beginnings_;
  RegionSet assigned_;
};

} // namespace treelize::analysis
