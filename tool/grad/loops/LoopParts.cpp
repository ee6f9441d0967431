#include "grad/loops/LoopParts.h"

#include "analysis/Indices.h"
#include "ir/Builder.h"
#include "ir/Operators.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <span>

namespace treelize::grad {

using namespace ir;

bool isOfOwnNumbers(const Stmt& stmt, const std::set<VarId>& own) {
  if (std::holds_alternative<Declare>(stmt.node))
    return true;
  if (const auto* s = std::get_if<Assign>(&stmt.node))
    return own.contains(s->target.base) && s->target.path.empty() && s->target.type->isScalar();
  const auto* branch = std::get_if<If>(&stmt.node);
  return branch && std::ranges::all_of(blocks(stmt), [&](const Block* block) {
           return std::ranges::all_of(
               *block, [&](const Stmt& inner) { return isOfOwnNumbers(inner, own); });
         });
}

static bool isDear(const Expr& e) {
  const auto* apply = std::get_if<Apply>(&e.node);
  return std::holds_alternative<Opaque>(e.node) ||
         (apply && (isCostly(apply->op) || (apply->op == Op::div && e.type->is(TypeKind::Real))));
}

bool isCheap(const Stmt& stmt) {
  bool isCheap = true;
  forEachStmt(std::span(&stmt, 1), [&](const Stmt& part) {
    forEachExpr(part, [&](const Expr& e) { isCheap = isCheap && !any(e, isDear); });
  });
  return isCheap;
}

namespace {

/// Picks statements from the last to the first, and what gives the numbers that they ask for their
/// values.
class Picker {
public:
  explicit Picker(const Kernel& kernel) : kernel(kernel) {}

  void pick(const Stmt& stmt, Block& front) {
    forEachMention(stmt, [&](VarId var) { wanted.insert(var); });
    front.insert(front.begin(), stmt);
  }

  /// What of the statement makes numbers that are asked for.
  void pickWanted(const Stmt& stmt, Block& front) {
    if (std::holds_alternative<If>(stmt.node))
      return pickBranches(stmt, front);
    bool isWanted = false;
    forEachWritten(kernel, stmt,
                   [&](const Place& p) { isWanted = isWanted || wanted.contains(p.base); });
    if (const auto* local = std::get_if<Declare>(&stmt.node))
      isWanted = wanted.contains(local->var);
    if (isWanted)
      pick(stmt, front);
  }

private:
  const Kernel& kernel;
  std::set<VarId> wanted;

  void pickBranches(const Stmt& stmt, Block& front) {
    Stmt branch = stmt;
    bool isEmpty = true;
    const auto from = blocks(stmt);
    const auto to = blocks(branch);
    for (std::size_t i = 0; i < from.size(); ++i) {
      to[i]->clear();
      for (std::size_t k = from[i]->size(); k-- > 0;)
        pickWanted((*from[i])[k], *to[i]);
      isEmpty = isEmpty && to[i]->empty();
    }
    if (!isEmpty)
      pick(branch, front);
  }
};

} // namespace

Block statementsOf(const Kernel& kernel, const For& loop, const LoopPart& part) {
  const std::set<VarId> own = declaredIn(loop.body);
  Picker picker(kernel);
  Block kept;
  for (std::size_t i = loop.body.size(); i-- > 0;)
    if (isOfOwnNumbers(loop.body[i], own))
      picker.pickWanted(loop.body[i], kept);
    else if (part.contains(i))
      picker.pick(loop.body[i], kept);
  return kept;
}

For partOf(Kernel& kernel, const For& loop, const LoopPart& part) {
  For result = loop;
  result.body = withOwnLocals(kernel, statementsOf(kernel, loop, part));
  return result;
}

static bool areInSameRow(Place a, Place b) {
  a.path.pop_back();
  b.path.pop_back();
  return isSame(a, b);
}

ExprRef isFurther(const ExprRef& lower, std::int64_t number, const ExprRef& upper) {
  if (lower->type->isSigned || literalOf(lower))
    return apply(Op::lt_, {plus(lower, number), upper}, boolType());
  const ExprRef distance = apply(Op::sub, {upper, lower}, upper->type);
  return apply(Op::land_,
               {apply(Op::lt_, {lower, upper}, boolType()),
                apply(Op::lt_, {integer(number, upper->type), distance}, boolType())},
               boolType());
}

std::optional<std::int64_t> distance(const Place& from, const Place& to) {
  const Expr *a = analysis::lastIndex(from), *b = analysis::lastIndex(to);
  return a && b && areInSameRow(from, to) ? analysis::distance(*a, *b) : std::nullopt;
}

bool areNeighbours(const analysis::Dependences& dependences, const Stmt& loop, const Place& a,
                   const Place& b) {
  const auto away = distance(a, b);
  return a.base == b.base && (away ? *away != 0 : !dependences.areApartIn(loop, a, b));
}

} // namespace treelize::grad
