#include "grad/plan/SkipIterations.h"

#include "analysis/ElementRanges.h"
#include "analysis/Regions.h"
#include "grad/loops/SureReads.h"
#include "grad/rules/Guards.h"
#include "grad/rules/Value.h"
#include "ir/Builder.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

/// More comparisons than this may cost more than they save.
constexpr std::size_t seedLimit = 2;

/// Compilers unroll a loop that runs so often, and make better code of it without a branch before
/// it.
constexpr std::int64_t fewTrips = 4;

/// Walks the reverse of an iteration as if all seeds were zero, and finds which places these are.
class SeedFinder {
public:
  SeedFinder(const Kernel& kernel, VarId counter, std::span<const Stmt> code, IterationsOwn own)
      : kernel(kernel), counter(counter), zero(std::move(own.zeroShadows)),
        scratch(std::move(own.scratch)), written(analysis::writesOf(kernel, code)) {
    addSure(code);
  }

  struct Seed {
    Place place;
    ExprRef where; // the condition under which the iteration reads it; null: always
  };
  std::vector<Seed> seeds;

  void declare(const Declare& s) {
    if (s.value && isZero(*s.value))
      zero.insert(s.var);
    else
      scratch.insert(s.var);
  }

  /// Does the code change nothing that lasts?
  bool isIdle(std::span<const Stmt> code) {
    return std::ranges::all_of(code, [&](const Stmt& stmt) { return isIdle(stmt); });
  }

private:
  const Kernel& kernel;
  const VarId counter;
  std::set<VarId> zero, scratch;
  const analysis::RegionSet written;
  std::vector<Place> sure;     // that the iteration reads or writes whatever happens
  std::vector<ExprRef> around; // conditions, the outermost first

  void addSure(std::span<const Stmt> code) {
    for (const Stmt& stmt : code) {
      if (const Place* place = namedPlace(stmt))
        sure.push_back(*place);
      forEachExpr(stmt, [&](const Expr& e) {
        forEachSureRead(e, [&](const Place& p) { sure.push_back(p); });
      });
      if (const auto* loop = std::get_if<For>(&stmt.node); loop && analysis::surelyRuns(*loop))
        addSure(loop->body);
    }
  }

  bool isIdleWhere(const ExprRef& condition, std::span<const Stmt> code) {
    around.push_back(condition);
    const bool isAll = isIdle(code);
    around.pop_back();
    return isAll;
  }

  bool isIdle(const Stmt& stmt) {
    if (const auto* s = std::get_if<Declare>(&stmt.node)) {
      declare(*s);
      return true;
    }
    if (const auto* s = std::get_if<Assign>(&stmt.node))
      return isIdle(*s);
    if (const auto* s = std::get_if<If>(&stmt.node))
      return isIdleWhere(s->condition, s->thenBlock) &&
             isIdleWhere(logicalNot(s->condition), s->elseBlock);
    if (const auto* s = std::get_if<For>(&stmt.node))
      return analysis::surelyRuns(*s) ? isIdle(s->body)
                                      : isIdleWhere(runsAtAll(kernel, *s), s->body);
    return std::holds_alternative<Comment>(stmt.node);
  }

  bool isIdle(const Assign& s) {
    if (scratch.contains(s.target.base))
      return true;
    if (!isZero(*s.value))
      return false;
    return s.op != AssignOp::Set || zero.contains(s.target.base) || isSeed(s.target);
  }

  bool isSeed(const Place& place) const {
    return std::ranges::any_of(seeds, [&](const Seed& seed) {
      return isSame(seed.place, place) &&
             (!seed.where || isSameCondition(*seed.where, whereHere()));
    });
  }

  static bool isSameCondition(const Expr& known, const ExprRef& here) {
    return here && isSame(known, *here);
  }

  /// All conditions around; null without one.
  ExprRef whereHere() const {
    ExprRef all;
    for (const ExprRef& one : around)
      all = all ? apply(Op::land_, {all, one}, boolType()) : one;
    return all;
  }

  /// Can it be told at the beginning of the iteration?
  bool isSteadyCondition(const Expr& condition) const {
    const bool isOpaque =
        any(condition, [](const Expr& part) { return std::holds_alternative<Opaque>(part.node); });
    return !isOpaque && !analysis::mayChange(condition, written);
  }

  bool isZero(const Expr& e) {
    if (const auto* s = std::get_if<Load>(&e.node))
      return zero.contains(s->place.base) || isSeed(s->place) || becomesSeed(s->place);
    if (const auto* s = std::get_if<Cast>(&e.node))
      return isZero(*s->arg);
    if (const auto* s = std::get_if<Select>(&e.node))
      return isZeroWhere(s->condition, *s->ifTrue) &&
             isZeroWhere(logicalNot(s->condition), *s->ifFalse);
    if (const auto* s = std::get_if<Construct>(&e.node))
      return s->args.size() < 2 && isDifferentiable(*e.type);
    if (const auto* s = std::get_if<Apply>(&e.node))
      return isZero(*s);
    return std::holds_alternative<ZerosLike>(e.node) || numberOf(std::make_shared<Expr>(e)) == 0.0;
  }

