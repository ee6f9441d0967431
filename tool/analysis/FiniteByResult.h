// Numbers that are finite wherever the kernel's result is.
//
// What is infinite or NaN stays so through sums and products. So a result that is made of a number
// by these alone tells whether the number was finite: where it was not, the gradient means nothing,
// and needs no care. Not so through what may forget its operand: a choice between two, a
// denominator, an exponential.
#pragma once

#include "analysis/Activity.h"

#include <set>

namespace treelize::analysis {

class FiniteByResult {
public:
  FiniteByResult() = default; // nothing is known
  /// Of a kernel whose result alone has a seed; of others nothing is known.
  FiniteByResult(const ir::Kernel& kernel, const Activity& activity);

  /// All values that this local ever has?
  bool contains(ir::VarId local) const { return locals.contains(local); }
  /// The value of this part of a statement, where the statement runs?
  bool contains(const ir::Apply& part) const { return parts.contains(&part); }

private:
  std::set<ir::VarId> locals;
  std::set<const ir::Apply*> parts;
};

} // namespace treelize::analysis
