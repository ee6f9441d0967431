#include "grad/finish/sums/FreeSums.h"

#include "analysis/ExactValues.h"
#include "grad/finish/scopes/GuardValue.h"
#include "grad/finish/scopes/OutputDemand.h"
#include "ir/Builder.h"
#include "ir/Loops.h"
#include "ir/Substitute.h"
#include "ir/Walk.h"

#include <algorithm>
#include <initializer_list>
#include <string>
#include <utility>

namespace treelize::grad {

using namespace ir;

namespace {

/// The statement, if it adds to a number of the kernel's own, or to one of a local object.
const Assign* ownAddition(const Kernel& kernel, const Stmt& stmt) {
  const auto* s = std::get_if<Assign>(&stmt.node);
  if (!s || s->op == AssignOp::Set || s->isAtomic || !s->target.type->is(TypeKind::Real))
    return nullptr;
  const Variable& sum = kernel[s->target.base];
  const bool isOwn = sum.role == Role::Local && !sum.byReference && !sum.shadowOf;
  return isOwn && !sum.type->isView() ? s : nullptr;
}

const Assign* stepOfSum(const Kernel& kernel, const Stmt& stmt) {
  const Assign* s = ownAddition(kernel, stmt);
  return s && s->target.path.empty() ? s : nullptr;
}

void findSums(const Kernel& kernel, const Block& statements, bool isRepeated,
              std::set<VarId>& sums) {
  for (const Stmt& stmt : statements) {
    if (const Assign* step = ownAddition(kernel, stmt); step && isRepeated)
      sums.insert(step->target.base);
    for (const Block* inner : blocks(stmt))
      findSums(kernel, *inner, isRepeated || isLoop(stmt), sums);
  }
}

// --- what is added ---

bool isAtom(const Expr& e) {
  const auto* converted = std::get_if<Cast>(&e.node);
  const auto* apply = std::get_if<Apply>(&e.node);
  return std::holds_alternative<Literal>(e.node) || std::holds_alternative<Load>(e.node) ||
         (converted && isAtom(*converted->arg)) ||
         (apply && apply->op == Op::neg && isAtom(*apply->args[0]));
}

bool isAppliedTo(const Expr& e, std::initializer_list<Op> ops, bool (*are)(const Expr&)) {
  const auto* apply = std::get_if<Apply>(&e.node);
  return apply && std::ranges::count(ops, apply->op) > 0 &&
         std::ranges::all_of(apply->args, [&](const ExprRef& arg) { return are(*arg); });
}

bool isFactor(const Expr& e) {
  return isAtom(e) || isAppliedTo(e, {Op::add, Op::sub}, isAtom);
}

/// Is there nothing in it to reorder? The difference of two large numbers, summed one by one, would
/// lose digits, and a product of three might overflow.
bool hasOneOrder(const Expr& e) {
  return isAtom(e) || isAppliedTo(e, {Op::mul, Op::div}, isFactor);
}

class OrderFreer {
public:
  OrderFreer(Kernel& adjoint, const FreeSums& sums) : adjoint(adjoint), sums(sums) {
    const OutputDemand demand(adjoint);
    for (const VarId sum : sums.all)
      if (demand.isAsked(sum))
        asked.insert(sum);
  }

  std::set<VarId> freed;

  void loop(For& loop) {
    const std::set<VarId> running = runningIn(loop);
    if (running.empty())
      return;
    freed.insert(running.begin(), running.end());
    replaceEach(loop.body, [&](Stmt& stmt, Block& out) {
      const Assign* step = stepOfSum(adjoint, stmt);
      if (step && running.contains(step->target.base))
        take(*step, stmt.location, out);
      else
        out.push_back(std::move(stmt));
    });
  }

private:
  Kernel& adjoint;
  const FreeSums& sums;
  std::set<VarId> asked; // by something else than the outputs

  /// Those that outlive the iterations of the loop, and to which these do nothing but add.
  std::set<VarId> runningIn(const For& loop) const {
    std::set<VarId> added, others = declaredIn(loop.body);
    forEachStmt(loop.body, [&](const Stmt& stmt) {
      const Assign* step = stepOfSum(adjoint, stmt);
      forEachOwnMention(stmt, [&, isTarget = step != nullptr](VarId var) mutable {
        if (isTarget && var == step->target.base)
          isTarget = false;
        else
          others.insert(var);
      });
      if (step && asked.contains(step->target.base))
        added.insert(step->target.base);
    });
    std::erase_if(added, [&](VarId sum) { return others.contains(sum); });
    return added;
  }

  /// In the primal's words, which compilers contract as there, where the value is wanted.
  void take(const Assign& step, Location at, Block& out) {
    const std::string name =
        hasOneOrder(*step.value) ? "TREELIZE_STEP_IN_ANY_ORDER" : "TREELIZE_TERM_IN_ANY_ORDER";
    const std::string op = step.op == AssignOp::Add ? "+=" : "-=";
    const ExprRef sum = load(adjoint, step.target.base);
    ExprRef added = opaque(name + "($0, " + op + ", $1)", {sum, step.value}, voidType());
    if (!adjoint.outputs.empty() && sums.ofResult.contains(step.target.base)) {
      askForOutputs(adjoint);
      added = opaque(name + "_UNLESS($0, $1, " + op + ", $2)",
                     {load(adjoint, *adjoint.wantsOutputs), sum, step.value}, voidType());
    }
    out.push_back({at, Perform{std::move(added), {step.target}, std::nullopt}});
  }
};

} // namespace

void FreeSums::add(const CarriedSum& sum) {
  for (std::set<VarId>* known : {&all, &ofResult})
    if (known->contains(sum.of))
      known->insert(sum.local);
}

FreeSums findFreeSums(const Kernel& primal) {
  FreeSums sums;
  findSums(primal, primal.body, /*isRepeated=*/false, sums.all);
  if (sums.all.empty())
    return sums;
  const std::set<VarId> exact = analysis::exactValues(primal);
  std::erase_if(sums.all, [&](VarId sum) { return exact.contains(sum); });
  sums.ofResult = analysis::valuesOfResult(primal);
  return sums;
}

std::vector<Repeated> takeInAnyOrder(Kernel& adjoint, const FreeSums& sums) {
  OrderFreer freer(adjoint, sums);
  forEachInnermostLoop(adjoint.body, [&](For& loop) { freer.loop(loop); });
  std::vector<Repeated> freed;
  for (const VarId sum : freer.freed) {
    const Variable& variable = adjoint[sum];
    freed.push_back({variable.wish.empty() ? variable.name : variable.wish, variable.location});
  }
  return freed;
}

} // namespace treelize::grad
