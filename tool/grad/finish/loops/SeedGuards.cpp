#include "grad/finish/loops/SeedGuards.h"

#include "analysis/Regions.h"
#include "grad/rules/Value.h"
#include "ir/Builder.h"
#include "ir/Loops.h"
#include "ir/Walk.h"

#include <algorithm>
#include <iterator>

namespace treelize::grad {

using namespace ir;

namespace {

constexpr const char* guardText = "treelize::where_seeded($0, $1)";

/// Sums of numbers that leave the seed alone, and locals for them.
bool isOfSums(const Block& code, const Place& seed) {
  return std::ranges::all_of(code, [&](const Stmt& stmt) {
    if (const auto* local = std::get_if<Declare>(&stmt.node))
      return local->value && local->value->type->isScalar();
    const auto* s = std::get_if<Assign>(&stmt.node);
    return s && s->op != AssignOp::Set && s->target.type->is(TypeKind::Real) &&
           !analysis::overlap(s->target, seed);
  });
}

/// The sums of a guard without the branch; nothing if the statement is something else.
std::optional<Block> unbranched(const Stmt& stmt) {
  const auto* guard = std::get_if<If>(&stmt.node);
  const Place* seed = guard ? guardedSeed(*guard->condition) : nullptr;
  if (!seed || !guard->elseBlock.empty() || !isOfSums(guard->thenBlock, *seed))
    return std::nullopt;
  Block code = guard->thenBlock;
  for (Stmt& part : code)
    if (auto* s = std::get_if<Assign>(&part.node))
      s->value = guarded({load(*seed), s->value}, s->target.type);
  return code;
}

void choose(Block& body) {
  Block out;
  for (Stmt& stmt : body) {
    if (std::optional<Block> code = unbranched(stmt))
      std::ranges::move(*code, std::back_inserter(out));
    else
      out.push_back(std::move(stmt));
  }
  body = std::move(out);
}

} // namespace

ExprRef guarded(const Guarded& sum, const TypeRef& type) {
  return opaque(guardText, {sum.seed, sum.value}, type);
}

std::optional<Guarded> guardedSum(const Expr& expr) {
  const auto* call = std::get_if<Opaque>(&expr.node);
  return call && call->text == guardText ? std::optional(Guarded{call->args[0], call->args[1]})
                                         : std::nullopt;
}

const Place* guardedSeed(const Expr& condition) {
  const auto* test = std::get_if<Apply>(&condition.node);
  const bool asksForZero = test && test->op == Op::ne_ && numberOf(test->args[1]) == 0.0;
  const auto* seed = asksForZero ? std::get_if<Load>(&test->args[0]->node) : nullptr;
  return seed ? &seed->place : nullptr;
}

void chooseInLoops(Kernel& adjoint) {
  forEachInnermostLoop(adjoint.body, [](For& loop) { choose(loop.body); });
}

} // namespace treelize::grad
