#include "ir/PointerTurns.h"

#include "ir/Builder.h"
#include "ir/Exchanges.h"
#include "ir/Substitute.h"
#include "ir/UnreadNumbers.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <utility>

namespace treelize::ir {

namespace {

/// Rewrites a block for a team.
class Turner {
public:
  Turner(const Kernel& kernel, const PointerTeam& team, const std::vector<VarId>& led)
      : kernel(kernel), team(team), led(led) {}

  Block turned(const Block& block) const {
    Block out;
    for (std::size_t i = 0; i < block.size(); ++i) {
      out.push_back(turned(block[i]));
      if (endsTurn(team, block, i))
        std::ranges::move(exchanges(team.turns.at(&block), block[i].location),
                          std::back_inserter(out));
    }
    return out;
  }

  /// Are the arrays named before the first turn alone?
  bool isWhole(const Block& block) const {
    bool isFree = true, hasTurned = false;
    for (const Stmt& stmt : block) {
      forEachStmt(std::span(&stmt, 1),
                  [&](const Stmt& part) { hasTurned = hasTurned || isTurn(part); });
      forEachMention(
          stmt, [&](VarId var) { isFree = isFree && !(hasTurned && team.arrays.contains(var)); });
    }
    return isFree;
  }

  /// Gives the variables that stand for the arrays back.
  void settle(Block& block) const {
    for (std::size_t pointer = 0; pointer < led.size(); ++pointer)
      replaceVariable(block, led[pointer], team.pointers[pointer].at(team.start));
  }

private:
  const Kernel& kernel;
  const PointerTeam& team;
  const std::vector<VarId>& led;

  /// What stands for the array of a pointer that makes the choice.
  std::optional<VarId> ledBy(const std::optional<PlaceChoice>& choice) const {
    for (std::size_t i = 0; choice && i < led.size(); ++i)
      if (team.pointers[i].number == choice->number && team.pointers[i].arrays == choice->variables)
        return led[i];
    return std::nullopt;
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
        const std::optional<VarId> array = ledBy(choice);
        if (!array)
          return e;
        choice->place.base = *array;
        return load(choice->place);
      });
    });
    const std::optional<VarId> array = ledBy(choiceOf(copy));
    return array ? assignmentOf(copy, *array) : copy;
  }

  bool isTurn(const Stmt& stmt) const {
    const std::optional<Exchange> swapped = exchangeOf(stmt);
    return swapped && std::ranges::find(led, swapped->a.base) != led.end();
  }

  Block exchanges(const PointerTurn& turn, Location at) const {
    Block out;
    std::vector<std::size_t> from = turn.from;
    for (std::size_t pointer = 0; pointer < from.size(); ++pointer) {
      const std::size_t source = from[pointer];
      if (source == pointer)
        continue;
      out.push_back(exchange(place(kernel, led[pointer]), place(kernel, led[source]), at));
      // What the pointer had is where its source was.
      std::ranges::replace(from, pointer, source);
      from[pointer] = pointer;
    }
    return out;
  }
};

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
    team.pointers.push_back({number, variables});
    team.arrays = std::move(arrays);
  }
  std::vector<PointerTeam> found;
  for (auto& [arrays, team] : teams)
    found.push_back(std::move(team));
  return found;
}

bool exchangeArrays(Kernel& kernel, PointerTeam& team) {
  Block* block = blockOf(kernel.body, *team.arrays.begin());
  if (!block || !complete(team, kernel, *block))
    return false;
  std::vector<VarId> led;
  for (const TurningPointer& pointer : team.pointers)
    led.push_back(
        addLocal(kernel, kernel[pointer.number].name, kernel[pointer.at(team.start)].type));
  return exchangeArrays(kernel, *block, team, led);
}

} // namespace

bool exchangeArrays(Kernel& kernel, Block& block, const PointerTeam& team,
                    const std::vector<VarId>& led) {
  const Turner turner(kernel, team, led);
  Block out = turner.turned(block);
  if (!turner.isWhole(out))
    return false;
  turner.settle(out);
  block = std::move(out);
  dropUnread(kernel, team.numbers);
  return true;
}

/// One team at a time: what one has changed are other statements to the next.
void exchangeArraysInTurn(Kernel& kernel) {
  for (PointerTeam& team : findCandidates(kernel))
    if (exchangeArrays(kernel, team))
      return exchangeArraysInTurn(kernel);
}

} // namespace treelize::ir
