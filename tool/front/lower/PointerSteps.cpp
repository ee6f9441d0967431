#include "front/lower/PointerSteps.h"

#include "front/lower/WrittenVariables.h"
#include "front/lower/types/LibraryTypes.h"

#include "clang/AST/Decl.h"
#include "clang/AST/ExprCXX.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

bool isMovable(const Expr* expr) {
  return isView(expr->getType()) && !isOwner(expr->getType());
}

/// Does it work on a pointer to yield another one?
bool isArithmetic(const Expr* expr) {
  if (!isMovable(expr))
    return false;
  if (const auto* unary = dyn_cast<UnaryOperator>(expr))
    return unary->isIncrementDecrementOp();
  if (const auto* binary = dyn_cast<BinaryOperator>(expr))
    return binary->isAdditiveOp() || binary->isCompoundAssignmentOp();
  const auto* call = dyn_cast<CallExpr>(expr);
  const auto* method = dyn_cast<CXXMemberCallExpr>(expr);
  return (method && isMovable(method->getImplicitObjectArgument())) ||
         (call && std::ranges::any_of(call->arguments(), isMovable));
}

bool holdsArithmetic(const Stmt* stmt) {
  const auto* expr = dyn_cast_or_null<Expr>(stmt);
  return (expr && isArithmetic(expr)) ||
         (stmt && std::ranges::any_of(stmt->children(), holdsArithmetic));
}

/// The library changes what it is given by reference without a step, but by `advance`.
bool mayStep(const FunctionDecl* callee) {
  return callee && (!callee->isInStdNamespace() ||
                    (callee->getIdentifier() && callee->getName() == "advance"));
}

} // namespace

std::vector<const Expr*> steppedBy(const Expr* expr) {
  std::vector<const Expr*> found;
  const auto add = [&](const Expr* pointer) {
    if (isMovable(pointer))
      found.push_back(pointer->IgnoreParenImpCasts());
  };
  if (const auto* unary = dyn_cast<UnaryOperator>(expr); unary && unary->isIncrementDecrementOp())
    add(unary->getSubExpr());
  if (const auto* binary = dyn_cast<BinaryOperator>(expr);
      binary && binary->isAssignmentOp() &&
      (binary->isCompoundAssignmentOp() || holdsArithmetic(binary->getRHS())))
    add(binary->getLHS());
  const auto* call = dyn_cast<CallExpr>(expr);
  const auto* sign = dyn_cast<CXXOperatorCallExpr>(expr);
  if (sign && (sign->getOperator() == OO_PlusPlus || sign->getOperator() == OO_MinusMinus ||
               sign->getOperator() == OO_PlusEqual || sign->getOperator() == OO_MinusEqual ||
               (sign->getOperator() == OO_Equal && holdsArithmetic(sign->getArg(1)))))
    add(sign->getArg(0));
  if (call && mayStep(call->getDirectCallee()))
    std::ranges::for_each(pointersByReference(call), add);
  return found;
}

} // namespace treelize::front
