// What a run has done, as text, JSON or a page: the outputs with the names of what is in them, and
// for every kernel what was decided for its adjoint.
#pragma once

#include "explain/Listing.h"
#include "explain/Tree.h"

#include <iosfwd>
#include <string>
#include <utility>
#include <vector>

namespace treelize::explain {

struct ClassReport {
  std::string name;
  std::vector<std::pair<std::string, std::string>> fields; // name and type
  std::vector<std::string> kernels;                        // of its proxy
};

struct PlacedName {
  std::string name;
  std::string at;    // file:line
  std::string takes; // of what is computed again: the work; may be empty
  friend bool operator==(const PlacedName&, const PlacedName&) = default;
};

struct StoredValue {
  std::string value; // a variable or a place: `t[i]`
  std::string at;
  std::string in; // "tape", "array on the tape", "local"
  std::string why;
  std::string instead; // what computing it again would take, or why it cannot be; may be empty
  friend bool operator==(const StoredValue&, const StoredValue&) = default;
};

struct ParallelLoop {
  std::string at;
  std::string sweep; // "forward", "reverse"
  std::string how;   // "parallel", with what is summed up and how, or "serial", and why
  friend bool operator==(const ParallelLoop&, const ParallelLoop&) = default;
};

/// What was decided for the adjoint of a kernel.
struct KernelReport {
  std::string name;
  std::string at;
  std::string wrt;                  // what the annotation selects; empty: all
  std::vector<std::string> active;  // variables and fields that carry derivatives
  std::vector<std::string> without; // inputs whose gradient is always zero
  std::vector<StoredValue> stored;
  std::vector<PlacedName> recomputed;      // locals that the reverse sweep computes again
  std::vector<PlacedName> countedBack;     // integers that the reverse sweep counts back
  std::vector<PlacedName> scratch;         // arrays of an iteration's own, which live on the tape
  std::vector<PlacedName> freeSums;        // sums of the primal that are taken in any order
  std::vector<std::string> fusedLoops;     // reversed iteration by iteration
  std::vector<ParallelLoop> parallelLoops; // as the source calls them
  std::vector<std::string> rules;          // functions whose derivative the user gave
  std::string checkpoints;                 // how the main loop is reversed, if it keeps snapshots
  std::string tapeBytes; // a formula; empty where there is none, and `unknowns` says why
  bool isExact = true;   // else an upper bound
  std::vector<std::string> unknowns; // symbols of the formula that only the run knows
  std::vector<std::string> activeLines; // places of the statements that carry derivatives
  std::vector<Tree> parameters;         // and the members of the object
};

struct OutputReport {
  std::string input;
  std::string output;
  bool changed = false;
  std::vector<std::string> nodes;
  std::vector<std::string> treeFunctions;
  std::vector<KernelReport> kernels;
  std::vector<ClassReport> classes; // the data-oriented ones

  // For a page.
  std::vector<Tree> trees; // the nodes
  std::vector<TreeFunction> functions;
  Listing listing;
};

void printTextReport(std::ostream& out, const std::vector<OutputReport>& reports);
void printJsonReport(std::ostream& out, const std::vector<OutputReport>& reports);
void printHtmlReport(std::ostream& out, const std::vector<OutputReport>& reports);

} // namespace treelize::explain
