// What parts of memory a kernel can tell apart: a variable and a path of fields, where every index
// stands for all elements (`p.layers[].bias[]`).
//
// Two parameters never overlap: they are taken as distinct objects, a contract that debug builds of
// the generated code check. Facts per region are what activity and the storage plan are made of.
#pragma once

#include "ir/IR.h"

#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace treelize::analysis {

struct Region {
  ir::VarId base;
  std::vector<std::string> path; // field names; "[]" for an index
  bool hasIndex() const;
};

Region regionOf(const ir::Place& place);

/// Is one a part of the other (or the same)?
bool overlap(const Region& a, const Region& b);

/// The same without building regions.
bool overlap(const ir::Place& a, const ir::Place& b);

/// Do different indices say that elements are different ones? Not those of the rows of an array
/// that a pointer is followed through, nor those of rows that are views.
bool hasOwnRows(const ir::Kernel& kernel, const ir::Place& element);

/// Does the path of the place cross a field with this mark?
bool crossesField(const ir::Kernel& kernel, const ir::Place& place, bool ir::RecordField::* mark);

/// Does the path of the place cross a field that the user marked as constant, or start at such a
/// variable?
bool isNondiff(const ir::Kernel& kernel, const ir::Place& place);

/// A set of regions; small, so a vector per variable.
class RegionSet {
public:
  /// Adds a region; true when it was not there.
  bool insert(const Region& region);
  bool insert(const ir::Place& place) { return insert(regionOf(place)); }
  /// Adds all; true when something was new.
  bool merge(const RegionSet& other);
  /// Is the region, or one that it is a part of, in the set?
  bool contains(const Region& region) const;
  bool overlaps(const ir::Place& place) const { return overlaps(regionOf(place)); }
  bool overlaps(const Region& region) const;
  bool overlaps(const RegionSet& other) const;
  /// Forgets the region and everything inside it.
  void erase(const Region& region);

  /// Those that it has regions of.
  std::set<ir::VarId> variables() const;
  /// The regions of one variable.
  RegionSet of(ir::VarId variable) const;
  /// Takes what another set has of the variable for what this one had.
  void replace(ir::VarId variable, const RegionSet& by);

private:
  std::map<ir::VarId, std::vector<std::vector<std::string>>> paths;
};

/// Everything the statements may write, locals that they declare and counters included.
RegionSet writesOf(const ir::Kernel& kernel, std::span<const ir::Stmt> statements);

/// Everything they may read.
RegionSet readsOf(std::span<const ir::Stmt> statements);

/// May the value of the expression be another one after writes to these regions?
bool mayChange(const ir::Expr& e, const RegionSet& written);

/// May the place be another one after them, as an index of it may?
bool mayMove(const ir::Place& place, const RegionSet& written);

} // namespace treelize::analysis
