#include "grad/normalize/Selections.h"

#include "analysis/ElementRanges.h"
#include "analysis/Regions.h"
#include "grad/loops/LoopParts.h"
#include "ir/Builder.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

/// A longer body is not repeated.
constexpr unsigned statementLimit = 40;

/// `extremum = min(extremum, candidate)`, or max, or the operands the other way round, in a loop or
/// in a nest of loops.
struct Selection {
  std::vector<std::size_t>
      path; // of the loops inside, each in the body of the one before; of itself
  VarId extremum;
  ExprRef candidate;
  bool isLeast;  // or the greatest
  bool isStrict; // does a tie leave the extremum as it is?

  bool isInNest() const { return path.size() > 1; }

  ExprRef wins(const ExprRef& value, const ExprRef& against) const {
    const bool isBelow = isLeast == isStrict;
    const ExprRef below = isBelow ? apply(Op::lt_, {value, against}, boolType())
                                  : apply(Op::lt_, {against, value}, boolType());
    return isStrict ? below : logicalNot(below);
  }
};

std::optional<Selection> selectionAt(const Kernel& kernel, const Block& body, std::size_t at) {
  const auto* s = std::get_if<Assign>(&body[at].node);
  const auto* choice = s && s->op == AssignOp::Set && s->target.path.empty()
                           ? std::get_if<Apply>(&s->value->node)
                           : nullptr;
  if (!choice || (choice->op != Op::min && choice->op != Op::max) ||
      !s->target.type->is(TypeKind::Real))
    return std::nullopt;
  auto isExtremum = [&](const ExprRef& e) {
    const auto* read = std::get_if<Load>(&e->node);
    return read && isSame(read->place, s->target);
  };
  const bool isFirst = isExtremum(choice->args[0]);
  if (!isFirst && !isExtremum(choice->args[1]))
    return std::nullopt;
  const VarId extremum = s->target.base;
  const bool isLocal = kernel[extremum].role == Role::Local && !kernel[extremum].byReference;
  return isLocal
             ? std::optional(Selection{
                   {at}, extremum, choice->args[isFirst ? 1 : 0], choice->op == Op::min, isFirst})
             : std::nullopt;
}

std::optional<Selection> selectionIn(const Kernel& kernel, const Block& body) {
  for (std::size_t i = 0; i < body.size(); ++i) {
    if (std::optional<Selection> found = selectionAt(kernel, body, i))
      return found;
    const auto* inner = std::get_if<For>(&body[i].node);
    if (std::optional<Selection> found = inner ? selectionIn(kernel, inner->body) : std::nullopt) {
      found->path.insert(found->path.begin(), i);
      return found;
    }
  }
  return std::nullopt;
}

/// The statements on the way to the selection, itself the last one.
template <class Body>
auto statementsTo(Body& body, const Selection& selection) {
  std::vector<decltype(&body.front())> found;
  Body* block = &body;
  for (const std::size_t at : selection.path) {
    found.push_back(&(*block)[at]);
    if (auto* inner = std::get_if<For>(&found.back()->node))
      block = &inner->body;
  }
  return found;
}

class WinnerFinder {
public:
  explicit WinnerFinder(Kernel& kernel) : kernel(kernel) {}

  /// A nest as one; else inner loops first.
  void block(Block& statements) {
    Block out;
    for (Stmt& stmt : statements) {
      const auto* loop = std::get_if<For>(&stmt.node);
      std::optional<Selection> selection = loop ? selectionOf(*loop) : std::nullopt;
      if (!selection || !selection->isInNest()) {
        for (Block* inner : blocks(stmt))
          block(*inner);
        selection = loop ? selectionOf(*loop) : std::nullopt;
      }
      if (selection)
        separate(*loop, *selection, stmt.location, out);
      else
        out.push_back(std::move(stmt));
    }
    statements = std::move(out);
  }

private:
  Kernel& kernel;

  std::optional<Selection> selectionOf(const For& loop) const {
    const std::optional<Selection> found = selectionIn(kernel, loop.body);
    return found && !areFew(loop, *found) && isAllThatLasts(loop, *found) ? found : std::nullopt;
  }

  /// So few iterations are sooner reversed as they stand: no processor predicts which one wins.
  static bool areFew(const For& loop, const Selection& selection) {
    if (!selection.isInNest() && analysis::isShort(loop, 2))
      return true;
    bool areCheap = true, areShort = true;
    forEachStmt(loop.body, [&](const Stmt& stmt) {
      const auto* inner = std::get_if<For>(&stmt.node);
      areShort = areShort && (!inner || analysis::isShort(*inner, 2));
      areCheap = areCheap && isCheap(stmt);
    });
    const unsigned depth = loopDepth(loop.body);
    return areCheap && areShort && depth < 2 && analysis::isShort(loop, depth == 0 ? 4 : 2);
  }

