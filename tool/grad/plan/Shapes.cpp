#include "grad/plan/Shapes.h"

#include "analysis/Lengths.h"
#include "ir/Builder.h"
#include "ir/Walk.h"

#include <algorithm>

namespace treelize::grad {

using namespace ir;

bool isFlatVector(const Type& type) {
  return type.is(TypeKind::Vector) && isPlain(*type.element);
}

bool isPlain(const Type& type) {
  if (type.is(TypeKind::Array))
    return type.startsAtZero && isPlain(*type.element);
  const auto isPlainField = [](const RecordField& field) {
    return field.accessor.isName() && isPlain(*field.type);
  };
  return type.isScalar() ||
         (type.is(TypeKind::Record) && type.startsAtZero && type.defaultConstructible &&
          !type.isBlank && std::ranges::all_of(type.fields, isPlainField));
}

/// The length that the declaration gives a vector of numbers; null for others.
static const ExprRef* declaredLength(const Type& type, const Declare& local) {
  const auto* made = local.value ? std::get_if<Construct>(&local.value->node) : nullptr;
  return made && isFlatVector(type) && !made->args.empty() ? &made->args[0] : nullptr;
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

Shapes::Shapes(const Kernel& kernel)
    : kernel(kernel), resized(analysis::resizesOf(kernel, kernel.body)),
      values(kernel, kernel.body) {}

/// Does the container still have the length of its declaration when its scope ends, and would the
/// expression of that length still say so?
bool Shapes::keepsLength(const Place& container, const Expr& length) const {
  return !resized.overlaps(container) && values.keepsValue(length);
}

ExprRef Shapes::shadowOf(const Declare& local) const {
  const Place container = place(kernel, local.var);
  const ExprRef* length = declaredLength(*container.type, local);
  return length && !keepsLength(container, **length) ? zerosLike(container)
                                                     : tangentShape(kernel, local);
}

bool Shapes::hasShapeToMake(const Declare& local) const {
  return hasFixedSize(*kernel[local.var].type) ||
         std::holds_alternative<Construct>(shadowOf(local)->node);
}

std::set<VarId> Shapes::reshaped(bool bodyEnds) const {
  std::set<VarId> found;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    if (const auto* local = std::get_if<Declare>(&stmt.node); local && !hasShapeToMake(*local))
      found.insert(local->var);
  });
  if (!bodyEnds) // what the body declares is still there when it is reversed
    for (const Stmt& stmt : kernel.body)
      if (const auto* local = std::get_if<Declare>(&stmt.node))
        found.erase(local->var);
  found.merge(resized.variables());
  return found;
}

} // namespace treelize::grad
