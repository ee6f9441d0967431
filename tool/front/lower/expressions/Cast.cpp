// Conversions: a cast of the kernel language only where the kind or the width really changes.
#include "front/lower/calls/Candidates.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Refusals.h"
#include "front/lower/expressions/Views.h"

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

namespace {

bool isSameScalar(const ir::Type& a, const ir::Type& b) {
  // Real types have one name each; an integer's name matters only where it is an enumeration.
  const bool hasName = a.is(TypeKind::Real) || a.isEnumeration;
  return a.kind == b.kind && a.bits == b.bits && a.isSigned == b.isSigned &&
         a.isEnumeration == b.isEnumeration && (!hasName || isSameInCpp(a, b));
}

ir::ExprRef truth(ir::ExprRef value) {
  if (value->type->is(TypeKind::Bool))
    return value;
  if (const auto* widened = std::get_if<ir::Cast>(&value->node);
      widened && widened->arg->type->is(TypeKind::Bool))
    return widened->arg;
  if (value->type->isEnumeration) // a scoped one compares with no number
    value =
        ir::cast(value, value->type->bits > 32 ? ir::offsetType() : ir::intType(), value->location);
  ir::ExprRef zero = value->type->is(TypeKind::Real)
                         ? ir::real(0.0, value->type)
                         : ir::literal("0", value->type, value->location);
  const Location at = value->location;
  return ir::apply(ir::Op::ne_, {std::move(value), std::move(zero)}, ir::boolType(), at);
}

} // namespace

ir::ExprRef converted(ir::ExprRef value, const ir::TypeRef& type) {
  if (isSameScalar(*value->type, *type))
    return value;
  if (type->is(TypeKind::Bool) && value->type->isScalar())
    return truth(std::move(value));
  const Location at = value->location;
  return ir::cast(std::move(value), type, at);
}

/// An index needs no conversion to the container's size type: a negative one is undefined anyway.
ir::ExprRef asIndex(ir::ExprRef index) {
  const auto* cast = std::get_if<ir::Cast>(&index->node);
  if (cast && cast->arg->type->is(TypeKind::Integer) && !cast->arg->type->isEnumeration &&
      index->type->is(TypeKind::Integer) && cast->arg->type->bits <= index->type->bits)
    return cast->arg;
  return index;
}

ir::ExprRef castExpr(Lowering& l, const CastExpr* expr) {
  const SourceLocation where = expr->getExprLoc();
  const ir::TypeRef type = l.types.of(expr->getType());
  switch (expr->getCastKind()) {
  case CK_LValueToRValue:
    return loaded(l, glvalue(l, expr->getSubExpr()), where);
  case CK_NoOp:
  case CK_ConstructorConversion:
  case CK_UserDefinedConversion:
    return rvalue(l, expr->getSubExpr());
  case CK_IntegralCast:
  case CK_IntegralToFloating:
  case CK_FloatingToIntegral:
  case CK_FloatingCast:
  case CK_IntegralToBoolean:
  case CK_FloatingToBoolean:
  case CK_BooleanToSignedIntegral:
    if (isa<ImplicitCastExpr>(expr) || type->is(TypeKind::Real))
      if (ir::ExprRef literal = literalOf(l, expr->getSubExpr(), type))
        return literal;
    return converted(rvalue(l, expr->getSubExpr()), type);
  case CK_PointerToBoolean:
  case CK_MemberPointerToBoolean:
    if (isFunctionVariable(expr->getSubExpr()->getType()))
      return holdsFunction(l, closureValue(l, expr->getSubExpr()));
    return isSet(l, nullableView(l, expr->getSubExpr()), where);
  case CK_BitCast:
  case CK_LValueBitCast:
  case CK_LValueToRValueBitCast:
  case CK_ReinterpretMemberPointer:
  case CK_PointerToIntegral:
  case CK_IntegralToPointer:
    l.refuse(Diag::refused_construct, where,
             {"a reinterpreting cast",
              "read the object by the type that it was declared with; std::bit_cast copies bits"});
  default:
    refuseConversion(l, expr);
  }
}

} // namespace treelize::front
