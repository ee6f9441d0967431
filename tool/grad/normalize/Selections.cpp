#include "grad/normalize/Selections.h"

#include "analysis/ElementRanges.h"
#include "analysis/LoopFacts.h"
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

/// `extremum = min(extremum, candidate)`, or max, or the operands the other way round, or
/// `if (candidate < extremum) { extremum = candidate; which = i; }`, in a loop or in a nest of
/// loops.
struct Selection {
  std::vector<std::size_t>
      path; // of the loops inside, each in the body of the one before; of itself
  Place extremum;
  ExprRef candidate;
  Op comparison;          // by which the candidate wins
  bool isFirst;           // stands the candidate on its left?
  bool isNegated = false; // does it win where that does not hold?

  bool isInNest() const { return path.size() > 1; }
  /// Does a tie leave the extremum as it is?
  bool isStrict() const { return !isNegated && (comparison == Op::lt_ || comparison == Op::gt_); }

  ExprRef wins(const ExprRef& value, const ExprRef& against) const {
    const ExprRef compared = isFirst ? apply(comparison, {value, against}, boolType())
                                     : apply(comparison, {against, value}, boolType());
    return isNegated ? logicalNot(compared) : compared;
  }
};

/// The operand of a minimum or maximum that is not the extremum; null if it is none of the two.
ExprRef candidateOf(const Assign& s) {
  const auto* choice = s.op == AssignOp::Set ? std::get_if<Apply>(&s.value->node) : nullptr;
  if (!choice || (choice->op != Op::min && choice->op != Op::max))
    return nullptr;
  return isLoadOf(*choice->args[0], s.target)   ? choice->args[1]
         : isLoadOf(*choice->args[1], s.target) ? choice->args[0]
                                                : nullptr;
}

std::optional<Selection> selectionBy(const Assign& s, std::size_t at) {
  const ExprRef candidate = candidateOf(s);
  if (!candidate)
    return std::nullopt;
  const auto& choice = std::get<Apply>(s.value->node);
  const bool keepsTies = candidate == choice.args[1], isLeast = choice.op == Op::min;
  return Selection{{at}, s.target, candidate, Op::lt_, isLeast == keepsTies, !keepsTies};
}

/// What the branch gives the extremum is what its condition has compared with that.
std::optional<Selection> selectionBy(const If& branch, std::size_t at) {
  const auto* test = std::get_if<Apply>(&branch.condition->node);
  const bool compares = test && (test->op == Op::lt_ || test->op == Op::gt_ ||
                                 test->op == Op::le_ || test->op == Op::ge_);
  if (!compares || !branch.elseBlock.empty())
    return std::nullopt;
  for (const Stmt& stmt : branch.thenBlock) {
    const auto* s = std::get_if<Assign>(&stmt.node);
    if (!s || s->op != AssignOp::Set)
      return std::nullopt;
    for (const bool isFirst : {true, false})
      if (isLoadOf(*test->args[isFirst ? 1 : 0], s->target) &&
          isSame(*test->args[isFirst ? 0 : 1], *s->value))
        return Selection{{at}, s->target, s->value, test->op, isFirst};
  }
  return std::nullopt;
}

/// Is it a local that nothing else reaches?
bool isOwn(const Variable& variable) {
  return variable.role == Role::Local && !variable.byReference && !variable.type->isView();
}