  /// Do the iterations of all these loops write their own variables only, beside the extremum, and
  /// does nothing else look at that?
  bool isAllThatLasts(const For& loop, const Selection& selection) const {
    const std::vector<const Stmt*> way = statementsTo(loop.body, selection);
    unsigned statements = 0, looksAtExtremum = 0;
    bool isAll = writesOwnOnly(loop.body, selection.extremum, *way.back());
    for (const Stmt* inner : std::span(way).first(way.size() - 1))
      isAll =
          isAll && writesOwnOnly(std::get<For>(inner->node).body, selection.extremum, *way.back());
    forEachStmt(loop.body, [&](const Stmt& stmt) {
      ++statements;
      looksAtExtremum += reads(stmt, selection.extremum) ? 1 : 0;
      isAll = isAll &&
              (std::holds_alternative<Declare>(stmt.node) ||
               std::holds_alternative<Assign>(stmt.node) || std::holds_alternative<If>(stmt.node) ||
               std::holds_alternative<For>(stmt.node));
    });
    forEachRead(*selection.candidate,
                [&](const Place& p) { isAll = isAll && p.base != selection.extremum; });
    return isAll && looksAtExtremum == 1 && statements <= statementLimit;
  }

  /// Nothing is carried from one iteration to the next but what `selecting` selects.
  bool writesOwnOnly(const Block& body, VarId extremum, const Stmt& selecting) const {
    const std::set<VarId> own = declaredIn(body);
    bool isAll = !own.contains(extremum);
    forEachStmt(body, [&](const Stmt& stmt) {
      forEachWritten(kernel, stmt, [&](const Place& place) {
        isAll =
            isAll && (own.contains(place.base) || (place.base == extremum && &stmt == &selecting));
      });
    });
    return isAll;
  }

  /// First the loop that finds the winner, then the winner.
  void separate(const For& loop, const Selection& selection, Location at, Block& out) {
    const VarId best = addLocal(kernel, kernel[selection.extremum].name + "_best",
                                kernel[selection.extremum].type, at);
    const VarId found = addLocal(kernel, "found", boolType(), at);
    const ExprRef bestSoFar = load(kernel, best);
    out.push_back(declare(best, load(kernel, selection.extremum), at));
    if (!selection.isStrict)
      out.push_back(declare(found, boolean(false), at));
    For search = loop;
    const std::vector<Stmt*> way = statementsTo(search.body, selection);
    std::vector<VarId> counters{loop.counter}, winners;
    for (const Stmt* inner : std::span(way).first(way.size() - 1))
      counters.push_back(std::get<For>(inner->node).counter);
    for (const VarId counter : counters) {
      winners.push_back(addLocal(kernel, "winner", kernel[counter].type, at));
      out.push_back(declare(winners.back(),
                            counter == loop.counter ? loop.lower : integer(0, kernel[counter].type),
                            at));
    }

    Stmt& judge = *way.back();
    judge = Stmt{judge.location, If{selection.wins(selection.candidate, bestSoFar), {}, {}}};
    Block& won = std::get<If>(judge.node).thenBlock;
    won.push_back(assign(place(kernel, best), AssignOp::Set, selection.candidate, at));
    for (std::size_t i = 0; i < counters.size(); ++i)
      won.push_back(
          assign(place(kernel, winners[i]), AssignOp::Set, load(kernel, counters[i]), at));
    if (!selection.isStrict)
      won.push_back(assign(place(kernel, found), AssignOp::Set, boolean(true), at));

    Block winning = withOwnLocals(kernel, loop.body);
    replaceVariable(winning, loop.counter, winners.front());
    runOnce(winning, selection, bestSoFar, winners);
    out.push_back(Stmt{at, std::move(search)});
    if (selection.isStrict)
      out.push_back(
          declare(found, selection.wins(bestSoFar, load(kernel, selection.extremum)), at));
    out.push_back(Stmt{at, If{load(kernel, found), std::move(winning), {}}});
  }

  /// Of the loops on the way to the selection only the iterations that win, and what they win: the
  /// search has found its value, here is what it depends on.
  static void runOnce(Block& body, const Selection& selection, const ExprRef& value,
                      const std::vector<VarId>& winners, std::size_t depth = 0) {
    const auto at = body.begin() + static_cast<std::ptrdiff_t>(selection.path[depth]);
    if (auto* chosen = std::get_if<Assign>(&at->node)) {
      const std::vector<ExprRef>& operands = std::get<Apply>(chosen->value->node).args;
      const ExprRef& winner = operands[selection.isStrict ? 1 : 0];
      chosen->value = apply(Op::known_, {value, winner}, value->type);
      return;
    }
    For inner = std::move(std::get<For>(at->node));
    runOnce(inner.body, selection, value, winners, depth + 1);
    replaceVariable(inner.body, inner.counter, winners[depth + 1]);
    const auto rest = body.erase(at);
    body.insert(rest, std::make_move_iterator(inner.body.begin()),
                std::make_move_iterator(inner.body.end()));
  }
};

} // namespace

void findWinners(Kernel& kernel) {
  WinnerFinder(kernel).block(kernel.body);
}

} // namespace treelize::grad
