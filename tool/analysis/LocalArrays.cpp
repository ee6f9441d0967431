#include "analysis/LocalArrays.h"

#include "ir/Builder.h"
#include "ir/Intrinsics.h"
#include "ir/Literals.h"
#include "ir/Walk.h"

namespace treelize::analysis {

using namespace ir;

/// What is counted from zero, where that is how often `for (i = 0; i < n; ++i)` runs.
static ExprRef positiveLength(const ExprRef& length) {
  const Opaque* trips = asIntrinsic(*length, Intrinsic::trip_count);
  return trips && trips->args.size() == 2 && isZero(*trips->args[0]) ? trips->args[1] : length;
}

LocalArrays::LocalArrays(const Kernel& kernel) : kernel(kernel), values(kernel, kernel.body) {}

std::optional<LocalArray> LocalArrays::declaredBy(const Stmt& stmt) const {
  const auto* s = std::get_if<Declare>(&stmt.node);
  if (!s || kernel[s->var].byReference)
    return std::nullopt;
  const Type& type = *kernel[s->var].type;
  if (type.is(TypeKind::Array) && type.element->is(TypeKind::Real))
    return LocalArray{s->var, integer(static_cast<std::int64_t>(type.extent), sizeType())};
  const auto* made = s->value ? std::get_if<Construct>(&s->value->node) : nullptr;
  const bool isSized = type.is(TypeKind::Vector) && type.element->is(TypeKind::Real) && made &&
                       made->args.size() == 1;
  return isSized && values.keepsValue(*made->args[0])
             ? std::optional(LocalArray{s->var, positiveLength(made->args[0])})
             : std::nullopt;
}

bool opensAtZero(const Kernel& kernel, const Stmt& declaration) {
  const auto& s = std::get<Declare>(declaration.node);
  const auto* made = s.value ? std::get_if<Construct>(&s.value->node) : nullptr;
  return made && made->args.size() == (kernel[s.var].type->is(TypeKind::Vector) ? 1 : 0);
}

bool namesElementsOnly(const Stmt& stmt, VarId var, bool asksLength) {
  bool holds = true;
  auto look = [&](const Place& p) {
    holds = holds && (p.base != var || (p.path.size() == 1 && p.type->isScalar()));
  };
  forEachExpr(stmt, [&](const Expr& e) {
    forEachLoad(e, look);
    holds = holds && !any(e, [&](const Expr& part) {
              const auto* size = std::get_if<Size>(&part.node);
              const auto* zeros = std::get_if<ZerosLike>(&part.node);
              return (size && size->container.base == var && !asksLength) ||
                     (zeros && zeros->of.base == var);
            });
  });
  if (const Place* place = namedPlace(stmt)) {
    forEachIndexRead(*place, look);
    look(*place);
    holds = holds && (place->base != var || std::holds_alternative<Assign>(stmt.node));
  }
  return holds;
}

bool namesElementsOnly(std::span<const Stmt> statements, VarId var, bool asksLength) {
  bool holds = true;
  forEachStmt(statements, [&](const Stmt& stmt) {
    holds = holds && namesElementsOnly(stmt, var, asksLength);
  });
  return holds;
}

const Expr& withoutCasts(const Expr& e) {
  const auto* conversion = std::get_if<Cast>(&e.node);
  return conversion && e.type->is(TypeKind::Integer) && e.type->bits >= 32
             ? withoutCasts(*conversion->arg)
             : e;
}

bool isAtCounter(const Place& place, VarId counter) {
  if (place.path.size() != 1 || place.path[0].indices.size() != 1)
    return false;
  const auto* index = std::get_if<Load>(&withoutCasts(*place.path[0].indices[0]).node);
  return index && index->place.path.empty() && index->place.base == counter;
}

} // namespace treelize::analysis
