#include "grad/normalize/HoistValues.h"

#include "analysis/LoopFacts.h"
#include "grad/loops/LoopGuards.h"
#include "ir/Builder.h"
#include "ir/Existence.h"
#include "ir/Operators.h"
#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>
#include <vector>

namespace treelize::grad {

using namespace ir;

namespace {

/// What one loop computes alike in all iterations.
class ValueHoister {
public:
  ValueHoister(Kernel& kernel, For& loop) : kernel(kernel), loop(loop), facts(kernel, loop) {}

  /// Of statements that every iteration runs all that is worth it.
  void ofEveryIteration() {
    for (Stmt& stmt : loop.body)
      hoistFrom(stmt, Run::Always);
  }
  /// Of all statements what is dear, though perhaps no iteration asks for it.
  void ofAnyIteration(Block& block) {
    for (Stmt& stmt : block) {
      hoistFrom(stmt, Run::Perhaps);
      for (Block* inner : blocks(stmt))
        ofAnyIteration(*inner);
    }
  }

  Block takeBefore() { return std::move(before); }

private:
  enum class Run { Always, Perhaps };
  struct Hoisted {
    ExprRef value;
    VarId local;
  };

  Kernel& kernel;
  For& loop;
  const analysis::LoopFacts facts;
  std::vector<Hoisted> found;
  Block before;

  void hoistFrom(Stmt& stmt, Run run) {
    if (auto* s = std::get_if<Declare>(&stmt.node); s && s->value)
      s->value = hoisted(s->value, run, stmt.location);
    if (auto* s = std::get_if<Assign>(&stmt.node))
      s->value = hoisted(s->value, run, stmt.location);
  }

  ExprRef hoisted(const ExprRef& e, Run run, Location at) {
    if (!e->type->is(TypeKind::Real))
      return e;
    const auto* apply = std::get_if<Apply>(&e->node);
    if (apply && isPlain(*e) && facts.isInvariant(*e) && isWorthIt(*e, run))
      return load(kernel, localFor(e, at));
    Expr copy = *e;
    if (auto* operation = std::get_if<Apply>(&copy.node)) {
      for (ExprRef& operand : operation->args)
        operand = hoisted(operand, run, at);
    } else if (auto* choice = std::get_if<Select>(&copy.node); choice && run == Run::Perhaps) {
      choice->ifTrue = hoisted(choice->ifTrue, run, at);
      choice->ifFalse = hoisted(choice->ifFalse, run, at);
    } else {
      return e;
    }
    return std::make_shared<Expr>(std::move(copy));
  }

  static bool isPlain(const Expr& e) {
    return !any(e, [](const Expr& part) {
      return std::holds_alternative<Opaque>(part.node) ||
             std::holds_alternative<Select>(part.node) ||
             std::holds_alternative<Construct>(part.node) ||
             std::holds_alternative<ZerosLike>(part.node);
    });
  }

  /// Division, a function, or, where it is surely asked for, a product of what may both be active.
  bool isWorthIt(const Expr& e, Run run) const {
    const auto& apply = std::get<Apply>(e.node);
    unsigned numbers = 0, divisions = 0;
    any(e, [&](const Expr& part) {
      const auto* inner = std::get_if<Apply>(&part.node);
      const bool isReal = part.type->is(TypeKind::Real);
      numbers += isReal && std::holds_alternative<Load>(part.node) ? 1 : 0;
      divisions += inner && isReal && (inner->op == Op::div || isCostly(inner->op)) ? 1 : 0;
      return false;
    });
    if (run == Run::Perhaps)
      return numbers > 0 && divisions > 0 && isAlwaysThere(kernel, e);
    return numbers > 0 && (divisions > 0 || (apply.op == Op::mul && numbers > 1));
  }

  VarId localFor(const ExprRef& value, Location at) {
    for (const Hoisted& known : found)
      if (isSame(*known.value, *value))
        return known.local;
    const VarId local = addLocal(kernel, "steady", value->type, at);
    before.push_back(declare(local, beforeLoop(kernel, loop, value), at));
    found.push_back({value, local});
    return local;
  }
};

/// Before the outermost loop, what is dear is computed once per call, whatever iterations ask for
/// it.
Block hoistValues(Kernel& kernel, For& loop, bool isOutermost) {
  ValueHoister hoister(kernel, loop);
  hoister.ofEveryIteration();
  if (isOutermost)
    hoister.ofAnyIteration(loop.body);
  return hoister.takeBefore();
}

void hoistValues(Kernel& kernel, Block& block, bool isInLoop) {
  Block out;
  for (Stmt& stmt : block) {
    for (Block* inner : blocks(stmt))
      hoistValues(kernel, *inner, isInLoop || isLoop(stmt));
    if (auto* loop = std::get_if<For>(&stmt.node);
        loop && !loop->parallel && !mayAbandon(loop->body))
      std::ranges::move(hoistValues(kernel, *loop, !isInLoop), std::back_inserter(out));
    out.push_back(std::move(stmt));
  }
  block = std::move(out);
}

} // namespace

void hoistValues(Kernel& kernel) {
  hoistValues(kernel, kernel.body, false);
}

} // namespace treelize::grad
