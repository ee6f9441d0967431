// Indices as two runs of statements see them: what is the same number in both, and what is one of
// each.
#pragma once

#include "analysis/Indices.h"
#include "analysis/dependence/Dependences.h"

#include <map>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace treelize::analysis {

enum class Run { Earlier, Later };

/// Of two runs that are in the same iteration of the first `shared` loops around them.
class IndexReader {
public:
  IndexReader(const Dependences& kernel, std::span<const ir::Stmt* const> sharedLoops);

  /// The run is in some iteration of the loop, which stands in those before.
  void enter(Run run, const ir::Stmt& loop);
  /// What is known in some iteration of a loop that counts by ones, and its counter; null for
  /// others.
  struct Counter {
    Symbol symbol;
    Polynomial lower, upper;
  };
  std::optional<Counter> enterRunning(const ir::Stmt& loop);

  /// What is known before a loop, to go on with behind it.
  struct State {
    SymbolBounds known;
    std::size_t ranges, atoms;
  };
  State state() const { return {known, ranges.size(), atoms.size()}; }
  void restore(const State& state);

  /// Both are in different iterations of the loop, in the order of time.
  void part(const ir::Stmt& loop);
  /// After the last loop: what the loops say of sizes, as they ran.
  void knowSizes();
  /// And what it says of sizes that there is such an element.
  void knowElement(Run run, const ir::Place& element);

  /// Null where it is no polynomial of numbers that keep their value.
  std::optional<Polynomial> read(Run run, const ir::Expr& index);

  const SymbolBounds& bounds() const { return known; }
  /// A counter that takes longer steps is its start and a multiple of its step.
  struct Stride {
    Symbol counter;
    Polynomial start;
    std::int64_t step;
  };
  const std::vector<Stride>& strides() const { return steps; }
  /// Those by which an index may be a row and a column.
  std::vector<Symbol> widths() const;

private:
  struct Range {
    std::optional<Polynomial> lower, upper; // the last one is below `upper`
    std::vector<Polynomial> least, most;    // other bounds of each number, both included
  };

  const Dependences& kernel;
  std::vector<const ir::Stmt*> shared;
  std::map<std::pair<Run, ir::VarId>, Symbol> counters;
  IndexParts atoms;                                // numbers that are the same in both runs
  std::vector<std::pair<Polynomial, Symbol>> sums; // of atoms, as one factor
  std::vector<Range> ranges;                       // of counters
  std::vector<Stride> steps;
  SymbolBounds known;
  Symbol nextCounter;

  Symbol newCounter(Run run, const ir::Stmt& loop);
  Range rangeOf(Run run, const ir::Stmt& loop);
  bool readEach(Run run, const ir::Expr& e, ir::Intrinsic choice, const Polynomial& more,
                std::vector<Polynomial>& found);
  void bound(Symbol counter, const Range& range, const ir::Stmt& loop);
  std::optional<Polynomial> read(Run run, const ir::Expr& index, unsigned& parts);
  std::optional<Polynomial> readPart(Run run, const ir::Expr& e, unsigned& parts);
  std::optional<Polynomial> product(Run run, const ir::Apply& factors, unsigned& parts);
  std::optional<Polynomial> atom(const ir::Expr& e);
  void boundAtom(Symbol atom);
  void boundRemainder(Symbol symbol, const ir::Expr& e);
  Polynomial asFactor(const Polynomial& p, const Polynomial& other);
  bool isShared(const ir::Expr& e) const;
  bool isSharedVariable(ir::VarId var) const;
};

} // namespace treelize::analysis
