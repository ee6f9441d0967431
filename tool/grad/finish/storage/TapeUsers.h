// The statements of a block that use the tape. What the reverse sweep does is the forward sweep
// backwards, so the k-th of one block meets the k-th from the end of the other.
#pragma once

#include "ir/IR.h"

#include <vector>

namespace treelize::grad {

/// The positions of two statements: what one leaves on the tape the other takes off.
struct TapePair {
  std::size_t forward, reverse;
};

/// As the sweeps mirror each other; empty where they do not.
std::vector<TapePair> tapePairs(const ir::Block& forward, const ir::Block& reverse);

/// The same of one block whose second half takes back what the first one did: of an iteration that
/// is reversed as soon as it has run. The statement in the middle may be a loop of such iterations.
std::vector<TapePair> tapePairs(const ir::Block& meeting);

/// The counted loops between the halves of such a block whose iterations leave the tape as they
/// found it: their positions. All of the block's, if there is nothing around them.
std::vector<std::size_t> meetingLoops(const ir::Block& meeting);

} // namespace treelize::grad
