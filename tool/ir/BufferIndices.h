// Which element of a short container is meant: by a number of the kernel's own, not by what was
// copied from one, nor by the counter of a loop.
#pragma once

#include "ir/Buffers.h"

#include <set>

namespace treelize::ir {

/// Rewrites the first indices of a container that begins in the block:
/// * Copies, `next = 1 - now`, are what they were copied from, until that changes.
/// * A loop over the container is its iterations.
/// * `step % 2` is a number of its own that changes behind each step, and behind the last one of
///   `steps` stands for `steps % 2`.
/// Returns the copies.
std::set<VarId> settleIndices(Kernel& kernel, Block& block, const Buffers& buffers);

} // namespace treelize::ir
