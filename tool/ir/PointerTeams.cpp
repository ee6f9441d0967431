#include "ir/PointerTeams.h"

#include "ir/GivenValue.h"
#include "ir/Literals.h"
#include "ir/Type.h"
#include "ir/Walk.h"

#include <algorithm>
#include <utility>

namespace treelize::ir {

namespace {

bool areContainers(const Kernel& kernel, const std::set<VarId>& arrays) {
  const Type& type = *kernel[*arrays.begin()].type;
  return std::ranges::all_of(arrays, [&](VarId array) {
    const Variable& variable = kernel[array];
    return variable.role == Role::Local && !variable.byReference && !variable.nondiff &&
           isContainer(*variable.type) && isDifferentiable(*variable.type) &&
           isSameInCpp(*variable.type, type);
  });
}

bool isWholeNumber(const Kernel& kernel, VarId var) {
  const Type& type = *kernel[var].type;
  return kernel[var].role == Role::Local && !kernel[var].byReference &&
         (type.is(TypeKind::Integer) || type.is(TypeKind::Bool));
}

/// Those of the pointers, and those from which these get their values.
void findNumbers(PointerTeam& team, const Kernel& kernel, const Block& block) {
  for (const TurningPointer& pointer : team.pointers)
    team.numbers.insert(pointer.number);
  for (std::size_t before = 0; before != team.numbers.size();) {
    before = team.numbers.size();
    forEachStmt(block, [&](const Stmt& stmt) {
      if (const std::optional<GivenValue> given = givenBy(stmt);
          given && team.numbers.contains(given->to))
        forEachRead(*given->value, [&](const Place& place) {
          if (isWholeNumber(kernel, place.base))
            team.numbers.insert(place.base);
        });
    });
  }
}

/// Does each pointer lead to an array of its own?
bool leadApart(const PointerTeam& team, const NumberValues& state) {
  std::set<VarId> led;
  for (const TurningPointer& pointer : team.pointers)
    led.insert(pointer.at(state));
  return led.size() == team.arrays.size();
}

/// Do the arrays and the numbers of the pointers begin in the block? Notes as what.
bool beginsIn(PointerTeam& team, const Block& block) {
  std::size_t begun = 0;
  for (const Stmt& stmt : block) {
    const auto* local = std::get_if<Declare>(&stmt.node);
    if (local && local->value && team.numbers.contains(local->var))
      if (const std::optional<std::int64_t> number = valueOf(*local->value, {}))
        team.start[local->var] = *number;
    begun += local && team.arrays.contains(local->var);
  }
  return begun == team.arrays.size() &&
         std::ranges::all_of(
             team.pointers,
             [&](const TurningPointer& pointer) { return team.start.contains(pointer.number); }) &&
         leadApart(team, team.start);
}

bool isStart(const PointerTeam& team, const Stmt& stmt) {
  const auto* local = std::get_if<Declare>(&stmt.node);
  return local && team.start.contains(local->var);
}

/// All statements that give the numbers values, but for the declarations that they begin with.
void findTurns(PointerTeam& team, const Block& block) {
  for (std::size_t i = 0; i < block.size(); ++i) {
    for (const Block* inner : blocks(block[i]))
      findTurns(team, *inner);
    const std::optional<GivenValue> given = givenBy(block[i]);
    if (given && team.numbers.contains(given->to) && !isStart(team, block[i]))
      team.turns[&block].positions.push_back(i);
  }
}

/// Is each value that the numbers get that of such a statement?
bool areAllKnown(const PointerTeam& team, const Kernel& kernel, const Block& block) {
  bool known = true;
  forEachStmt(block, [&](const Stmt& stmt) {
    if (const auto* loop = std::get_if<For>(&stmt.node))
      known = known && !team.numbers.contains(loop->counter);
    forEachWritten(kernel, stmt, [&](const Place& place) {
      known = known && (!team.numbers.contains(place.base) || givenBy(stmt) ||
                        std::holds_alternative<Declare>(stmt.node));
    });
  });
  return known;
}

/// Does nothing between its first statement and its last one ask for what changes?
bool isInOnePiece(const PointerTeam& team, const Block& block, const PointerTurn& turn) {
  bool isApart = true;
  for (std::size_t i = turn.positions.front(); i <= turn.positions.back(); ++i)
    if (std::ranges::find(turn.positions, i) == turn.positions.end())
      forEachMention(block[i], [&](VarId var) {
        isApart = isApart && !team.numbers.contains(var) && !team.arrays.contains(var);
      });
  return isApart;
}

/// The numbers after the turn.
std::optional<NumberValues> after(const PointerTeam& team, const Block& block,
                                  const PointerTurn& turn, NumberValues state) {
  for (const std::size_t position : turn.positions) {
    const GivenValue given = *givenBy(block[position]);
    const std::optional<std::int64_t> value = valueOf(*given.value, state);
    if (!value || given.op != AssignOp::Set)
      return std::nullopt;
    state[given.to] = *value;
  }
  std::erase_if(state, [&](const auto& known) { return !team.start.contains(known.first); });
  return state;
}

/// Whose array each pointer has after a step between two states.
std::vector<std::size_t> orderBetween(const PointerTeam& team, const NumberValues& before,
                                      const NumberValues& then) {
  std::vector<std::size_t> from;
  for (const TurningPointer& pointer : team.pointers)
    for (std::size_t other = 0; other < team.pointers.size(); ++other)
      if (pointer.at(then) == team.pointers[other].at(before))
        from.push_back(other);
  return from;
}

/// Does each turn change their order alike whenever it comes? Notes how.
bool findOrders(PointerTeam& team) {
  constexpr std::size_t mostStates = 24;
  team.states = {team.start};
  for (std::vector<NumberValues> open{team.start}; !open.empty();) {
    const NumberValues state = open.back();
    open.pop_back();
    for (auto& [block, turn] : team.turns) {
      const std::optional<NumberValues> next = after(team, *block, turn, state);
      if (!next || !leadApart(team, *next) || team.states.size() > mostStates)
        return false;
      std::vector<std::size_t> from = orderBetween(team, state, *next);
      if (!turn.from.empty() && turn.from != from)
        return false;
      turn.from = std::move(from);
      if (team.states.insert(*next).second)
        open.push_back(*next);
    }
  }
  return !team.turns.empty();
}

} // namespace

bool complete(PointerTeam& team, const Kernel& kernel, const Block& block) {
  if (team.pointers.size() != team.arrays.size() || !areContainers(kernel, team.arrays))
    return false;
  findNumbers(team, kernel, block);
  if (!beginsIn(team, block) || !areAllKnown(team, kernel, block))
    return false;
  findTurns(team, block);
  return std::ranges::all_of(
             team.turns,
             [&](const auto& turn) { return isInOnePiece(team, *turn.first, turn.second); }) &&
         findOrders(team);
}

bool endsTurn(const PointerTeam& team, const Block& block, std::size_t position) {
  const auto turn = team.turns.find(&block);
  return turn != team.turns.end() && turn->second.positions.back() == position;
}

} // namespace treelize::ir
