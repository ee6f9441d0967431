// How many bytes a derived kernel puts on the tape, as a formula in the sizes of its arguments.
//
// Exact where every loop is counted by what the caller passes and nothing is saved under a
// condition, else an upper bound. It holds as long as no loop runs from more to less.
#pragma once

#include "ir/IR.h"

#include "treelize/detail/symbolic/numbers.hpp"

#include <set>
#include <string>

namespace treelize::explain {

struct TapeBytes {
  sym_int peak; // most bytes at one time
  bool isExact = true;
  std::set<std::string> unknowns; // symbols that only the run knows
};

TapeBytes tapeBytes(const ir::Kernel& derived);

} // namespace treelize::explain
