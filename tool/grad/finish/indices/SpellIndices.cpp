#include "grad/finish/indices/SpellIndices.h"

#include "analysis/OnlyValues.h"
#include "grad/loops/LoopParts.h"
#include "ir/Builder.h"
#include "ir/Loops.h"
#include "ir/Walk.h"

#include <algorithm>
#include <utility>
#include <vector>

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

/// A longer one, which may have longer ones inside, keeps its name.
constexpr std::size_t mostParts = 16;

std::size_t partsOf(const Expr& e) {
  std::size_t parts = 1;
  forEachOperand(e, [&](const Expr& operand) { parts += partsOf(operand); });
  return parts;
}

bool isArithmetic(const Expr& e) {
  if (!e.type->is(TypeKind::Integer))
    return false;
  if (const auto* read = std::get_if<Load>(&e.node))
    return read->place.path.empty();
  if (const auto* conversion = std::get_if<Cast>(&e.node))
    return isArithmetic(*conversion->arg);
  if (std::holds_alternative<Literal>(e.node))
    return true;
  const auto* apply = std::get_if<Apply>(&e.node);
  return apply && (apply->op == Op::add || apply->op == Op::sub || apply->op == Op::mul) &&
         std::ranges::all_of(apply->args, [](const ExprRef& arg) { return isArithmetic(*arg); });
}

class Speller {
public:
  Speller(const Kernel& kernel, For& loop)
      : kernel(kernel), loop(loop), values(kernel, loop.body) {}

  void block(Block& statements) {
    for (std::size_t i = 0; i < statements.size();) {
      if (auto* inner = std::get_if<For>(&statements[i].node))
        block(inner->body);
      const auto* local = std::get_if<Declare>(&statements[i].node);
      if (local && spell(*local))
        statements.erase(statements.begin() + static_cast<std::ptrdiff_t>(i));
      else
        ++i;
    }
  }

private:
  const Kernel& kernel;
  For& loop;
  const analysis::OnlyValues values;

  bool spell(const Declare local) {
    const bool isSpelled = local.value && kernel[local.var].type->is(TypeKind::Integer) &&
                           values.of(local.var) && isArithmetic(*local.value) &&
                           partsOf(*local.value) <= mostParts && values.keepsValue(*local.value);
    if (isSpelled)
      for (Stmt& stmt : loop.body)
        replaceLoads(stmt, local.var, convert(local.value, kernel[local.var].type));
    return isSpelled;
  }
};

} // namespace

void spellNumbers(const Kernel& kernel, For& loop) {
  Speller(kernel, loop).block(loop.body);
}

void spellIndices(Kernel& adjoint) {
  forEachInnermostLoop(adjoint.body, [&](For& loop) {
    For spelled = loop; // which shows what are neighbours
    spellNumbers(adjoint, spelled);
    if (addsToNeighbours(adjoint, spelled))
      loop = std::move(spelled);
  });
}

} // namespace treelize::grad
