#include "ir/PointerTurns.h"

#include "ir/Builder.h"
#include "ir/Exchanges.h"
#include "ir/PointerTeams.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

namespace treelize::ir {

namespace {

/// Rewrites a kernel for a team, with a variable of its own for the array that a pointer leads to.
class Turner {
public:
  Turner(Kernel& kernel, const PointerTeam& team) : kernel(kernel), team(team) {
    for (const auto& [pointer, variables] : team.pointers)
      led[pointer] =
          addLocal(kernel, kernel[pointer].name, kernel[team.ledTo(pointer, team.start)].type);
  }

  Block turned(const Block& block) const {
    const auto turn = team.turns.find(&block);
    Block out;
    for (std::size_t i = 0; i < block.size(); ++i) {
      if (!team.isMovedBy(block[i]))
        out.push_back(turned(block[i]));
      else if (turn != team.turns.end() && i == turn->second.positions.back())
        std::ranges::move(exchanges(turn->second, block[i].location), std::back_inserter(out));
    }
    return out;
  }

  /// Are the arrays named before the first turn alone, and the numbers no more?
  bool isWhole(const Block& body) const {
    bool isFree = true, hasTurned = false;
    for (const Stmt& stmt : body) {
      forEachStmt(std::span(&stmt, 1),
                  [&](const Stmt& part) { hasTurned = hasTurned || isTurn(part); });
      forEachMention(stmt, [&](VarId var) {
        isFree = isFree && !team.has(var) && !(hasTurned && team.arrays.contains(var));
      });
    }
    return isFree;
  }

  /// Gives the variables of its own back.
  void settle(Block& block) const {
    for (const auto& [pointer, variable] : led)
      replaceVariable(block, variable, team.ledTo(pointer, team.start));
  }

private:
  Kernel& kernel;
  const PointerTeam& team;
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

  Block exchanges(const PointerTurn& turn, Location at) const {
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

bool exchangeArrays(Kernel& kernel, const PointerTeam& team) {
  const Turner turner(kernel, team);
  Block body = turner.turned(kernel.body);
  if (!turner.isWhole(body))
    return false;
  turner.settle(body);
  kernel.body = std::move(body);
  return true;
}

} // namespace

/// One team at a time: what one has changed are other statements to the next.
void exchangeArraysInTurn(Kernel& kernel) {
  for (const PointerTeam& team : findTeams(kernel))
    if (exchangeArrays(kernel, team))
      return exchangeArraysInTurn(kernel);
}

} // namespace treelize::ir
