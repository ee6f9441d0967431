// What is known of an expression, and of the ways of a branch on real numbers.
#pragma once

#include "ir/IR.h"
#include "pattern/Knowledge.h"

namespace treelize::pattern {

/// What stands at one place of the kernel.
struct View {
  const ir::Kernel& kernel;
  const Knowledge& knowledge;
  const Guards& assumed;
};

/// Is the value the same for all values of the real variables? Of an object that means its lengths
/// and whole numbers.
bool isKnown(const View& view, const ir::Expr& expr);

/// Are the indices of the place known?
bool hasKnownIndices(const View& view, const ir::Place& place);

/// The part of the path before the first index that is unknown.
ir::Place knownPrefix(const View& view, ir::Place place);

/// The guards that hold where the condition has the value.
Guards guardsOf(const View& view, const ir::Expr& condition, bool value);

/// Is the condition known but for the flags among them?
bool isKnownByFlags(const View& view, const ir::Expr& condition, bool value);

/// A known condition that holds wherever the condition may have the value.
ir::ExprRef mayBe(const View& view, const ir::ExprRef& condition, bool value);

} // namespace treelize::pattern
