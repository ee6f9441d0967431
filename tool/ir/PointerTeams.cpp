#include "ir/PointerTeams.h"

#include "ir/GivenValue.h"
#include "ir/Literals.h"
#include "ir/Type.h"
#include "ir/Walk.h"

#include <algorithm>
#include <utility>

namespace treelize::ir {

bool PointerTeam::isMovedBy(const Stmt& stmt) const {
  const std::optional<GivenValue> given = givenBy(stmt);
  return given && has(given->to);
}

namespace {

/// What a number becomes, of those that pointers have: a literal, another one, or a choice by one.
std::optional<std::int64_t> valueOf(const ExprRef& e, const PointerNumbers& state) {
  if (const std::optional<std::int64_t> number = literalOf(e))
    return number;
  if (const auto* read = std::get_if<Load>(&e->node)) {
    const auto known = state.find(read->place.base);
    return known == state.end() || !read->place.path.empty() ? std::nullopt
                                                             : std::optional(known->second);
  }
  const auto* choice = std::get_if<Select>(&e->node);
  const std::optional<CaseQuestion> question =
      choice ? caseQuestion(*choice->condition) : std::nullopt;
  const auto known = question ? state.find(question->number) : state.end();
  if (known == state.end())
    return std::nullopt;
  return valueOf(known->second == question->value ? choice->ifTrue : choice->ifFalse, state);
}

/// By the choices that they make. A part of a choice is one between fewer arrays.
std::vector<PointerTeam> findCandidates(const Kernel& kernel) {
  std::map<VarId, VariablesByNumber> pointers;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    const auto note = [&](const std::optional<PlaceChoice>& choice) {
      if (!choice)
        return;
      VariablesByNumber& known = pointers.emplace(choice->number, choice->variables).first->second;
      if (known.cases.size() < choice->variables.cases.size())
        known = choice->variables;
    };
    note(choiceOf(stmt));
    forEachExpr(stmt, [&](const Expr& value) {
      (void)any(value, [&](const Expr& e) {
        note(choiceOf(e));
        return false;
      });
    });
  });
  std::map<std::set<VarId>, PointerTeam> teams;
  for (const auto& [number, variables] : pointers) {
    std::set<VarId> arrays{variables.otherwise};
    for (const auto& [value, array] : variables.cases)
      arrays.insert(array);
    PointerTeam& team = teams[arrays];
    team.pointers.emplace(number, variables);
    team.arrays = std::move(arrays);
  }
  std::vector<PointerTeam> found;
  for (auto& [arrays, team] : teams)
    if (team.pointers.size() == arrays.size())
      found.push_back(std::move(team));
  return found;
}

bool areVectors(const Kernel& kernel, const std::set<VarId>& arrays) {
  const Type& type = *kernel[*arrays.begin()].type;
  return std::ranges::all_of(arrays, [&](VarId array) {
    const Variable& variable = kernel[array];
    return variable.role == Role::Local && !variable.byReference && !variable.nondiff &&
           variable.type->is(TypeKind::Vector) && variable.type->element->isScalar() &&
           isDifferentiable(*variable.type) && isSameInCpp(*variable.type, type);
  });
}

/// Does each pointer lead to an array of its own?
bool leadApart(const PointerTeam& team, const PointerNumbers& state) {
  std::set<VarId> led;
  for (const auto& [number, variables] : team.pointers)
    led.insert(variables.at(state.at(number)));
  return led.size() == team.pointers.size();
}

/// Do the arrays and the pointers begin in the body, each at another array? Notes at which.
bool beginsIn(PointerTeam& team, const Block& body) {
  std::size_t begun = 0;
  for (const Stmt& stmt : body) {
    const auto* local = std::get_if<Declare>(&stmt.node);
    const bool isPointer = local && team.pointers.contains(local->var);
    const std::optional<std::int64_t> number =
        isPointer && local->value ? literalOf(local->value) : std::nullopt;
    if (number)
      team.start[local->var] = *number;
    begun += number || (local && team.arrays.contains(local->var));
  }
  return begun == team.arrays.size() + team.pointers.size() && leadApart(team, team.start);
}

