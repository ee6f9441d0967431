// A local container of few others, `std::vector<double> u[2]`, as these others.
//
// Where the index is a literal, the element is a variable. Where it is a number by which the
// elements take turns, `u[now]` and `u[1 - now]`, they are exchanged, and each index has one of
// them: what passes know of arrays holds of these.
#pragma once

#include "ir/IR.h"

#include <cstdint>
#include <functional>

namespace treelize::ir {

struct Buffers {
  VarId container;
  std::uint64_t count;
};

/// Calls fn with the first index of each place in the container.
void forEachBufferIndex(Block& block, const Buffers& buffers,
                        const std::function<void(ExprRef&)>& fn);
void forEachBufferIndex(Stmt& stmt, const Buffers& buffers,
                        const std::function<void(ExprRef&)>& fn);

void splitBuffers(Kernel& kernel);

} // namespace treelize::ir
