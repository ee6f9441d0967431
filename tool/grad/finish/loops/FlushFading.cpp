#include "grad/finish/loops/FlushFading.h"

#include "analysis/ElementRanges.h"
#include "ir/Builder.h"
#include "ir/Intrinsics.h"
#include "ir/Literals.h"
#include "ir/Walk.h"

#include <algorithm>
#include <map>
#include <optional>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

/// Iterations between two flushes: so many may be slow, and the others pay next to nothing.
constexpr std::int64_t period = 16;

/// An iteration touches all of an adjoint that is no larger.
constexpr std::uint64_t mostNumbers = 256;

/// A shorter iteration without a loop inside takes no longer than the question.
constexpr std::size_t fewStatements = 16;

/// Of a type of fixed size that holds numbers alone; nothing: it is another one.
std::optional<std::uint64_t> numbersOf(const Type& type) {
  if (type.is(TypeKind::Real))
    return type.real == RealKind::Double || type.real == RealKind::Float ? std::optional(1)
                                                                         : std::nullopt;
  const std::uint64_t count = type.is(TypeKind::Array)    ? type.extent
                              : type.is(TypeKind::Matrix) ? type.rows * type.columns
                                                          : 0;
  const std::optional<std::uint64_t> each = count > 0 ? numbersOf(*type.element) : std::nullopt;
  return each ? std::optional(count * *each) : std::nullopt;
}

/// What the iterations of a loop do with an adjoint that is declared outside of it.
struct Use {
  bool isRead = false, isSet = false, isCleared = false, isAddedTo = false;
  bool isOfIteration = false; // of one that the counter chooses
};

class Uses {
public:
  Uses(const Kernel& kernel, const For& loop) : kernel(kernel), loop(loop) {
    forEachStmt(loop.body, [&](const Stmt& stmt) { note(stmt); });
    for (const VarId own : declaredIn(loop.body))
      uses.erase(own);
  }

  /// Those that an iteration reads as an earlier one has left them.
  std::vector<VarId> carried() const {
    std::vector<VarId> result;
    for (const auto& [var, use] : uses)
      if (use.isRead && isMade(use) && !use.isOfIteration &&
          numbersOf(*kernel[var].type).value_or(mostNumbers + 1) <= mostNumbers)
        result.push_back(var);
    return result;
  }

  /// A sum that nothing clears does not fade, and what is only cleared is zero.
  static bool isMade(const Use& use) { return use.isSet || (use.isCleared && use.isAddedTo); }

  bool isLong() const { return hasLoop || statements > fewStatements; }

private:
  const Kernel& kernel;
  const For& loop;
  std::map<VarId, Use> uses;
  std::size_t statements = 0;
  bool hasLoop = false;

  void note(const Stmt& stmt) {
    ++statements;
    hasLoop = hasLoop || isLoop(stmt);
    forEachExpr(stmt, [&](const Expr& e) {
      forEachRead(e, [&](const Place& p) { noteUse(p, &Use::isRead); });
    });
    const auto* assign = std::get_if<Assign>(&stmt.node);
    const auto how = !assign || (assign->op == AssignOp::Set && !isZero(*assign->value))
                         ? &Use::isSet
                     : assign->op == AssignOp::Set ? &Use::isCleared
                                                   : &Use::isAddedTo;
    forEachWritten(kernel, stmt, [&](const Place& p) { noteUse(p, how); });
  }

  void noteUse(const Place& place, bool Use::* how) {
    if (!kernel[place.base].shadowOf)
      return;
    Use& use = uses[place.base];
    use.*how = true;
    forEachIndexRead(place, [&](const Place& index) {
      use.isOfIteration = use.isOfIteration || index.base == loop.counter;
    });
  }
};

Stmt flush(const Kernel& kernel, VarId adjoint, Location at) {
  const Place place{adjoint, {}, kernel[adjoint].type};
  return {at, Perform{intrinsic(Intrinsic::flush_subnormal, {load(place)}, voidType()),
                      {place},
                      std::nullopt}};
}

/// The loops that were left running downwards wait for one another.
void flushFading(Kernel& kernel, For& loop, Location at) {
  if (!loop.descending || loop.parallel || analysis::isShort(loop, analysis::unrolledTrips))
    return;
  const Uses uses(kernel, loop);
  const std::vector<VarId> carried = uses.carried();
  if (carried.empty() || !uses.isLong())
    return;
  Block flushes;
  for (const VarId adjoint : carried)
    flushes.push_back(flush(kernel, adjoint, at));
  const TypeRef& type = kernel[loop.counter].type;
  const ExprRef turn = apply(Op::mod_, {load(kernel, loop.counter), integer(period, type)}, type);
  const ExprRef isTurn = apply(Op::eq_, {turn, integer(0, type)}, boolType());
  loop.body.insert(loop.body.begin(), Stmt{at, If{isTurn, std::move(flushes), {}}});
}

void flushFading(Kernel& kernel, Block& block) {
  for (Stmt& stmt : block) {
    for (Block* inner : blocks(stmt))
      flushFading(kernel, *inner);
    if (auto* loop = std::get_if<For>(&stmt.node))
      flushFading(kernel, *loop, stmt.location);
  }
}

} // namespace

void flushFading(Kernel& kernel) {
  flushFading(kernel, kernel.body);
}

} // namespace treelize::grad
