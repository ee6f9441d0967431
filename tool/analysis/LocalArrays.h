// Arrays of numbers that a kernel makes for itself, and what its code does to their elements.
#pragma once

#include "analysis/OnlyValues.h"
#include "ir/IR.h"

#include <optional>
#include <span>

namespace treelize::analysis {

/// An array, and the number of its elements where it is declared.
struct LocalArray {
  ir::VarId var;
  ir::ExprRef size;
};

/// Finds the declarations of local vectors and arrays of numbers whose size reads nothing that
/// changes later.
class LocalArrays {
public:
  explicit LocalArrays(const ir::Kernel& kernel);
  std::optional<LocalArray> declaredBy(const ir::Stmt& stmt) const;

private:
  const ir::Kernel& kernel;
  OnlyValues values;
};

/// Does such a declaration make all elements zero?
bool opensAtZero(const ir::Kernel& kernel, const ir::Stmt& declaration);

/// Is every mention of the variable in the statement itself one of an element, read or assigned? Its
/// length may be asked for if `asksLength`.
bool namesElementsOnly(const ir::Stmt& stmt, ir::VarId var, bool asksLength = false);
/// The same of all these statements and those inside.
bool namesElementsOnly(std::span<const ir::Stmt> statements, ir::VarId var,
                       bool asksLength = false);

/// The expression without conversions from integer to integer, but for those that may cut off
/// something.
const ir::Expr& withoutCasts(const ir::Expr& e);

/// Is it `array[counter]`?
bool isAtCounter(const ir::Place& place, ir::VarId counter);

} // namespace treelize::analysis
