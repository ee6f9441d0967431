// The adjoint of a kernel: a forward sweep that remembers what the storage plan says, then a
// reverse sweep over the same structure, backwards.
//
// The derived kernel has the primal's parameters, the seed when a value is returned, and one shadow
// per differentiable parameter (see Role::Shadow); `outputs` holds the primal value. It leaves
// everything the primal writes as it found it and only adds to shadows, except that the shadow of
// an overwritten output is consumed: it holds the seed at entry, the adjoint of the value at entry
// at exit.
#pragma once

#include "grad/plan/Decisions.h"
#include "ir/IR.h"

namespace treelize::grad {

struct AdjointOptions {
  bool useActivity = true; // off: every differentiable value is taken as active
  bool solveRecurrences =
      true;               // off: every integer that changes is saved, every `s = s + e` overwrites
  bool countLoops = true; // off: a while loop is a while loop
  bool fixLengths = true; // off: a vector is saved where its length is asked for
  bool narrowScopes = true;     // off: a variable lives as long as the source says
  bool findWinners = true;      // off: every iteration of a running minimum is reversed
  bool hoistValues = true;      // off: every iteration computes what all of them compute alike
  bool joinTwins = true;        // off: the derivative of a sine computes the cosine
  bool splitArrays = true;      // off: an array is one, however often it is filled
  bool privatizeArrays = true;  // off: an array is one region of memory, whoever uses it
  bool onlyDemanded = true;     // off: the forward sweep computes all that the primal computes
  bool chooseInLoops = true;    // off: a guard is a branch wherever it stands
  bool setFirstSums = true;     // off: an array's adjoints are cleared and added to
  bool orderLoops = true;       // off: every loop is reversed backwards
  bool mergeLoops = true;       // off: loops stay as they are, one after the other
  bool contractArrays = true;   // off: an array is an array
  bool joinSums = true;         // off: an element is added to wherever the rules say so
  bool splitLoops = true;       // off: a loop may add to neighbouring elements
  bool gatherSums = true;       // off: each offset from an element has a loop of its own
  bool sumInLocals = true;      // off: every sum goes to where it belongs at once
  bool hoistLoads = true;       // off: every element is read where it is used
  bool shareReciprocals = true; // off: every quotient is divided
  bool hoistIndices = true;     // off: an index is computed where it is used
  bool hoistLookups = true;     // off: every element is found by its row
  bool skipZeros = true;        // off: what was not chosen is reversed with a zero seed
  bool recomputeLate = true;    // off: a value whose operands change before its scope ends is saved
  bool readCopies = true;       // off: a local is saved though an element holds its value
  bool compareElements = true;  // off: an array is saved as if it were one number
  bool useRecords = true;       // off: every value is pushed where it is overwritten
  bool fuseLoops = true;        // off: the whole forward sweep runs before the reverse sweep
  bool useArrays = true;        // off: the tape is a stack
  bool hoistRooms = true;       // off: every iteration makes room on the tape for its arrays
  bool useRegisters = true;     // off: whatever is saved goes to the tape
  unsigned checkpoints = 0; // how many snapshots the main loop may keep; 0: it stores what it needs
};

/// `primal` is in the structured dialect. What was decided goes to `decisions`, if asked for.
ir::Kernel makeAdjoint(const ir::Kernel& primal, const AdjointOptions& options = {},
                       Decisions* decisions = nullptr);

/// The kernel as the adjoint pass sees it (for --dump-after=normalize).
ir::Kernel normalizeForAdjoint(const ir::Kernel& primal, const AdjointOptions& options = {});

} // namespace treelize::grad
