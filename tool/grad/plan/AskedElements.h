// Which elements of an array the reverse sweep asks for, so that an element that nobody has read
// before it is overwritten is not saved, though others of the array are.
#pragma once

#include "analysis/PrivateArrays.h"
#include "analysis/dependence/Dependences.h"
#include "ir/IR.h"

#include <map>
#include <set>
#include <vector>

namespace treelize::grad {

class AskedElements {
public:
  explicit AskedElements(const ir::Kernel& kernel);

  /// The reverse of the statement reads the place: as it was before the statement, or afterwards.
  /// Null: at a time that is not known.
  void add(const ir::Place& place, const ir::Stmt* by, bool afterwards);

  /// Those of the statements that overwrite an element which nothing before them has read. Each
  /// iteration has its own of an array that is private to it.
  std::set<const ir::Stmt*> unreadAmong(const std::set<const ir::Stmt*>& overwrites,
                                        const analysis::PrivateArrays& privateArrays) const;

private:
  struct Reading {
    ir::Place element;
    const ir::Stmt* by;
    bool afterwards;
  };

  const ir::Kernel& kernel;
  std::set<ir::VarId> arrays; // local ones, of which elements are overwritten in loops
  std::map<ir::VarId, std::vector<Reading>> readings;

  bool isElement(const ir::Place& place) const;
  std::map<ir::VarId, std::size_t> ownLoops(const analysis::Dependences& dependences,
                                            const analysis::PrivateArrays& privateArrays) const;
};

} // namespace treelize::grad
