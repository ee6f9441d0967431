#include "ir/PointerTurns.h"

#include "ir/Builder.h"
#include "ir/Exchanges.h"
#include "ir/Literals.h"
#include "ir/PlaceChoices.h"
#include "ir/Substitute.h"
#include "ir/Type.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>
#include <utility>
#include <vector>

namespace treelize::ir {

namespace {

/// What each pointer's number is.
using State = std::map<VarId, std::int64_t>;

/// What a number becomes, of those that pointers have: a literal, another one, or a choice by one.
std::optional<std::int64_t> valueOf(const ExprRef& e, const State& state) {
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

/// What the statement gives a number.
struct Gift {
  VarId to;
  ExprRef value;
};
std::optional<Gift> giftOf(const Stmt& stmt) {
  if (const auto* local = std::get_if<Declare>(&stmt.node); local && local->value)
    return Gift{local->var, local->value};
  const auto* s = std::get_if<Assign>(&stmt.node);
  return s && s->op == AssignOp::Set && s->target.path.empty()
             ? std::optional(Gift{s->target.base, s->value})
             : std::nullopt;
}

/// The statements of one block by which pointers change places.
struct Turn {
  std::vector<std::size_t> positions;
  std::map<VarId, VarId> from; // where a pointer leads to afterwards, that one led before
};

/// Pointers to the same arrays.
struct Team {
  std::map<VarId, Variables> pointers; // by their numbers
  std::set<VarId> arrays;
  State start;
  std::set<VarId> copies; // of the numbers, within a turn
  std::map<const Block*, Turn> turns;

  bool has(VarId number) const { return pointers.contains(number) || copies.contains(number); }
  VarId ledTo(VarId pointer, const State& state) const {
    return pointers.at(pointer).at(state.at(pointer));
  }
};

/// By the choices that they make. A part of a choice is one between fewer arrays.
std::vector<Team> findTeams(const Kernel& kernel) {
  std::map<VarId, Variables> pointers;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    const auto note = [&](const std::optional<PlaceChoice>& choice) {
      if (!choice)
        return;
      Variables& known = pointers.emplace(choice->number, choice->variables).first->second;
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
  std::map<std::set<VarId>, Team> teams;
  for (const auto& [number, variables] : pointers) {
    std::set<VarId> arrays{variables.otherwise};
    for (const auto& [value, array] : variables.cases)
      arrays.insert(array);
    Team& team = teams[arrays];
    team.pointers.emplace(number, variables);
    team.arrays = std::move(arrays);
  }
  std::vector<Team> found;
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
bool leadApart(const Team& team, const State& state) {
  std::set<VarId> led;
  for (const auto& [number, variables] : team.pointers)
    led.insert(variables.at(state.at(number)));
  return led.size() == team.pointers.size();
}

/// The block in which the arrays and the pointers begin, each at another array.
const Block* beginOf(Team& team, const Block& block) {
  std::size_t begun = 0;
  for (const Stmt& stmt : block) {
    for (const Block* inner : blocks(stmt))
      if (const Block* found = beginOf(team, *inner))
        return found;
    const auto* local = std::get_if<Declare>(&stmt.node);
    const bool isPointer = local && team.pointers.contains(local->var);
    const std::optional<std::int64_t> number =
        isPointer && local->value ? literalOf(local->value) : std::nullopt;
    if (number)
      team.start[local->var] = *number;
    begun += number || (local && team.arrays.contains(local->var));
  }
  return begun == team.arrays.size() + team.pointers.size() && leadApart(team, team.start)
             ? &block
             : nullptr;
}

/// Is it made of the team's numbers, and not just a literal?
bool isOfNumbers(const Team& team, const ExprRef& value) {
  State any = team.start;
  for (const VarId copy : team.copies)
    any[copy] = 0;
  return !literalOf(value) && valueOf(value, any).has_value();
}

void findCopies(Team& team, const Block& body) {
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
void findTurns(Team& team, const Block& block) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    for (const Block* inner : blocks(block[i]))
      findTurns(team, *inner);
    const std::optional<Gift> gift = giftOf(block[i]);
    const bool isStart =
        std::holds_alternative<Declare>(block[i].node) && gift && team.pointers.contains(gift->to);
    if (gift && team.has(gift->to) && !isStart)
      team.turns[&block].positions.push_back(i);
  }
}

/// Does nothing between its first statement and its last one ask for what changes?
bool isInOnePiece(const Team& team, const Block& block, const Turn& turn) {
  bool isApart = true;
  for (std::size_t i = turn.positions.front(); i <= turn.positions.back(); ++i)
    if (std::ranges::find(turn.positions, i) == turn.positions.end())
      forEachMention(block[i], [&](VarId var) {
        isApart = isApart && !team.has(var) && !team.arrays.contains(var);
      });
  return isApart;
}

/// The numbers after the turn.
std::optional<State> after(const Team& team, const Block& block, const Turn& turn, State state) {
  for (const std::size_t position : turn.positions) {
    const Gift gift = *giftOf(block[position]);
    const std::optional<std::int64_t> value = valueOf(gift.value, state);
    if (!value)
      return std::nullopt;
    state[gift.to] = *value;
  }
  std::erase_if(state, [&](const auto& known) { return !team.pointers.contains(known.first); });
  return state;
}

/// Whose array each pointer has after a step between two states.
std::map<VarId, VarId> orderBetween(const Team& team, const State& before, const State& then) {
  std::map<VarId, VarId> from;
  for (const auto& [pointer, variables] : team.pointers)
    for (const auto& [other, others] : team.pointers)
      if (team.ledTo(pointer, then) == team.ledTo(other, before))
        from[pointer] = other;
  return from;
}

/// Does each turn change their order alike whenever it comes? Notes how.
bool findOrders(Team& team) {
  constexpr std::size_t mostStates = 24;
  std::set<State> known{team.start};
  for (std::vector<State> open{team.start}; !open.empty();) {
    const State state = open.back();
    open.pop_back();
    for (auto& [block, turn] : team.turns) {
      const std::optional<State> next = after(team, *block, turn, state);
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

/// Rewrites a kernel for a team, with a variable of its own for the array that a pointer leads to.
class Turner {
public:
  Turner(Kernel& kernel, const Team& team) : kernel(kernel), team(team) {
    for (const auto& [pointer, variables] : team.pointers)
      led[pointer] =
          addLocal(kernel, kernel[pointer].name, kernel[team.ledTo(pointer, team.start)].type);
  }

  Block turned(const Block& block) const {
    const auto turn = team.turns.find(&block);
    Block out;
    for (std::size_t i = 0; i < block.size(); ++i) {
      const std::optional<Gift> gift = giftOf(block[i]);
      if (!gift || !team.has(gift->to))
        out.push_back(turned(block[i]));
      else if (turn != team.turns.end() && i == turn->second.positions.back())
        std::ranges::move(exchanges(turn->second, block[i].location), std::back_inserter(out));
    }
    return out;
  }

  /// Are the arrays named before the first turn alone, and the numbers no more?
  bool isWhole(const Block& block, bool& hasTurned) const {
    for (const Stmt& stmt : block) {
      bool isFree = true, turns = false;
      forEachMention(stmt, [&](VarId var) {
        isFree = isFree && !team.has(var) && !(hasTurned && team.arrays.contains(var));
      });
      forEachStmt(std::span(&stmt, 1), [&](const Stmt& part) { turns = turns || isTurn(part); });
      if (turns)
        forEachMention(stmt, [&](VarId var) { isFree = isFree && !team.arrays.contains(var); });
      if (!isFree)
        return false;
      hasTurned = hasTurned || turns;
    }
    return true;
  }

  /// Gives the variables of its own back.
  void settle(Block& block) const {
    for (const auto& [pointer, variable] : led)
      replaceVariable(block, variable, team.ledTo(pointer, team.start));
  }

private:
  Kernel& kernel;
  const Team& team;
  std::map<VarId, VarId> led;

  bool isOfTeam(const std::optional<PlaceChoice>& choice) const {
    const auto pointer = choice ? team.pointers.find(choice->number) : team.pointers.end();
    return pointer != team.pointers.end() && pointer->second == choice->variables;
  }

  Stmt turned(const Stmt& stmt) const {
    Stmt copy = stmt;
    const std::vector<const Block*> sources = blocks(stmt);
    const std::vector<Block*> targets = blocks(copy);
    for (std::size_t i = 0; i < sources.size(); ++i)
      *targets[i] = turned(*sources[i]);
    forEachExprSlot(copy, [&](ExprRef& slot) {
      slot = rewrite(slot, [&](const ExprRef& e) {
        std::optional<PlaceChoice> choice = choiceOf(*e);
        if (!isOfTeam(choice))
          return e;
        choice->place.base = led.at(choice->number);
        return load(choice->place);
      });
    });
    const std::optional<PlaceChoice> choice = choiceOf(copy);
    return isOfTeam(choice) ? assignmentOf(copy, led.at(choice->number)) : copy;
  }

  bool isTurn(const Stmt& stmt) const {
    const std::optional<Exchange> swapped = exchangeOf(stmt);
    return swapped &&
           std::ranges::any_of(led, [&](const auto& own) { return own.second == swapped->a.base; });
  }

  Block exchanges(const Turn& turn, Location at) const {
    Block out;
    std::map<VarId, VarId> from = turn.from;
    for (auto& [pointer, source] : from) {
      if (source == pointer)
        continue;
      out.push_back(exchange(place(kernel, led.at(pointer)), place(kernel, led.at(source)), at));
      // What the pointer had is where its source was.
      for (auto& [other, others] : from)
        if (other != pointer && others == pointer)
          others = source;
      source = pointer;
    }
    return out;
  }
};

/// One team at a time: what one has changed are other statements to the next.
bool exchangeArrays(Kernel& kernel, Team& team) {
  const Block* begin = areVectors(kernel, team.arrays) ? beginOf(team, kernel.body) : nullptr;
  if (begin != &kernel.body)
    return false;
  findCopies(team, kernel.body);
  findTurns(team, kernel.body);
  const bool areWhole = std::ranges::all_of(
      team.turns, [&](const auto& turn) { return isInOnePiece(team, *turn.first, turn.second); });
  if (!areWhole || !findOrders(team))
    return false;
  const Turner turner(kernel, team);
  Block body = turner.turned(kernel.body);
  bool hasTurned = false;
  if (!turner.isWhole(body, hasTurned))
    return false;
  turner.settle(body);
  kernel.body = std::move(body);
  return true;
}

} // namespace

void exchangeArraysInTurn(Kernel& kernel) {
  for (Team& team : findTeams(kernel))
    if (exchangeArrays(kernel, team))
      return exchangeArraysInTurn(kernel);
}

} // namespace treelize::ir