std::optional<Selection> selectionAt(const Kernel& kernel, const Block& body, std::size_t at) {
  const auto* s = std::get_if<Assign>(&body[at].node);
  const auto* branch = std::get_if<If>(&body[at].node);
  std::optional<Selection> found = s        ? selectionBy(*s, at)
                                   : branch ? selectionBy(*branch, at)
                                            : std::nullopt;
  if (!found || !found->extremum.type->is(TypeKind::Real))
    return std::nullopt;
  return isOwn(kernel[found->extremum.base]) ? found : std::nullopt;
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

  /// Do the iterations of all these loops write their own variables only, beside the extremum and
  /// what is kept with it, and does nothing else look at these?
  bool isAllThatLasts(const For& loop, const Selection& selection) const {
    const VarId extremum = selection.extremum.base;
    const std::vector<const Stmt*> way = statementsTo(loop.body, selection);
    const std::set<VarId> selected = selectedBy(*way.back());
    unsigned statements = 0, looksAtExtremum = 0;
    bool isAll = selectsNumbers(loop, selection, *way.back()) && writesOwnOnly(loop.body, selected);
    for (const Stmt* inner : std::span(way).first(way.size() - 1))
      isAll = isAll && writesOwnOnly(std::get<For>(inner->node).body, selected);
    forEachStmt(loop.body, [&](const Stmt& stmt) {
      ++statements;
      looksAtExtremum += reads(stmt, extremum) ? 1 : 0;
      for (const VarId other : selected)
        isAll = isAll && (other == extremum || !reads(stmt, other));
      isAll = isAll &&
              (std::holds_alternative<Declare>(stmt.node) ||
               std::holds_alternative<Assign>(stmt.node) || std::holds_alternative<If>(stmt.node) ||
               std::holds_alternative<For>(stmt.node));
    });
    forEachRead(*selection.candidate, [&](const Place& p) { isAll = isAll && p.base != extremum; });
    return isAll && looksAtExtremum == 1 && statements <= statementLimit;
  }

  /// The extremum, and what is set where it is.
  std::set<VarId> selectedBy(const Stmt& selecting) const {
    std::set<VarId> found;
    forEachStmt(std::span(&selecting, 1), [&](const Stmt& stmt) {
      forEachWritten(kernel, stmt, [&](const Place& place) { found.insert(place.base); });
    });
    return found;
  }

  /// Nothing is carried from one iteration to the next but what is selected, and that once.
  bool writesOwnOnly(const Block& body, const std::set<VarId>& selected) const {
    const std::set<VarId> own = declaredIn(body);
    std::size_t selections = 0;
    bool isAll = std::ranges::none_of(selected, [&](VarId var) { return own.contains(var); });
    forEachStmt(body, [&](const Stmt& stmt) {
      forEachWritten(kernel, stmt, [&](const Place& place) {
        selections += selected.contains(place.base) ? 1 : 0;
        isAll = isAll && (own.contains(place.base) || selected.contains(place.base));
      });
    });
    return isAll && selections == selected.size();
  }

  /// Are all that it sets numbers, in places that no iteration chooses? Then the last winner says
  /// what they are.
  bool selectsNumbers(const For& loop, const Selection& selection, const Stmt& selecting) const {
    const analysis::LoopFacts facts(kernel, loop);
    const auto* branch = std::get_if<If>(&selecting.node);
    return facts.keepsPlace(selection.extremum) &&
           (!branch || std::ranges::all_of(branch->thenBlock, [&](const Stmt& stmt) {
             const auto* s = std::get_if<Assign>(&stmt.node);
             return s && s->op == AssignOp::Set && s->target.type->isScalar() &&
                    isOwn(kernel[s->target.base]) && facts.keepsPlace(s->target);
           }));
  }

  /// First the loop that finds the winner, then the winner.
  void separate(const For& loop, const Selection& selection, Location at, Block& out) {
    const VarId best = addLocal(kernel, kernel[selection.extremum.base].name + "_best",
                                selection.extremum.type, at);
    const VarId found = addLocal(kernel, "found", boolType(), at);
    const ExprRef bestSoFar = load(kernel, best);
    out.push_back(declare(best, load(selection.extremum), at));
    if (!selection.isStrict())
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
    if (!selection.isStrict())
      won.push_back(assign(place(kernel, found), AssignOp::Set, boolean(true), at));

    Block winning = withOwnLocals(kernel, loop.body);
    replaceVariable(winning, loop.counter, winners.front());
    runOnce(winning, selection, bestSoFar, winners);
    out.push_back(Stmt{at, std::move(search)});
    if (selection.isStrict())
      out.push_back(declare(found, selection.wins(bestSoFar, load(selection.extremum)), at));
    out.push_back(Stmt{at, If{load(kernel, found), std::move(winning), {}}});
  }

  /// Of the loops on the way to the selection only the iterations that win, and what they win: the
  /// search has found its value, here is what it depends on.
  static void runOnce(Block& body, const Selection& selection, const ExprRef& value,
                      const std::vector<VarId>& winners, std::size_t depth = 0) {
    const auto at = body.begin() + static_cast<std::ptrdiff_t>(selection.path[depth]);
    Block inside;
    if (depth + 1 == selection.path.size()) {
      inside = won(std::move(*at), selection, value);
    } else {
      For inner = std::move(std::get<For>(at->node));
      runOnce(inner.body, selection, value, winners, depth + 1);
      replaceVariable(inner.body, inner.counter, winners[depth + 1]);
      inside = std::move(inner.body);
    }
    const auto rest = body.erase(at);
    body.insert(rest, std::make_move_iterator(inside.begin()),
                std::make_move_iterator(inside.end()));
  }

  /// What the statement does where the candidate wins.
  static Block won(Stmt selecting, const Selection& selection, const ExprRef& value) {
    Block done;
    if (auto* branch = std::get_if<If>(&selecting.node))
      done = std::move(branch->thenBlock);
    else
      done.push_back(std::move(selecting));
    for (Stmt& stmt : done) {
      auto& s = std::get<Assign>(stmt.node);
      if (!isSame(s.target, selection.extremum))
        continue;
      const ExprRef candidate = candidateOf(s);
      s.value = apply(Op::known_, {value, candidate ? candidate : s.value}, value->type);
    }
    return done;
  }
};

} // namespace

void findWinners(Kernel& kernel) {
  WinnerFinder(kernel).block(kernel.body);
}

} // namespace treelize::grad
