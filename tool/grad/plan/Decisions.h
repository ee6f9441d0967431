// What was decided on the way to an adjoint, for people to read: the names are those of the adjoint
// before ir/Names gives shorter ones.
#pragma once

#include "Location.h"
#include "grad/plan/StorageCost.h"

#include <optional>
#include <string>
#include <vector>

namespace treelize::grad {

enum class KeptBecause {
  Overwritten, // somebody needs the old value
  MadeAnew,    // each iteration of a loop makes a new version, which stands beside the old ones
  EndOfScope,  // the reverse sweep needs it after its life, and computing it again is dear or
               // impossible
};

enum class KeptIn {
  Tape,
  Array, // of exact size, on the tape: an element for each iteration of the innermost loop
  Local,
};

/// To compute a value again rather than to keep it.
struct Instead {
  Work work;
  bool isPossible; // what it is made of is what it was
};

struct Kept {
  std::string value;
  Location at;
  KeptBecause why;
  Location reader; // whose derivative needs it; invalid: the caller gets back what was there
  KeptIn in;
  std::optional<Instead> instead = std::nullopt; // of a local that is given once
};

struct Repeated {
  std::string value; // a local that the reverse sweep computes again
  Location at;
  std::optional<Work> work = std::nullopt; // that it takes
};

/// What came of the wish for checkpoints.
struct CheckpointDecision {
  unsigned slots = 0;  // snapshots; 0: nobody asked
  Location loop;       // invalid: no loop stores anything
  std::string problem; // why the loop stores all it needs nevertheless
  bool isDone() const { return loop.isValid() && problem.empty(); }
};

/// What came of a loop that the source calls parallel, in one sweep.
struct ParallelDecision {
  Location loop;
  bool isReversed = false;
  bool hasOwnTape = false;         // each iteration
  std::vector<std::string> sums;   // variables that each thread adds up for itself
  std::vector<std::string> atomic; // arrays that the iterations add to by atomic operations
  std::string problem;             // why it is serial
};

struct Decisions {
  std::vector<std::string> active; // variables and fields
  std::vector<std::string>
      without; // parameters and members whose gradient is zero whatever their value
  std::vector<Kept> kept;
  std::vector<Repeated> recomputed;
  std::vector<Repeated> takenBack;     // integers that the reverse sweep counts back
  std::vector<Repeated> reusedScratch; // arrays of an iteration's own that live on the tape
  std::vector<Repeated> freeSums;      // sums of the forward sweep that are taken in any order
  std::vector<Location> fusedLoops;
  std::vector<ParallelDecision> parallelLoops;
  CheckpointDecision checkpoint;
  std::vector<std::string> rules; // calls whose derivative the user gave
};

} // namespace treelize::grad
