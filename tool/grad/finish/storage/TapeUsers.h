// The statements of a block that use the tape. What the reverse sweep does is the forward sweep
// backwards, so the k-th of one block meets the k-th from the end of the other.
#pragma once

#include "ir/Walk.h"

namespace treelize::grad {

inline std::vector<std::size_t> tapeUsers(const ir::Block& block) {
  std::vector<std::size_t> found;
  for (std::size_t i = 0; i < block.size(); ++i)
    if (ir::usesTape(block[i]))
      found.push_back(i);
  return found;
}

} // namespace treelize::grad
