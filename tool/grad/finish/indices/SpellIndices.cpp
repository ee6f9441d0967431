#include "grad/finish/indices/SpellIndices.h"

#include "analysis/OnlyValues.h"
#include "grad/finish/loops/LoopParts.h"
#include "ir/Loops.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

namespace {

bool addsToNeighbours(const Kernel& kernel, const For& loop) {
  std::vector<const Place*> targets;
  for (const Stmt& stmt : loop.body)
    if (const auto* s = std::get_if<Assign>(&stmt.node);
        s && s->op != AssignOp::Set && kernel[s->target.base].shadowOf)
      targets.push_back(&s->target);
  return std::ranges::any_of(targets, [&](const Place* a) {
    return std::ranges::any_of(targets,
                               [&](const Place* b) { return distance(*a, *b).value_or(0) != 0; });
  });
}

/// Of sums and products of variables, which are none of those that the loop writes.
bool isIndex(const Kernel& kernel, const analysis::RegionSet& written, const Declare& local) {
  const Variable& variable = kernel[local.var];
  if (!local.value || !variable.type->is(TypeKind::Integer) || variable.byReference)
    return false;
  const bool isFormula = !any(*local.value, [](const Expr& e) {
    const auto* read = std::get_if<Load>(&e.node);
    const auto* apply = std::get_if<Apply>(&e.node);
    const bool isArithmetic =
        apply && (apply->op == Op::add || apply->op == Op::sub || apply->op == Op::mul);
    return !isArithmetic && !(read && read->place.path.empty()) &&
           !std::holds_alternative<Literal>(e.node) && !std::holds_alternative<Cast>(e.node);
  });
  return isFormula && !analysis::mayChange(*local.value, written);
}

void spellOut(const Kernel& kernel, For& loop) {
  // Of the loop as it begins: what is spelled out is written no more, nor is it read.
  const analysis::RegionSet written = analysis::writesOf(kernel, loop.body);
  const analysis::OnlyValues values(kernel, loop.body);
  for (std::size_t i = 0; i < loop.body.size();) {
    const auto* local = std::get_if<Declare>(&loop.body[i].node);
    if (!local || !isIndex(kernel, written, *local) ||
        !values.of(local->var)) {
      ++i;
      continue;
    }
    const VarId var = local->var;
    const ExprRef value = local->value;
    loop.body.erase(loop.body.begin() + static_cast<std::ptrdiff_t>(i));
    for (Stmt& stmt : loop.body)
      replaceLoads(stmt, var, value);
  }
}

} // namespace

void spellIndices(Kernel& adjoint) {
  forEachInnermostLoop(adjoint.body, [&](For& loop) {
    if (addsToNeighbours(adjoint, loop))
      spellOut(adjoint, loop);
  });
}

} // namespace treelize::grad