/// Is it made of the team's numbers, and not just a literal?
bool isOfNumbers(const PointerTeam& team, const ExprRef& value) {
  PointerNumbers any = team.start;
  for (const VarId copy : team.copies)
    any[copy] = 0;
  return !literalOf(value) && valueOf(value, any).has_value();
}

void findCopies(PointerTeam& team, const Block& body) {
  for (bool grows = true; grows;) {
    grows = false;
    forEachStmt(body, [&](const Stmt& stmt) {
      if (const auto* local = std::get_if<Declare>(&stmt.node);
          local && local->value && !team.has(local->var) && isOfNumbers(team, local->value))
        grows |= team.copies.insert(local->var).second;
    });
  }
}

/// All statements that give the numbers values, but for their declarations.
void findTurns(PointerTeam& team, const Block& block) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    for (const Block* inner : blocks(block[i]))
      findTurns(team, *inner);
    const auto* local = std::get_if<Declare>(&block[i].node);
    const bool isStart = local && team.pointers.contains(local->var);
    if (!isStart && team.isMovedBy(block[i]))
      team.turns[&block].positions.push_back(i);
  }
}

/// Does nothing between its first statement and its last one ask for what changes?
bool isInOnePiece(const PointerTeam& team, const Block& block, const PointerTurn& turn) {
  bool isApart = true;
  for (std::size_t i = turn.positions.front(); i <= turn.positions.back(); ++i)
    if (std::ranges::find(turn.positions, i) == turn.positions.end())
      forEachMention(block[i], [&](VarId var) {
        isApart = isApart && !team.has(var) && !team.arrays.contains(var);
      });
  return isApart;
}

/// The numbers after the turn.
std::optional<PointerNumbers> after(const PointerTeam& team, const Block& block,
                                    const PointerTurn& turn, PointerNumbers state) {
  for (const std::size_t position : turn.positions) {
    const GivenValue given = *givenBy(block[position]);
    const std::optional<std::int64_t> value = valueOf(given.value, state);
    if (!value || given.op != AssignOp::Set)
      return std::nullopt;
    state[given.to] = *value;
  }
  std::erase_if(state, [&](const auto& known) { return !team.pointers.contains(known.first); });
  return state;
}

/// Whose array each pointer has after a step between two states.
std::map<VarId, VarId> orderBetween(const PointerTeam& team, const PointerNumbers& before,
                                    const PointerNumbers& then) {
  std::map<VarId, VarId> from;
  for (const auto& [pointer, variables] : team.pointers)
    for (const auto& [other, others] : team.pointers)
      if (team.ledTo(pointer, then) == team.ledTo(other, before))
        from[pointer] = other;
  return from;
}

/// Does each turn change their order alike whenever it comes? Notes how.
bool findOrders(PointerTeam& team) {
  constexpr std::size_t mostStates = 24;
  std::set<PointerNumbers> known{team.start};
  for (std::vector<PointerNumbers> open{team.start}; !open.empty();) {
    const PointerNumbers state = open.back();
    open.pop_back();
    for (auto& [block, turn] : team.turns) {
      const std::optional<PointerNumbers> next = after(team, *block, turn, state);
      if (!next || !leadApart(team, *next) || known.size() > mostStates)
        return false;
      std::map<VarId, VarId> from = orderBetween(team, state, *next);
      if (!turn.from.empty() && turn.from != from)
        return false;
      turn.from = std::move(from);
      if (known.insert(*next).second)
        open.push_back(*next);
    }
  }
  return !team.turns.empty();
}

} // namespace

std::vector<PointerTeam> findTeams(const Kernel& kernel) {
  std::vector<PointerTeam> found;
  for (PointerTeam& team : findCandidates(kernel)) {
    if (!areVectors(kernel, team.arrays) || !beginsIn(team, kernel.body))
      continue;
    findCopies(team, kernel.body);
    findTurns(team, kernel.body);
    const bool areWhole = std::ranges::all_of(
        team.turns, [&](const auto& turn) { return isInOnePiece(team, *turn.first, turn.second); });
    if (areWhole && findOrders(team))
      found.push_back(std::move(team));
  }
  return found;
}

} // namespace treelize::ir
