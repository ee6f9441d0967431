// What the statements of one block read last and change, for locals that the reverse sweep computes
// again.
#pragma once

#include "analysis/Regions.h"
#include "grad/rules/StatementAdjoint.h"

#include <map>
#include <optional>
#include <utility>
#include <vector>

namespace treelize::grad {

class BlockFacts {
public:
  BlockFacts(const ir::Kernel& kernel, const ir::Block& block, const StatementAdjointMap& adjoints);

  /// The positions of the declarations whose locals the statement at `position` is the last to
  /// read, in the kernel or in its adjoint. Locals of which another one is computed are left out.
  const std::vector<std::size_t>& lastReadAt(std::size_t position) const;

  /// The positions of the statements that set an element to the local.
  const std::vector<std::size_t>& copiesOf(ir::VarId local) const;

  /// The positions of the declarations that read an element of the variable, and nothing else.
  const std::vector<std::size_t>& readingsOf(ir::VarId variable) const;

  bool declares(ir::VarId variable) const { return own.contains(variable); }
  std::optional<std::size_t> declaredAt(ir::VarId variable) const;

  /// Does a statement after `first`, up to and with `last`, change the place?
  bool changes(const ir::Place& place, std::size_t first, std::size_t last) const;
  /// The first one that does.
  std::optional<std::size_t> firstChange(const ir::Place& place, std::size_t first,
                                         std::size_t last) const;
  bool changesAny(const ir::Expr& read, std::size_t first, std::size_t last) const;

private:
  std::map<ir::VarId, std::size_t> own; // where it declares them
  /// By the position of their last reader
  std::map<std::size_t, std::vector<std::size_t>> declarations;
  std::map<ir::VarId, std::vector<std::size_t>> copies, readings;
  using Write = std::pair<std::size_t, analysis::Region>; // by the statement at the position
  std::map<ir::VarId, std::vector<Write>> writes;
};

} // namespace treelize::grad
