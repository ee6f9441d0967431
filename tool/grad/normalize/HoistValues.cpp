#include "grad/normalize/HoistValues.h"

#include "analysis/LoopFacts.h"
#include "grad/finish/loops/LoopGuards.h"
#include "ir/Builder.h"
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

  /// Only of statements that every iteration runs.
  Block run() {
    for (Stmt& stmt : loop.body) {
      if (auto* s = std::get_if<Declare>(&stmt.node); s && s->value)
        s->value = hoisted(s->value, stmt.location);
      if (auto* s = std::get_if<Assign>(&stmt.node))
        s->value = hoisted(s->value, stmt.location);
    }
    return std::move(before);
  }

private:
  struct Hoisted {
    ExprRef value;
    VarId local;
  };

  Kernel& kernel;
  For& loop;
  const analysis::LoopFacts facts;
  std::vector<Hoisted> found;
  Block before;

  ExprRef hoisted(const ExprRef& e, Location at) {
    const auto* apply = std::get_if<Apply>(&e->node);
    if (!apply || !e->type->is(TypeKind::Real))
      return e;
    if (isPlain(*e) && facts.isInvariant(*e) && isWorthIt(*e))
      return load(kernel, localFor(e, at));
    Expr copy = *e;
    for (ExprRef& operand : std::get<Apply>(copy.node).args)
      operand = hoisted(operand, at);
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

  /// Division, a function, or a product of what may both be active.
  static bool isWorthIt(const Expr& e) {
    const auto* apply = std::get_if<Apply>(&e.node);
    if (!apply)
      return false;
    unsigned numbers = 0, divisions = 0;
    any(e, [&](const Expr& part) {
      const auto* inner = std::get_if<Apply>(&part.node);
      const bool isReal = part.type->is(TypeKind::Real);
      numbers += isReal && std::holds_alternative<Load>(part.node) ? 1 : 0;
      divisions += inner && isReal && (inner->op == Op::div || isCostly(inner->op)) ? 1 : 0;
      return false;
    });
    return numbers > 0 && (divisions > 0 || (apply->op == Op::mul && numbers > 1));
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

void hoistValues(Kernel& kernel, Block& block) {
  Block out;
  for (Stmt& stmt : block) {
    for (Block* inner : blocks(stmt))
      hoistValues(kernel, *inner);
    if (auto* loop = std::get_if<For>(&stmt.node);
        loop && !loop->parallel && !mayAbandon(loop->body))
      std::ranges::move(ValueHoister(kernel, *loop).run(), std::back_inserter(out));
    out.push_back(std::move(stmt));
  }
  block = std::move(out);
}

} // namespace

void hoistValues(Kernel& kernel) {
  hoistValues(kernel, kernel.body);
}

} // namespace treelize::grad
