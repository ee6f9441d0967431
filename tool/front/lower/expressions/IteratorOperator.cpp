// The operators that iterators have as functions.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"

namespace treelize::front {

using namespace clang;

std::optional<Value> iteratorOperator(Lowering& l, const CXXOperatorCallExpr* call) {
  const SourceLocation where = call->getOperatorLoc();
  const Expr* first = call->getArg(0);
  const FunctionDecl* callee = call->getDirectCallee();
  if (callee && !isInStd(callee)) // an operator of the program's own on owners
    return std::nullopt;
  if (!isPointerLike(first->getType()) &&
      !(call->getNumArgs() == 2 && isPointerLike(call->getArg(1)->getType())))
    return std::nullopt;
  const OverloadedOperatorKind op = call->getOperator();
  auto moveBy = [&](const ir::ExprRef& by, bool isForward) -> Value {
    Value object = glvalue(l, first);
    const auto* moving = std::get_if<MovingView>(&object);
    if (!moving)
      l.notYet(where, "an iterator that is stored in an object", "keep it in a local variable");
    View old = viewOf(l, object, where);
    const bool wantsOld = call->getNumArgs() == 2 && (op == OO_PlusPlus || op == OO_MinusMinus);
    if (wantsOld)
      old.offset = l.keep(old.offset, "offset");
    const View now = viewOf(l, object, where);
    moveView(l, *moving, stepped(l, now, by, isForward, where), where);
    return wantsOld ? Value(old) : object;
  };
  const ir::ExprRef one = ir::integer(1, l.types.offsetType());
  switch (op) {
  case OO_Star:
    if (call->getNumArgs() == 1)
      return dereference(l, view(l, first), nullptr, where);
    return std::nullopt;
  case OO_Arrow:
    return view(l, first);
  case OO_Subscript:
    return dereference(l, view(l, first), asIndex(rvalue(l, call->getArg(1))), where);
  case OO_PlusPlus:
    return moveBy(one, true);
  case OO_MinusMinus:
    return moveBy(one, false);
  case OO_PlusEqual:
    return moveBy(asIndex(rvalue(l, call->getArg(1))), true);
  case OO_MinusEqual:
    return moveBy(asIndex(rvalue(l, call->getArg(1))), false);
  case OO_Plus:
    return stepped(l, view(l, first), asIndex(rvalue(l, call->getArg(1))), true, where);
  case OO_Minus:
    if (isPointerLike(call->getArg(1)->getType()))
      return viewComparison(l, BO_Sub, first, call->getArg(1), where);
    return stepped(l, view(l, first), asIndex(rvalue(l, call->getArg(1))), false, where);
  case OO_EqualEqual:
    return viewComparison(l, BO_EQ, first, call->getArg(1), where);
  case OO_ExclaimEqual:
    return viewComparison(l, BO_NE, first, call->getArg(1), where);
  case OO_Less:
    return viewComparison(l, BO_LT, first, call->getArg(1), where);
  case OO_LessEqual:
    return viewComparison(l, BO_LE, first, call->getArg(1), where);
  case OO_Greater:
    return viewComparison(l, BO_GT, first, call->getArg(1), where);
  case OO_GreaterEqual:
    return viewComparison(l, BO_GE, first, call->getArg(1), where);
  default:
    return std::nullopt;
  }
}

} // namespace treelize::front
