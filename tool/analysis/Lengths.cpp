#include "analysis/Lengths.h"

#include "ir/Exchanges.h"
#include "ir/Walk.h"

namespace treelize::analysis {

using namespace ir;

namespace {

/// The container, or the object, that a statement may leave with another length.
const Place* resized(const Stmt& stmt) {
  if (const auto* s = std::get_if<Append>(&stmt.node))
    return &s->container;
  if (const auto* s = std::get_if<Drop>(&stmt.node))
    return &s->container;
  const auto* s = std::get_if<Assign>(&stmt.node);
  return s && s->op == AssignOp::Set && s->target.type->is(TypeKind::Vector) ? &s->target : nullptr;
}

} // namespace

std::set<VarId> resizedParameters(const Kernel& kernel) {
  std::set<VarId> result;
  forEachStmt(kernel.body, [&](const Stmt& stmt) {
    const Place* place = resized(stmt);
    if (place && kernel[place->base].role == Role::Parameter && kernel[place->base].byReference)
      result.insert(place->base);
    if (const std::optional<Exchange> s = exchangeOf(stmt))
      for (const VarId var : {s->a.base, s->b.base})
        if (kernel[var].role == Role::Parameter && kernel[var].byReference)
          result.insert(var);
  });
  return result;
}

} // namespace treelize::analysis
