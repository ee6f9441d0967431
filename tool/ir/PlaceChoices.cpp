#include "ir/PlaceChoices.h"

#include "ir/Literals.h"
#include "ir/Same.h"

namespace treelize::ir {

static bool differInVariable(Place a, const Place& b) {
  a.base = b.base;
  return isSame(a, b);
}

/// The choice that `question` adds to another one, of the same number if there is a number.
static std::optional<PlaceChoice> chosen(const Expr& condition, const Place& place,
                                         std::optional<PlaceChoice> otherwise) {
  const std::optional<CaseQuestion> question = caseQuestion(condition);
  if (!question || !otherwise || otherwise->number != question->number ||
      !differInVariable(place, otherwise->place) ||
      !otherwise->variables.cases.emplace(question->value, place.base).second)
    return std::nullopt;
  return otherwise;
}

/// With no case yet.
static std::optional<PlaceChoice> lastOf(const Expr& condition, const Place& place) {
  const std::optional<CaseQuestion> question = caseQuestion(condition);
  return question ? std::optional(PlaceChoice{question->number, {{}, place.base}, place})
                  : std::nullopt;
}

std::optional<CaseQuestion> caseQuestion(const Expr& condition) {
  const auto* e = std::get_if<Apply>(&condition.node);
  const auto* read = e && e->op == Op::eq_ ? std::get_if<Load>(&e->args[0]->node) : nullptr;
  const std::optional<std::int64_t> value = read ? literalOf(e->args[1]) : std::nullopt;
  return value && read->place.path.empty() ? std::optional(CaseQuestion{read->place.base, *value})
                                           : std::nullopt;
}

std::optional<PlaceChoice> choiceOf(const Expr& e) {
  const auto* choice = std::get_if<Select>(&e.node);
  const auto* first = choice ? std::get_if<Load>(&choice->ifTrue->node) : nullptr;
  if (!first)
    return std::nullopt;
  const auto* last = std::get_if<Load>(&choice->ifFalse->node);
  return chosen(*choice->condition, first->place,
                last ? lastOf(*choice->condition, last->place) : choiceOf(*choice->ifFalse));
}

static const Assign* onlyAssignment(const Block& block) {
  return block.size() == 1 ? std::get_if<Assign>(&block.front().node) : nullptr;
}

static bool assignAlike(const Assign& a, const Assign& b) {
  return a.op == b.op && a.isAtomic == b.isAtomic && isSame(*a.value, *b.value);
}

/// An assignment of the choice.
static const Assign* anyAssignment(const Stmt& choice) {
  return onlyAssignment(std::get<If>(choice.node).thenBlock);
}

std::optional<PlaceChoice> choiceOf(const Stmt& stmt) {
  const auto* branch = std::get_if<If>(&stmt.node);
  const Assign* first = branch ? onlyAssignment(branch->thenBlock) : nullptr;
  if (!first || branch->elseBlock.size() != 1)
    return std::nullopt;
  const Stmt& rest = branch->elseBlock.front();
  if (const Assign* last = onlyAssignment(branch->elseBlock))
    return assignAlike(*first, *last)
               ? chosen(*branch->condition, first->target, lastOf(*branch->condition, last->target))
               : std::nullopt;
  std::optional<PlaceChoice> others = choiceOf(rest);
  return others && assignAlike(*first, *anyAssignment(rest))
             ? chosen(*branch->condition, first->target, std::move(others))
             : std::nullopt;
}

Stmt assignmentOf(const Stmt& choice, VarId variable) {
  Stmt stmt{choice.location, *anyAssignment(choice)};
  std::get<Assign>(stmt.node).target.base = variable;
  return stmt;
}

} // namespace treelize::ir
