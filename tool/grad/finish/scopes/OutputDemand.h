// Which numbers of an adjoint matter to something else than what it returns, those of its own arrays
// among them, and which of the others are dear.
#pragma once

#include "ir/IR.h"

#include <set>

namespace treelize::grad {

class OutputDemand {
public:
  explicit OutputDemand(const ir::Kernel& kernel);

  /// By something else than the outputs?
  bool isAsked(ir::VarId var) const { return asked.contains(var); }

  /// Would nobody miss it who does not ask for the outputs?
  bool isForOutputs(const ir::Stmt& stmt) const;

  /// Does it call functions, divide, read or write an array that nobody else reads, or go on with what does?
  bool takesMuch(const ir::Stmt& stmt) const;

private:
  const ir::Kernel& kernel;
  std::set<ir::VarId> asked, dear;

  bool isOutputsArray(const ir::Place& place) const;
  bool ask(const ir::Expr& e);
  /// True if something new was asked for.
  bool ask(const ir::Stmt& stmt);
};

} // namespace treelize::grad