  bool isZeroWhere(const ExprRef& condition, const Expr& e) {
    around.push_back(condition);
    const bool holds = isZero(e);
    around.pop_back();
    return holds;
  }

  bool isZero(const Apply& e) {
    switch (e.op) {
    case Op::mul:
      return isZero(*e.args[0]) || isZero(*e.args[1]);
    case Op::where_seeded_:
      return isZero(*e.args[1]);
    case Op::div:
    case Op::neg:
      return isZero(*e.args[0]);
    case Op::add:
    case Op::sub:
      return isZero(*e.args[0]) && isZero(*e.args[1]);
    default:
      return false;
    }
  }

  /// A number in a shadow that outlives the iteration, at a place that stays the same in it but not
  /// in the next one. What is read under a condition need not be there without it.
  bool becomesSeed(const Place& place) {
    const Variable& shadow = kernel[place.base];
    const bool isShadow = shadow.shadowOf || shadow.role == Role::Seed;
    if (!isShadow || scratch.contains(place.base) || !place.type->is(TypeKind::Real) ||
        seeds.size() == seedLimit)
      return false;
    bool varies = false;
    forEachIndexRead(place, [&](const Place& p) { varies = varies || p.base == counter; });
    const bool isThere =
        std::ranges::any_of(sure, [&](const Place& known) { return isSame(known, place); });
    const ExprRef where = isThere ? nullptr : whereHere();
    if (!varies || analysis::mayMove(place, written) || (where && !isSteadyCondition(*where)))
      return false;
    seeds.push_back({place, where});
    return true;
  }
};

bool hasLongLoop(std::span<const Stmt> code) {
  bool found = false;
  forEachStmt(code, [&](const Stmt& stmt) {
    const auto* loop = std::get_if<For>(&stmt.node);
    found = found || (loop && !analysis::isShort(*loop, fewTrips));
  });
  return found;
}

/// Puts it a value of the primal's back?
bool restores(const Kernel& kernel, const Stmt& stmt) {
  const auto* s = std::get_if<Assign>(&stmt.node);
  return std::holds_alternative<Pop>(stmt.node) ||
         (s && s->op == AssignOp::Set && !kernel[s->target.base].shadowOf);
}

/// The position behind what the code puts back before it does anything else.
std::size_t behindRestored(const Kernel& kernel, const Block& code, std::size_t first) {
  std::size_t behind = first;
  for (std::size_t i = first; i < code.size(); ++i)
    if (restores(kernel, code[i]))
      behind = i + 1;
    else if (!std::holds_alternative<Declare>(code[i].node))
      break;
  return behind;
}

/// A value, or zero where something else was chosen?
bool isChoice(const Expr& e) {
  const auto* choice = std::get_if<Select>(&e.node);
  return choice && (numberOf(choice->ifTrue) == 0.0 || numberOf(choice->ifFalse) == 0.0);
}

/// Does the code hand the seed on to other elements, to each if it was chosen? So does a loop that
/// carries a minimum or a maximum along: most of its seeds are zero, and it runs in no vectors.
bool handsOnChoices(std::span<const Stmt> code, const Place& seed) {
  bool handsOn = false, areChoices = true;
  forEachStmt(code, [&](const Stmt& stmt) {
    const auto* s = std::get_if<Assign>(&stmt.node);
    if (!s || s->target.base != seed.base || isSame(s->target, seed))
      return;
    handsOn = true;
    areChoices = areChoices && isChoice(*s->value);
  });
  return handsOn && areChoices;
}

} // namespace

void skipWithoutSeeds(const Kernel& kernel, VarId counter, Block& iteration, std::size_t first,
                      IterationsOwn own) {
  const bool isLong = hasLongLoop(std::span(iteration).subspan(first));
  if (!isLong)
    first = behindRestored(kernel, iteration, first);
  const std::span<const Stmt> code = std::span(iteration).subspan(first);
  SeedFinder finder(kernel, counter, code, std::move(own));
  for (const Stmt& stmt : std::span(iteration).first(first))
    if (const auto* s = std::get_if<Declare>(&stmt.node))
      finder.declare(*s);
  if (!finder.isIdle(code) || finder.seeds.empty() ||
      !(isLong || handsOnChoices(code, finder.seeds.front().place)))
    return;
  ExprRef counts;
  for (const auto& [seed, where] : finder.seeds) {
    ExprRef one = isSignificant(seed);
    if (where)
      one = apply(Op::land_, {where, one}, boolType());
    counts = counts ? apply(Op::lor_, {counts, one}, boolType()) : one;
  }
  Block skipped(std::make_move_iterator(iteration.begin() + static_cast<std::ptrdiff_t>(first)),
                std::make_move_iterator(iteration.end()));
  iteration.resize(first);
  const Location at = skipped.front().location;
  iteration.push_back(Stmt{at, If{counts, std::move(skipped), {}}});
}

std::optional<Place> skippedSeed(const Expr& condition) {
  const Expr* asked = askedForSignificance(condition);
  const auto* seed = asked ? std::get_if<Load>(&asked->node) : nullptr;
  return seed ? std::optional(seed->place) : std::nullopt;
}

} // namespace treelize::grad
