// Which real numbers are on one side of zero, however their sums are rounded.
#pragma once

#include "ir/IR.h"

#include <set>

namespace treelize::analysis {

class Signs {
public:
  explicit Signs(const ir::Kernel& kernel);

  /// Never below zero; perhaps no number.
  bool isNeverNegative(const ir::Expr& value) const;
  /// Is its sign the same in whatever order sums are taken?
  bool isSteady(const ir::Expr& value) const;
  /// Is a factor of it the square of a sum, whose own sign may be either? Its root has a kink.
  bool isSquare(const ir::Expr& value) const;

private:
  std::set<ir::VarId> neverNegative; // the variables of which all values are that
  std::set<ir::VarId> squares;       // those that are given such a square
  std::set<ir::VarId> summed;        // those that hold sums, or what is made of sums

  bool isNeverNegative(const ir::Apply& e) const;
  bool readsSums(const ir::Expr& value) const;
};

} // namespace treelize::analysis
