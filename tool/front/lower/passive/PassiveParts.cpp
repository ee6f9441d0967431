// Which expressions name passive objects, or parts of them.
#include "front/lower/library/Library.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/SlotWalk.h"
#include "front/lower/passive/Slots.h"
#include "ir/Walk.h"

#include <algorithm>
#include <set>

namespace treelize::front {

using namespace clang;

namespace {

/// `it->` of a passive iterator
bool isPassiveArrow(const Expr* expr) {
  const auto* arrow = dyn_cast<CXXOperatorCallExpr>(bare(expr)->IgnoreParenImpCasts());
  return arrow && arrow->getOperator() == OO_Arrow && isPassive(arrow->getArg(0)->getType());
}

const Expr* objectOf(const CallExpr* call) {
  if (const auto* member = dyn_cast<CXXMemberCallExpr>(call))
    return member->getImplicitObjectArgument();
  const auto* element = dyn_cast<CXXOperatorCallExpr>(call);
  return element && element->getOperator() == OO_Subscript ? element->getArg(0) : nullptr;
}

/// What a variable stands for; null for another expression, and before its declaration.
const Value* boundTo(const Lowering& l, const Expr* expr) {
  const auto* use = dyn_cast<DeclRefExpr>(expr);
  const auto bound = use ? l.bindings.find(use->getDecl()) : l.bindings.end();
  return bound == l.bindings.end() ? nullptr : &bound->second;
}

} // namespace

bool isPassiveMember(const MemberExpr* expr) {
  const auto* arrow = dyn_cast<CXXOperatorCallExpr>(bare(expr->getBase()));
  if (arrow && arrow->getOperator() == OO_Arrow &&
      isSlotted(arrow->getType()->getPointeeType())) // a member of the element itself
    return false;
  return isa<FieldDecl>(expr->getMemberDecl()) &&
         (isEntry(expr->getBase()->getType()) || isPassivePart(expr->getBase()) ||
          isPassiveArrow(expr->getBase()));
}

bool isTakenApart(const Lowering& l, const Expr* expr) {
  const Value* bound = boundTo(l, bare(expr));
  return bound && std::holds_alternative<Object>(*bound);
}

bool isPassivePart(const Lowering& l, const ir::ExprRef& value) {
  return std::holds_alternative<ir::Opaque>(value->node) && readsOwnObject(l, *value);
}

bool isCallOfNamedPart(const Lowering& l, const CallExpr* call) {
  const Expr* object = objectOf(call);
  const auto* method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
  static const std::set<llvm::StringRef> ranges = {"begin", "end", "rbegin", "rend", "data"};
  const bool isRange =
      method && method->getDeclName().isIdentifier() && ranges.contains(method->getName());
  return object && method && !method->isConst() && !isRange && isInStd(method) &&
         !object->getType()->isPointerType() && namesPassivePart(l, object);
}

bool namesPassivePart(const Lowering& l, const Expr* expr) {
  expr = bare(expr);
  if (const auto* call = dyn_cast<CallExpr>(expr))
    return call->isGLValue() && !isSlotted(call->getType()) && isCallOfNamedPart(l, call);
  if (const auto* access = dyn_cast<MemberExpr>(expr))
    return !access->isArrow() && isa<FieldDecl>(access->getMemberDecl()) &&
           (isKey(access) || !isSlotted(access->getType())) &&
           namesPassivePart(l, access->getBase());
  const Value* bound = boundTo(l, expr);
  const auto* part = bound ? std::get_if<ir::ExprRef>(bound) : nullptr;
  return part && isPassivePart(l, *part);
}

bool isPassivePart(const Expr* expr) {
  expr = bare(expr);
  while (const auto* cast = dyn_cast<ImplicitCastExpr>(expr))
    expr = bare(cast->getSubExpr());
  if (isPassive(expr->getType()))
    return true;
  if (isSlotted(expr->getType()))
    return false;
  if (const auto* access = dyn_cast<MemberExpr>(expr))
    return isPassiveMember(access);
  const auto* call = dyn_cast<CallExpr>(expr);
  return call && call->isGLValue() && isPassiveCall(call);
}

bool isPassiveCall(const CallExpr* expr) {
  const FunctionDecl* callee = expr->getDirectCallee();
  if (!callee || !isInStd(callee))
    return false;
  const auto takesPart = [](const Expr* given) {
    if (isSlotted(given->getType()))
      return false;
    return isPassive(given->getType()) ||
           (given->getType()->isRecordType() && isPassivePart(given));
  };
  std::vector<const Expr*> operands(expr->arg_begin(), expr->arg_end());
  if (const auto* member = dyn_cast<CXXMemberCallExpr>(expr)) {
    const Expr* object = member->getImplicitObjectArgument();
    if (libraryOf(object->getType()) == Library::vector && !isPassivePart(object))
      return false; // its elements may be made of such objects
    operands.push_back(object);
  }
  const auto pointsAtReals = [](const Expr* given) {
    return isPointerLike(given->getType()) && mayHoldReal(given->getType());
  };
  if (!isa<CXXMethodDecl>(callee) && std::ranges::any_of(operands, pointsAtReals))
    return false;
  if (isShuffle(expr) || isSlotAlgorithm(expr))
    return false;
  if (std::ranges::any_of(operands, [&](const Expr* operand) {
        return takesPart(operand) || isPassiveArrow(operand);
      }))
    return true;
  // It makes an object of numbers: std::to_string(n).
  return isPassive(callee->getReturnType()) &&
         std::ranges::none_of(
             operands, [](const Expr* operand) { return operand->getType()->isRecordType(); });
}

bool readsOwnObject(const Lowering& l, const ir::Expr& expr) {
  return ir::any(expr, [&](const ir::Expr& e) {
    const auto* load = std::get_if<ir::Load>(&e.node);
    if (!load || !load->place.type->is(ir::TypeKind::Opaque))
      return false;
    const ir::Variable& base = l.kernel[load->place.base];
    return base.role == ir::Role::Local || !base.isConst;
  });
}

} // namespace treelize::front
