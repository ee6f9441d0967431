// What the reverse sweep asks for, as far as a storage plan has come, and who asks.
#pragma once

#include "analysis/RegionTrail.h"
#include "grad/plan/AskedElements.h"

#include <map>
#include <set>
#include <utility>
#include <vector>

namespace treelize::grad {

class Needs {
public:
  explicit Needs(const ir::Kernel& kernel) : asked(kernel), kernel(kernel) {}

  const ir::Stmt* reader = nullptr; // the statement whose adjoint is being asked
  analysis::RegionTrail regions;    // whose present values are needed
  AskedElements asked;

  void add(const ir::Place& read);
  /// The value, or only the length.
  void addRegion(const ir::Place& read);
  void addRegion(const ir::Place& read, Location by);
  /// All that an expression or code reads: as it was before the reader, or afterwards.
  void addReads(const ir::Expr& expr, bool afterwards = false);
  void addReads(const ir::Block& code, bool afterwards = false);
  /// The same but for the target, as it was before. Is that read?
  bool addOtherReads(const ir::Expr& expr, const ir::Place& target);
  bool addOtherReads(const ir::Block& code, const ir::Place& target);

  /// Who asked for the place last, or for a part of it; invalid: nobody that is known.
  Location readerOf(const ir::Place& lost) const;
  /// Of all that has been asked for.
  std::set<ir::VarId> variables() const;

private:
  const ir::Kernel& kernel;
  std::map<ir::VarId, std::vector<std::pair<analysis::Region, Location>>> readers;

  void addIndices(const ir::Stmt& stmt);
};

} // namespace treelize::grad
