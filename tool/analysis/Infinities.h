// Which values may be infinite, or no numbers at all, where everything that is given is finite.
//
// A zero adjoint or tangent times such a value would be NaN, so that product is guarded
// (grad/rules/Guards). Sums and products make infinities of numbers that are too large; those are
// not foreseen, nor are those that the caller passes.
#pragma once

#include "analysis/Activity.h"

#include <set>

namespace treelize::analysis {

class Infinities {
public:
  Infinities(const ir::Kernel& kernel, const Activity& activity);

  bool mayBeInfinite(const ir::Expr& value) const;
  /// The same of its tangent.
  bool mayBeSteep(const ir::Expr& value) const;
  /// The same of the partial derivative of an application by one of its operands.
  bool mayBeSteep(const ir::Apply& e, std::size_t operand) const;

private:
  const ir::Kernel& kernel;
  const Activity& activity;
  std::set<ir::VarId> values, slopes; // whose value, or tangent, may be infinite

  template <class Each>
  void forEachGift(const Each& each) const;
};

} // namespace treelize::analysis
