#include "analysis/FilledOnce.h"

#include "analysis/KnownNumbers.h"
#include "ir/Walk.h"
#include "ir/WriteCounts.h"

#include <algorithm>
#include <optional>
#include <span>
#include <vector>

namespace treelize::analysis {

using namespace ir;

namespace {

class FilledOnceFinder {
public:
  FilledOnceFinder(const Kernel& kernel, const Block& constants, const std::set<VarId>& lasting)
      : kernel(kernel), constants(declaredIn(constants)), lasting(lasting), numbers(kernel) {
    const WriteCounts writes(kernel);
    std::erase_if(this->constants, [&](VarId var) {
      return lasting.contains(var) || kernel[var].byReference || writes.of(var).all() > 0;
    });
  }

  /// The branches that end with the flag set, if nothing else writes it, nor what they fill.
  std::set<const Stmt*> filledBy(VarId flag, std::int64_t beginning) {
    std::set<const Stmt*> found;
    std::set<VarId> filled{flag};
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      const auto* branch = std::get_if<If>(&stmt.node);
      if (branch && isAsked(*branch, flag, beginning) && dependsOnNothing(*branch, flag)) {
        found.insert(&stmt);
        forEachStmt(branch->thenBlock, [&](const Stmt& inner) {
          forEachWritten(kernel, inner, [&](const Place& place) { filled.insert(place.base); });
        });
      }
    });
    const bool isAlike = std::ranges::all_of(
        found, [&](const Stmt* stmt) { return stmt->location == (*found.begin())->location; });
    for (const Stmt* stmt : found)
      for (const VarId own : declaredIn(std::get<If>(stmt->node).thenBlock))
        filled.erase(own);
    const bool isAlone = !writesAny(kernel.body, found, filled);
    return isAlike && isAlone ? found : std::set<const Stmt*>{};
  }

private:
  bool isAsked(const If& branch, VarId flag, std::int64_t beginning) {
    if (!branch.elseBlock.empty())
      return false;
    numbers.set(flag, beginning);
    const std::optional<std::int64_t> atFirst = numbers.of(*branch.condition);
    std::optional<std::int64_t> later;
    for (const Stmt& stmt : branch.thenBlock) {
      const auto* assigned = std::get_if<Assign>(&stmt.node);
      if (!assigned || assigned->op != AssignOp::Set || assigned->target.base != flag)
        continue;
      if (const std::optional<std::int64_t> set = numbers.of(*assigned->value)) {
        numbers.set(flag, *set);
        later = numbers.of(*branch.condition);
        numbers.set(flag, beginning);
      }
    }
    numbers.forget(flag);
    return atFirst && *atFirst && later && !*later &&
           writesTo(flag, kernel, branch.thenBlock).all() == 1;
  }

  bool dependsOnNothing(const If& branch, VarId flag) const {
    std::set<VarId> own = declaredIn(branch.thenBlock), filled{flag};
    bool is = !mayAbandon(branch.thenBlock);
    forEachStmt(branch.thenBlock, [&](const Stmt& stmt) {
      is = is && !std::holds_alternative<Perform>(stmt.node);
      forEachWritten(kernel, stmt, [&](const Place& place) {
        is = is && (own.contains(place.base) || lasting.contains(place.base));
        filled.insert(place.base);
      });
    });
    forEachMention(Stmt{{}, branch}, [&](VarId var) {
      is = is && (own.contains(var) || filled.contains(var) || constants.contains(var));
    });
    return is;
  }

  bool writesAny(const Block& block, const std::set<const Stmt*>& except,
                 const std::set<VarId>& variables) const {
    return std::ranges::any_of(block, [&](const Stmt& stmt) {
      if (except.contains(&stmt))
        return false;
      bool writes = false;
      forEachWritten(kernel, stmt, [&](const Place& place) {
        writes = writes || variables.contains(place.base);
      });
      return writes || std::ranges::any_of(blocks(stmt), [&](const Block* inner) {
               return writesAny(*inner, except, variables);
             });
    });
  }

  const Kernel& kernel;
  std::set<VarId> constants;
  const std::set<VarId>& lasting;
  KnownNumbers numbers;
};

} // namespace

std::set<const Stmt*> findFilledOnce(const Kernel& kernel, const Block& constants,
                                     const std::set<VarId>& lasting,
                                     const std::map<VarId, std::int64_t>& flags) {
  std::set<const Stmt*> result;
  FilledOnceFinder finder(kernel, constants, lasting);
  for (const auto& [flag, beginning] : flags)
    result.merge(finder.filledBy(flag, beginning));
  return result;
}

} // namespace treelize::analysis
