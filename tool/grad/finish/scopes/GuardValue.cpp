#include "grad/finish/scopes/GuardValue.h"

#include "analysis/Regions.h"
#include "grad/finish/scopes/OutputDemand.h"
#include "ir/Builder.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <map>
#include <set>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

class Guarder {
public:
  explicit Guarder(Kernel& kernel) : kernel(kernel), demand(kernel) {}

  void run() { block(kernel.body, /*isRepeated=*/false); }

private:
  Kernel& kernel;
  const OutputDemand demand;
  const std::vector<unsigned> mentionsOf = countAll(); // by variable, before any statement moves

  ExprRef isWanted() {
    askForOutputs(kernel);
    return load(kernel, *kernel.wantsOutputs);
  }

  bool isToGuard(const Stmt& stmt) const {
    return !declared(stmt) && demand.isForOutputs(stmt) && demand.takesMuch(stmt);
  }

  void block(Block& statements, bool isRepeated) {
    Block out;
    for (Stmt& stmt : statements) {
      const bool isWorthIt = isRepeated || isLoop(stmt);
      if (isWorthIt && isToGuard(stmt)) {
        guard(stmt, out);
        continue;
      }
      for (Block* inner : blocks(stmt))
        block(*inner, isRepeated || isLoop(stmt));
      out.push_back(std::move(stmt));
    }
    statements = std::move(out);
  }

  /// With the numbers before it that only it asks for.
  void guard(Stmt& stmt, Block& before) {
    const bool follows = !before.empty() && isGuard(before.back());
    If branch{isWanted(), {}, {}};
    const Location at = stmt.location;
    branch.thenBlock.push_back(std::move(stmt));
    if (follows) {
      Block& earlier = std::get<If>(before.back().node).thenBlock;
      std::ranges::move(branch.thenBlock, std::back_inserter(earlier));
      return;
    }
    for (std::size_t i = before.size(); i-- > 0;)
      if (mayMove(before, i, branch.thenBlock)) {
        branch.thenBlock.insert(branch.thenBlock.begin(), std::move(before[i]));
        before.erase(before.begin() + static_cast<std::ptrdiff_t>(i));
      }
    before.push_back({at, std::move(branch)});
  }

  bool isGuard(const Stmt& stmt) const {
    const auto* branch = std::get_if<If>(&stmt.node);
    const auto* asks = branch ? std::get_if<Load>(&branch->condition->node) : nullptr;
    return asks && kernel.wantsOutputs && asks->place.base == *kernel.wantsOutputs;
  }

  /// Is it a number that the statements to come need, and nothing else, from what stands still?
  bool mayMove(const Block& before, std::size_t at, const Block& branch) const {
    const auto* local = std::get_if<Declare>(&before[at].node);
    if (!local || !local->value || !demand.isForOutputs(before[at]) ||
        !mentions(branch, local->var) || isUsedBeyond(local->var, branch))
      return false;
    const auto later = std::span(before).subspan(at + 1);
    return !mentions(later, local->var) &&
           !analysis::mayChange(*local->value, analysis::writesOf(kernel, later));
  }

  /// Than by its declaration and in the branch.
  bool isUsedBeyond(VarId var, const Block& branch) const {
    return mentionsOf.at(var.index) != countIn(branch, var) + 1;
  }
  std::vector<unsigned> countAll() const {
    std::vector<unsigned> counts(kernel.variables.size());
    forEachStmt(kernel.body, [&](const Stmt& stmt) {
      forEachOwnMention(stmt, [&](VarId var) { ++counts[var.index]; });
    });
    for (const VarId output : kernel.outputs)
      ++counts[output.index];
    return counts;
  }
  static unsigned countIn(const Block& block, VarId var) {
    unsigned count = 0;
    forEachStmt(block, [&](const Stmt& stmt) {
      forEachOwnMention(stmt, [&](VarId mentioned) { count += mentioned == var ? 1 : 0; });
    });
    return count;
  }
};

/// What both sweeps calculate is one variable in two places: each may ask for its own.
class LocalsApart {
public:
  explicit LocalsApart(Kernel& kernel) : kernel(kernel) { block(kernel.body); }

  void rejoin() {
    const auto original = [this](VarId var) {
      for (auto own = originals.find(var); own != originals.end(); own = originals.find(var))
        var = own->second;
      return var;
    };
    changePlaces(kernel.body, [&](Place& place) { place.base = original(place.base); });
    redeclare(kernel.body, original);
  }

private:
  Kernel& kernel;
  std::set<VarId> found;
  std::map<VarId, VarId> originals;

  void block(Block& statements) {
    for (std::size_t i = 0; i < statements.size(); ++i) {
      if (const auto* local = std::get_if<Declare>(&statements[i].node))
        tellApart(local->var, std::span(statements).subspan(i));
      for (Block* inner : blocks(statements[i]))
        block(*inner);
    }
  }

  /// The declaration is the first of the statements, which are the rest of its scope.
  void tellApart(VarId local, std::span<Stmt> scope) {
    if (found.insert(local).second)
      return;
    const VarId own = addVariable(kernel, kernel[local]);
    kernel[own].name = kernel[local].name;
    originals[own] = local;
    found.insert(own);
    for (Stmt& stmt : scope)
      replaceVariable(stmt, local, own);
    redeclare(scope, [&](VarId var) { return var == local ? own : var; });
  }

  static void redeclare(std::span<Stmt> statements, const std::function<VarId(VarId)>& nameOf) {
    for (Stmt& stmt : statements) {
      if (auto* local = std::get_if<Declare>(&stmt.node))
        local->var = nameOf(local->var);
      for (Block* inner : blocks(stmt))
        redeclare(*inner, nameOf);
    }
  }
};

} // namespace

void askForOutputs(Kernel& adjoint) {
  if (adjoint.wantsOutputs)
    return;
  adjoint.wantsOutputs = addLocal(adjoint, "with_value", boolType());
  adjoint[*adjoint.wantsOutputs].isConst = true;
}

void guardValue(Kernel& adjoint) {
  if (adjoint.outputs.size() != 1)
    return;
  LocalsApart locals(adjoint);
  Guarder(adjoint).run();
  locals.rejoin();
}

} // namespace treelize::grad
