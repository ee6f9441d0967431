#include "grad/finish/scopes/GuardValue.h"

#include "analysis/Regions.h"
#include "ir/Builder.h"
#include "ir/Operators.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <set>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

bool isDear(const Expr& e) {
  return any(e, [](const Expr& part) {
    const auto* apply = std::get_if<Apply>(&part.node);
    const bool isQuotient = apply && apply->op == Op::div && part.type->is(TypeKind::Real);
    return isQuotient || (apply && isCostly(apply->op)) ||
           std::holds_alternative<Opaque>(part.node);
  });
}

/// The variable to which the statement gives a number, and does nothing else.
std::optional<VarId> numberGiven(const Kernel& kernel, const Stmt& stmt) {
  std::optional<VarId> var = declared(stmt);
  if (const auto* s = std::get_if<Assign>(&stmt.node); s && s->target.path.empty())
    var = s->target.base;
  if (!var)
    return std::nullopt;
  const Variable& variable = kernel[*var];
  const bool isOwn = variable.role == Role::Local || variable.role == Role::Result;
  return isOwn && !variable.byReference && variable.type->isScalar() ? var : std::nullopt;
}

/// Which numbers matter to something else than the outputs, and which of the others are dear.
class Demand {
public:
  explicit Demand(const Kernel& kernel) : kernel(kernel) {
    for (bool grew = true; grew;) {
      grew = false;
      for (const Stmt& stmt : kernel.body)
        grew |= ask(stmt);
    }
    for (bool grew = true; grew;) {
      grew = false;
      forEachStmt(kernel.body, [&](const Stmt& stmt) {
        const std::optional<VarId> var = numberGiven(kernel, stmt);
        if (var && !asked.contains(*var) && takesMuch(stmt))
          grew |= dear.insert(*var).second;
      });
    }
  }

  /// Would nobody miss it who does not ask for the outputs?
  bool isForOutputs(const Stmt& stmt) const {
    if (const std::optional<VarId> var = numberGiven(kernel, stmt))
      return !asked.contains(*var);
    const auto* loop = std::get_if<For>(&stmt.node);
    if (!(loop && !loop->parallel && !loop->hasOwnTape) && !std::holds_alternative<If>(stmt.node))
      return false;
    return std::ranges::all_of(blocks(stmt), [&](const Block* block) {
      return std::ranges::all_of(*block, [&](const Stmt& inner) { return isForOutputs(inner); });
    });
  }

  /// Does it call functions, divide, or go on with what does?
  bool takesMuch(const Stmt& stmt) const {
    bool found = isLoop(stmt);
    forEachStmt(std::span(&stmt, 1), [&](const Stmt& part) {
      forEachExpr(part, [&](const Expr& e) {
        found = found || isDear(e);
        forEachRead(e, [&](const Place& p) { found = found || dear.contains(p.base); });
      });
    });
    return found;
  }

private:
  const Kernel& kernel;
  std::set<VarId> asked, dear;

  bool ask(const Expr& e) {
    bool grew = false;
    forEachRead(e, [&](const Place& p) { grew |= asked.insert(p.base).second; });
    return grew;
  }

  /// True if something new was asked for.
  bool ask(const Stmt& stmt) {
    if (isForOutputs(stmt))
      return false;
    bool grew = false;
    for (const Block* block : blocks(stmt))
      for (const Stmt& inner : *block)
        grew |= ask(inner);
    if (numberGiven(kernel, stmt) || std::holds_alternative<If>(stmt.node) || isLoop(stmt))
      forEachExpr(stmt, [&](const Expr& e) { grew |= ask(e); });
    else
      forEachOwnMention(stmt, [&](VarId var) { grew |= asked.insert(var).second; });
    return grew;
  }
};

class Guarder {
public:
  explicit Guarder(Kernel& kernel) : kernel(kernel), demand(kernel) {}

  void run() { block(kernel.body, /*isRepeated=*/false); }

private:
  Kernel& kernel;
  const Demand demand;
  const std::vector<unsigned> mentionsOf = countAll(); // by variable, before any statement moves

  ExprRef isWanted() {
    if (!kernel.wantsOutputs) {
      kernel.wantsOutputs = addLocal(kernel, "with_value", boolType());
      kernel[*kernel.wantsOutputs].isConst = true;
    }
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
    const analysis::RegionSet written = analysis::writesOf(kernel, later);
    bool stands = !mentions(later, local->var);
    forEachRead(*local->value, [&](const Place& p) { stands = stands && !written.overlaps(p); });
    return stands;
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

} // namespace

void guardValue(Kernel& adjoint) {
  if (adjoint.outputs.size() == 1)
    Guarder(adjoint).run();
}

} // namespace treelize::grad
