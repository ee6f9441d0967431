// What the reverse sweep pays for a value, in halves of an operation on reals inside a loop.
//
// A value on the tape is written and read again, through the second cache as a rule: as much as a
// dozen operations, in doubles as in floats, of which a vector holds twice as many. What only says
// which way to go is one byte. Measured by test/bench/programs; indices are as good as free, since
// neighbouring reads share them.
#pragma once

#include "ir/IR.h"

#include <optional>

namespace treelize::grad {

/// To have elements of an array as they were, for one value that is computed of them: somebody else
/// may ask for them, too.
constexpr unsigned costOfArray = 12;

unsigned costOfKeeping(const ir::Type& type);

/// What it takes to compute a value of reals.
struct Work {
  unsigned reads = 0; // of elements
  unsigned operations = 0, divisions = 0;
  unsigned functions = 0; // that take as long as many operations
};

/// None: nobody knows.
std::optional<Work> workOf(const ir::Expr& value);
std::optional<unsigned> costOfComputing(const ir::Expr& value);

} // namespace treelize::grad
