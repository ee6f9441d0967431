// Integers of a kernel as formulas in what its caller passes: trip counts, lengths, bytes.
//
// A symbol stands for what the caller chooses (`n`, `a.size()`), as a number that is not negative,
// or for what only the run knows; formulas with one of the latter are bounds at best.
#pragma once

#include "analysis/Regions.h"
#include "ir/IR.h"
#include "ir/WriteCounts.h"

#include "treelize/detail/symbolic/numbers.hpp"

#include <map>
#include <set>
#include <string>
#include <vector>

namespace treelize::explain {

class Sizes {
public:
  explicit Sizes(const ir::Kernel& kernel);

  sym_int valueOf(const ir::Expr& expr);
  sym_int tripsOf(const ir::For& loop);
  /// How often a while loop runs, or a function is called: known when it has.
  sym_int unknown(const std::string& name);
  /// How many elements a container has.
  sym_int lengthOf(const ir::Place& container);
  /// What the value takes on the tape.
  sym_int bytesOf(const ir::Place& value);
  /// The symbol of a loop's counter.
  static sym_int counter(const ir::Kernel& kernel, ir::VarId id);

  /// What only the run knows, as far as it was asked for.
  const std::set<std::string>& unknowns() const { return unknowns_; }

private:
  const ir::Kernel& kernel_;
  ir::WriteCounts writes_;
  std::map<ir::VarId, const ir::Declare*> declared_; // where it has a value there
  std::set<ir::VarId> counters_;
  analysis::RegionSet resized_; // what may change its length
  std::set<std::string> unknowns_;
  std::map<ir::VarId, sym_int> values_; // of locals that keep them, as far as they were asked for

  void note(const ir::Stmt& stmt);
  bool isFixed(ir::VarId id) const;
  bool isCallers(ir::VarId id) const;
  const ir::Place* copiedBy(const ir::Place& container) const;
  sym_int named(const std::string& name, bool isFixed);
  sym_int valueOf(const ir::Place& place);
  sym_int valueOf(const ir::Apply& apply, const ir::Expr& whole);
  sym_int bytesOf(const ir::Type& type, const ir::Place* at);
  const ir::Expr* extentOf(const ir::Place& container) const;
};

} // namespace treelize::explain
