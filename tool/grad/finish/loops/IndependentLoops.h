// Innermost loops along arrays whose iterations have elements of their own.
//
// A compiler cannot see that arrays of a caller's, or behind pointers, are apart. It compares their
// addresses each time before it runs such a loop in vectors, and gives up where they are many: in
// the rows of a nest that is a good part of the time. A mark tells it what is known here.
#pragma once

#include "analysis/Origins.h"
#include "analysis/dependence/Dependences.h"
#include "ir/IR.h"

#include <set>

namespace treelize::grad {

/// Nothing but numbers and assignments, and nothing that vectors have no instruction for.
bool fitsVectors(const ir::Kernel& kernel, const ir::Stmt& stmt);

/// What becomes of the adjoints that a loop only adds to.
enum class RunningSums {
  InLocals,   // those that are locals may be summed in vectors
  WillBeLocal // a later pass sums the others in locals, too
};

class IndependentLoops {
public:
  IndependentLoops(const ir::Kernel& kernel, RunningSums sums);

  /// The loop, made of statements of one that stands in the kernel. Only such that vectors speed
  /// up: the mark has compilers use them, whatever they think of it.
  bool contains(const ir::For& loop, const ir::Stmt& madeOf) const;

private:
  const ir::Kernel& kernel;
  const RunningSums sums;
  const analysis::Dependences dependences;
  const analysis::Origins origins;

  bool runsAlongArrays(const ir::For& loop) const;
  std::set<ir::VarId> sumsOf(const ir::For& loop) const;
};

/// Marks those for which compilers would have to compare addresses.
void markIndependentLoops(ir::Kernel& adjoint);

} // namespace treelize::grad
