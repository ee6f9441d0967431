#include "grad/normalize/Selections.h"

#include "analysis/ElementRanges.h"
#include "analysis/Regions.h"
#include "ir/Builder.h"
#include "ir/Loops.h"
#include "ir/Same.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

namespace {

/// A longer body is not repeated.
constexpr unsigned statementLimit = 40;

/// `extremum = min(extremum, candidate)`, or max, or the operands the other way round.
struct Selection {
  std::size_t at; // in the loop's body
  VarId extremum;
  ExprRef candidate;
  ExprRef wins; // the candidate against the extremum, ties as the operator decides them
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
  const ExprRef first = choice->args[0], second = choice->args[1];
  const ExprRef secondWins = choice->op == Op::min ? apply(Op::lt_, {second, first}, boolType())
                                                   : apply(Op::lt_, {first, second}, boolType());
  return isLocal ? std::optional(Selection{at, extremum, isFirst ? second : first,
                                           isFirst ? secondWins : logicalNot(secondWins)})
                 : std::nullopt;
}

class WinnerFinder {
public:
  explicit WinnerFinder(Kernel& kernel) : kernel(kernel) {}

  void statement(Stmt& stmt, Block& out) {
    const auto* loop = std::get_if<For>(&stmt.node);
    const std::optional<Selection> selection = loop ? selectionOf(*loop) : std::nullopt;
    if (selection)
      separate(*loop, *selection, stmt.location, out);
    else
      out.push_back(std::move(stmt));
  }

private:
  Kernel& kernel;

  std::optional<Selection> selectionOf(const For& loop) const {
    if (runsOnceOrTwice(loop))
      return std::nullopt;
    for (std::size_t i = 0; i < loop.body.size(); ++i)
      if (const std::optional<Selection> found = selectionAt(kernel, loop.body, i))
        return isAllThatLasts(loop, *found) ? found : std::nullopt;
    return std::nullopt;
  }

  static bool runsOnceOrTwice(const For& loop) {
    return analysis::isShort(loop, 2);
  }

  /// Do the iterations write their own variables only, beside the extremum, and does nothing else
  /// look at that?
  bool isAllThatLasts(const For& loop, const Selection& selection) const {
    const std::set<VarId> own = declaredIn(loop.body);
    unsigned statements = 0, looksAtExtremum = 0;
    bool isAll = !own.contains(selection.extremum);
    forEachStmt(loop.body, [&](const Stmt& stmt) {
      ++statements;
      looksAtExtremum += reads(stmt, selection.extremum) ? 1 : 0;
      isAll = isAll &&
              (std::holds_alternative<Declare>(stmt.node) ||
               std::holds_alternative<Assign>(stmt.node) || std::holds_alternative<If>(stmt.node) ||
               std::holds_alternative<For>(stmt.node));
      forEachWritten(kernel, stmt, [&](const Place& place) {
        isAll = isAll && (own.contains(place.base) ||
                          (place.base == selection.extremum && &stmt == &loop.body[selection.at]));
      });
    });
    forEachRead(*selection.candidate,
                [&](const Place& p) { isAll = isAll && p.base != selection.extremum; });
    return isAll && looksAtExtremum == 1 && statements <= statementLimit;
  }

  /// First the loop that finds the winner, then the winner.
  void separate(const For& loop, const Selection& selection, Location at, Block& out) {
    const VarId best = addLocal(kernel, kernel[selection.extremum].name + "_best",
                                kernel[selection.extremum].type, at);
    const VarId winner = addLocal(kernel, "winner", kernel[loop.counter].type, at);
    const VarId found = addLocal(kernel, "found", boolType(), at);
    out.push_back(declare(best, load(kernel, selection.extremum), at));
    out.push_back(declare(winner, loop.lower, at));
    out.push_back(declare(found, boolean(false), at));

    For search = loop;
    Stmt& judge = search.body[selection.at];
    judge = Stmt{judge.location, If{selection.wins, {}, {}}};
    Block& won = std::get<If>(judge.node).thenBlock;
    won.push_back(assign(place(kernel, best), AssignOp::Set, selection.candidate, at));
    won.push_back(assign(place(kernel, winner), AssignOp::Set, load(kernel, loop.counter), at));
    won.push_back(assign(place(kernel, found), AssignOp::Set, boolean(true), at));
    replaceLoads(judge, selection.extremum, load(kernel, best));

    Block winning = withOwnLocals(kernel, loop.body);
    auto& chosen = std::get<Assign>(winning[selection.at].node);
    const std::vector<ExprRef>& operands = std::get<Apply>(chosen.value->node).args;
    const auto* first = std::get_if<Load>(&operands[0]->node);
    chosen.value = first && isSame(first->place, chosen.target) ? operands[1] : operands[0];
    replaceVariable(winning, loop.counter, winner);

    out.push_back(Stmt{at, std::move(search)});
    out.push_back(Stmt{at, If{load(kernel, found), std::move(winning), {}}});
  }
};

} // namespace

void findWinners(Kernel& kernel) {
  WinnerFinder finder(kernel);
  replaceEach(kernel.body, [&](Stmt& stmt, Block& out) { finder.statement(stmt, out); });
}

} // namespace treelize::grad
