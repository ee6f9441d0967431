#include "grad/plan/Shapes.h"

#include "analysis/Lengths.h"
#include "analysis/OnlyValues.h"
#include "ir/Builder.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

/// Does the container still have the length of its declaration when its scope ends, and would the
/// expression of that length still say so?
static bool keepsLength(const Kernel& kernel, VarId container, const Expr& length) {
  return !analysis::resizesOf(kernel, kernel.body).overlaps(place(kernel, container)) &&
         analysis::OnlyValues(kernel, kernel.body).keepsValue(length);
}

/// The length that the declaration gives a vector of numbers; null for others.
static const ExprRef* declaredLength(const Type& type, const Declare& local) {
  const auto* made = local.value ? std::get_if<Construct>(&local.value->node) : nullptr;
  const bool isFlat = type.is(TypeKind::Vector) && type.element->isScalar();
  return made && isFlat && !made->args.empty() ? &made->args[0] : nullptr;
}

ExprRef tangentShape(const Kernel& kernel, const Declare& local) {
  const TypeRef& type = kernel[local.var].type;
  if (type->is(TypeKind::Real))
    return real(0.0, type);
  if (const ExprRef* length = declaredLength(*type, local))
    return construct(type, {*length});
  if (hasFixedSize(*type) && type->defaultConstructible)
    return construct(type, {});
  return zerosLike(place(kernel, local.var));
}

ExprRef shadowShape(const Kernel& kernel, const Declare& local) {
  const ExprRef* length = declaredLength(*kernel[local.var].type, local);
  return length && !keepsLength(kernel, local.var, **length) ? zerosLike(place(kernel, local.var))
                                                             : tangentShape(kernel, local);
}

namespace {

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
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    analysis::forEachResized(kernel, stmt, [&](const Place& p) { found.insert(p.base); });
  });
  return found;
}

} // namespace treelize::grad
