#include "grad/plan/Shapes.h"

#include "analysis/Regions.h"
#include "ir/Builder.h"
#include "ir/Exchanges.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

/// Does the container still have the length of its declaration when its scope ends, and would the
/// expression of that length still say so?
static bool keepsLength(const Kernel& kernel, VarId container, const Expr& length) {
  bool keeps = true;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (const std::optional<Exchange> s = exchangeOf(stmt))
      keeps = keeps && s->a.base != container && s->b.base != container;
    if (const auto* call = std::get_if<Call>(&stmt.node))
      for (const Argument& argument : call->arguments)
        if (argument.isWritten && argument.place) {
          const bool isWhole = argument.type->is(TypeKind::Vector);
          keeps = keeps && !(isWhole && argument.place->base == container);
          forEachRead(length, [&](const Place& p) {
            keeps = keeps && !analysis::overlap(p, *argument.place);
          });
        }
    if (const auto* step = std::get_if<Perform>(&stmt.node))
      for (const Place& changed : step->changed)
        forEachRead(length, [&](const Place& p) { keeps = keeps && !analysis::overlap(p, changed); });
    const Place* changed = namedPlace(stmt);
    if (!changed)
      return;
    if (changed->base == container && changed->path.empty())
      keeps = false;
    forEachRead(length, [&](const Place& p) { keeps = keeps && !analysis::overlap(p, *changed); });
  });
  return keeps;
}

ExprRef shadowShape(const Kernel& kernel, const Declare& local) {
  const TypeRef& type = kernel[local.var].type;
  if (type->is(TypeKind::Real))
    return real(0.0, type);
  const auto* made = local.value ? std::get_if<Construct>(&local.value->node) : nullptr;
  const bool isFlat = type->is(TypeKind::Vector) && type->element->isScalar();
  if (made && isFlat && !made->args.empty() && keepsLength(kernel, local.var, *made->args[0]))
    return construct(type, {made->args[0]});
  if (hasFixedSize(*type) && type->defaultConstructible)
    return construct(type, {});
  return zerosLike(place(kernel, local.var));
}

namespace {

/// What a statement gives another shape, or may.
void reshapedBy(const Kernel& kernel, const Stmt& stmt, std::set<VarId>& found) {
  if (std::holds_alternative<Declare>(stmt.node))
    return;
  forEachWritten(kernel, stmt, [&](const Place& place) {
    if (!hasFixedSize(*place.type))
      found.insert(place.base);
  });
}

bool hasShapeToMake(const Kernel& kernel, const Declare& local) {
  return hasFixedSize(*kernel[local.var].type) ||
         std::holds_alternative<Construct>(shadowShape(kernel, local)->node);
}

} // namespace

std::set<VarId> reshapedVariables(const Kernel& kernel, bool bodyEnds) {
  std::set<VarId> found;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (const auto* local = std::get_if<Declare>(&stmt.node);
        local && !hasShapeToMake(kernel, *local))
      found.insert(local->var);
  });
  if (!bodyEnds) // what the body declares is still there when it is reversed
    for (const Stmt& stmt : kernel.body)
      if (const auto* local = std::get_if<Declare>(&stmt.node))
        found.erase(local->var);
  forEachStmt(kernel.body, [&](const Stmt& stmt) { reshapedBy(kernel, stmt, found); });
  return found;
}

} // namespace treelize::grad
