#include "grad/finish/loops/MarkIndependent.h"

#include "analysis/ElementRanges.h"
#include "analysis/Independence.h"
#include "analysis/IterationElements.h"
#include "analysis/dependence/Dependences.h"
#include "grad/finish/loops/Comparisons.h"
#include "ir/Loops.h"
#include "ir/Operators.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

namespace {

/// Shorter loops are unrolled.
constexpr std::int64_t fewTrips = 8;

/// Something that vectors have an instruction for.
bool isPlain(const Expr& e) {
  const auto* apply = std::get_if<Apply>(&e.node);
  const bool isKnown =
      apply || std::holds_alternative<Literal>(e.node) || std::holds_alternative<Load>(e.node) ||
      std::holds_alternative<Cast>(e.node) || std::holds_alternative<Select>(e.node);
  return isKnown && !(apply && isCostly(apply->op)) && e.type->isScalar();
}

class Marker {
public:
  explicit Marker(Kernel& kernel)
      : kernel(kernel), dependences(kernel), origins(kernel), comparisons(kernel) {}

  void block(Block& statements) const {
    for (Stmt& stmt : statements) {
      for (Block* inner : blocks(stmt))
        block(*inner);
      if (auto* loop = std::get_if<For>(&stmt.node))
        loop->isIndependent = isWorthwhile(*loop) && isIndependent(stmt, *loop);
    }
  }

private:
  Kernel& kernel;
  const analysis::Dependences dependences;
  const analysis::Origins origins;
  const Comparisons comparisons;

  bool isWorthwhile(const For& loop) const {
    const bool isSimple = loop.step == 1 && !loop.descending && !loop.parallel &&
                          loopDepth(loop.body) == 0 && !analysis::isShort(loop, fewTrips);
    return isSimple && std::ranges::all_of(loop.body, isStraight) && runsAlongArrays(loop) &&
           comparisons.of(loop.body) > 0;
  }

  static bool isStraight(const Stmt& stmt) {
    bool isPlainValue =
        std::holds_alternative<Declare>(stmt.node) || std::holds_alternative<Assign>(stmt.node);
    forEachExpr(stmt, [&](const Expr& value) {
      isPlainValue = isPlainValue && !any(value, [](const Expr& e) { return !isPlain(e); });
    });
    return isPlainValue;
  }

  /// One element of each array after the other, or the same one.
  bool runsAlongArrays(const For& loop) const {
    const analysis::IterationElements elements(kernel, loop);
    bool found = true;
    auto look = [&](const Place& p) {
      for (const Selector& step : p.path)
        for (const ExprRef& index : step.indices)
          found = found && (elements.facts().isInvariant(*index) ||
                            (&step == &p.path.back() && elements.isInjective(*index)));
    };
    forEachStmt(loop.body, [&](const Stmt& stmt) {
      forEachExpr(stmt, [&](const Expr& e) { forEachLoad(e, look); });
      forEachWritten(kernel, stmt, look);
    });
    return found;
  }

  bool isIndependent(const Stmt& stmt, const For& loop) const {
    return analysis::areIterationsApart(kernel, loop, origins, [&](const Place& a, const Place& b) {
      return a.base == b.base && dependences.areApartIn(stmt, a, b);
    });
  }
};

} // namespace

void markIndependentLoops(Kernel& adjoint) {
  Marker(adjoint).block(adjoint.body);
}

} // namespace treelize::grad
