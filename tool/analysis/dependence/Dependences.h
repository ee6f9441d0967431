// Whether what one statement reads may be what another one writes, run by run.
//
// The indices of both are polynomials in the counters of the loops around them, within the bounds
// of these loops; two elements are apart where the difference of their indices never is zero, or
// where that holds of a row and a column that one index is made of: `i * n + j` with j in [0, n).
#pragma once

#include "analysis/OnlyValues.h"
#include "ir/IR.h"

#include <map>
#include <set>
#include <vector>

namespace treelize::analysis {

class Dependences {
public:
  explicit Dependences(const ir::Kernel& kernel);
  Dependences(const Dependences&) = delete;
  Dependences& operator=(const Dependences&) = delete;

  /// Where in the kernel an element is named.
  struct Access {
    const ir::Stmt* by;
    const ir::Place& element;
  };
  /// May a run of the reader's statement reach an element that a later run of the writer's reaches?
  /// Within one iteration the order is that of the text, and a statement counts as later than
  /// itself if `meetsItself`. Both are in one iteration of the first `together` loops around them.
  /// False only where the indices prove it.
  bool mayReachBefore(const Access& reader, const Access& writer, bool meetsItself,
                      std::size_t together) const;

  /// The loops around a statement of the kernel, outermost first.
  const std::vector<const ir::Stmt*>& loopsAround(const ir::Stmt& stmt) const {
    return standings.at(&stmt).loops;
  }

  /// Do two places in the body of a loop that holds no other never name the same element, whichever
  /// iterations of it they stand in? The loop is where it was; its statements may be others by now.
  bool areApartIn(const ir::Stmt& loop, const ir::Place& a, const ir::Place& b) const;

  /// Every element of the array that an iteration of the loop reads, named as `array[index]`, was
  /// written earlier in that iteration, and it writes all of the `size` elements but for a few at
  /// both ends.
  bool isWrittenFirst(const ir::Stmt& loop, ir::VarId array, const ir::Expr& size) const;

private:
  friend class IndexReader;

  struct Standing {
    std::vector<const ir::Stmt*> loops; // around the statement, outermost first
    std::size_t number = 0;             // in the order of the text
  };
  struct Local {
    ir::ExprRef value;
    std::vector<const ir::Stmt*> loops; // around its declaration
  };

  const ir::Kernel& kernel;
  std::map<const ir::Stmt*, Standing> standings;
  std::map<ir::VarId, const ir::Stmt*> loopOf; // by the counter
  std::map<ir::VarId, Local> locals;           // with their only values
  std::map<ir::VarId, ir::ExprRef> lengths;    // that vectors are made with
  OnlyValues values;
  RegionSet resized;                                     // other than where it begins its life
  mutable std::map<const ir::Stmt*, unsigned> questions; // asked of each loop

  void enter(const ir::Block& block, std::vector<const ir::Stmt*>& loops);
  void note(const ir::Stmt& stmt, const std::vector<const ir::Stmt*>& loops);
  bool areApart(const Access& reader, const Access& writer, std::size_t level) const;
};

} // namespace treelize::analysis
