// Pointers that lead to the same arrays, each to another one at any time.
#pragma once

#include "ir/PlaceChoices.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace treelize::ir {

/// What each pointer's number is.
using PointerNumbers = std::map<VarId, std::int64_t>;

/// The statements of one block by which pointers change places.
struct PointerTurn {
  std::vector<std::size_t> positions;
  std::map<VarId, VarId> from; // where a pointer leads to afterwards, that one led before
};

/// Pointers to the same arrays.
struct PointerTeam {
  std::map<VarId, VariablesByNumber> pointers; // by their numbers
  std::set<VarId> arrays;
  PointerNumbers start;
  std::set<VarId> copies; // of the numbers, within a turn
  std::map<const Block*, PointerTurn> turns;

  /// Is it a number of theirs?
  bool has(VarId number) const { return pointers.contains(number) || copies.contains(number); }
  /// Does the statement give such a number a value?
  bool isMovedBy(const Stmt& stmt) const;
  VarId ledTo(VarId pointer, const PointerNumbers& state) const {
    return pointers.at(pointer).at(state.at(pointer));
  }
};

/// Those whose local vectors and pointers begin in the kernel's body, and whose turns change their
/// order alike whenever they come.
std::vector<PointerTeam> findTeams(const Kernel& kernel);

} // namespace treelize::ir
