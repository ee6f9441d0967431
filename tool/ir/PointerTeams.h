// Pointers that lead to the same arrays, each to another one at any time.
#pragma once

#include "ir/NumberValues.h"
#include "ir/PlaceChoices.h"

#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace treelize::ir {

/// The array that its number says.
struct TurningPointer {
  VarId number;
  VariablesByNumber arrays;
  VarId at(const NumberValues& state) const { return arrays.at(state.at(number)); }
};

/// The statements of one block by which pointers change places.
struct PointerTurn {
  std::vector<std::size_t> positions;
  std::vector<std::size_t> from; // where a pointer leads to afterwards, that one led before
};

struct PointerTeam {
  std::vector<TurningPointer> pointers; // as many as there are arrays
  std::set<VarId> arrays;
  std::set<VarId> numbers = {}; // of the pointers, and what these are given
  NumberValues start = {};
  std::set<NumberValues> states = {};
  std::map<const Block*, PointerTurn> turns = {};
};

/// Completes a team whose pointers and arrays are known, if all begin in the block, the arrays as
/// local containers, and if its turns change the order of the pointers alike whenever they come.
bool complete(PointerTeam& team, const Kernel& kernel, const Block& block);

/// The statement is one of `block`'s turns, and the last one of it.
bool endsTurn(const PointerTeam& team, const Block& block, std::size_t position);

} // namespace treelize::ir
