#include "grad/normalize/LastSteps.h"

#include "ir/Same.h"
#include "ir/Walk.h"

#include <algorithm>
#include <span>

namespace treelize::grad {

using namespace ir;

namespace {

/// Is it the condition, or that and another one?
bool asksFor(const Expr& condition, const Expr& part) {
  const auto* both = std::get_if<Apply>(&condition.node);
  return isSame(condition, part) ||
         (both && both->op == Op::land_ && asksFor(*both->args[0], part));
}

/// The step that a while loop takes only where it goes on, at the end of its body.
If* lastStep(While& loop) {
  auto* step = loop.body.empty() ? nullptr : std::get_if<If>(&loop.body.back().node);
  const bool isStep = step && step->thenBlock.size() == 1 && step->elseBlock.empty() &&
                      asksFor(*loop.condition, *step->condition);
  return isStep ? step : nullptr;
}

/// Of a local that begins before the loop, by the same number each time.
bool isSpare(const Kernel& kernel, const Stmt& step, std::span<const Stmt> before,
             std::span<const Stmt> after) {
  const auto* s = std::get_if<Assign>(&step.node);
  if (!s || s->op != AssignOp::Add || !std::holds_alternative<Literal>(s->value->node) ||
      !s->target.type->is(TypeKind::Integer) || !s->target.path.empty())
    return false;
  const VarId counter = s->target.base;
  return !kernel[counter].byReference && !mentions(after, counter) &&
         std::ranges::any_of(before, [&](const Stmt& stmt) { return declared(stmt) == counter; });
}

void takeLastSteps(const Kernel& kernel, Block& statements) {
  for (std::size_t i = 0; i < statements.size(); ++i) {
    for (Block* inner : blocks(statements[i]))
      takeLastSteps(kernel, *inner);
    auto* loop = std::get_if<While>(&statements[i].node);
    If* step = loop ? lastStep(*loop) : nullptr;
    const std::span all(statements);
    if (step && isSpare(kernel, step->thenBlock.front(), all.first(i), all.subspan(i + 1))) {
      Stmt taken = std::move(step->thenBlock.front());
      loop->body.back() = std::move(taken);
    }
  }
}

} // namespace

void takeLastSteps(Kernel& kernel) {
  takeLastSteps(kernel, kernel.body);
}

} // namespace treelize::grad
