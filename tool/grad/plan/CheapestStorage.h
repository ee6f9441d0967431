// Of values that are computed of one another and asked for later: which to keep, and which to
// compute again, at the least cost.
//
// A value is there later if it is kept, or computed again; what is computed again asks for its
// operands. To choose is to close a graph under "asks for", the closure of least cost is a minimum
// cut (Picard, Maximal closure of a graph, 1976), and that is exact however the values share their
// operands.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace treelize::grad {

/// Costs are in the units of plan/StorageCost.h.
struct StoredValue {
  unsigned keep = 0;                 // to have it later as it is
  std::optional<unsigned> again;     // to compute it again; none: impossible
  std::vector<std::size_t> operands; // other values, of which it is computed
  bool isAsked = false;
};

enum class Storage { None, Kept, Again };

/// One choice for each value. Of two that cost the same, the one that computes less.
std::vector<Storage> cheapestStorage(std::span<const StoredValue> values);

} // namespace treelize::grad
