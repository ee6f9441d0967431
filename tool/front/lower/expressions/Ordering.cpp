// Results of `<=>`: a number, which is -1, 0 or 1, and 2 where the operands have no order.
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"

namespace treelize::front {

using namespace clang;
using ir::ExprRef;
using ir::Op;

namespace {

constexpr std::int64_t less = -1, equal = 0, greater = 1, unordered = 2;

bool isOrdering(const Expr* expr) {
  return libraryOf(expr->getType()) == Library::ordering;
}

ExprRef compared(Op op, const ExprRef& a, const ExprRef& b, Location at) {
  return ir::apply(op, {a, b}, ir::boolType(), at);
}

/// order < 0, order >= 0, ...
ExprRef againstZero(OverloadedOperatorKind op, const ExprRef& order, Location at) {
  const auto is = [&](Op test, std::int64_t value) {
    return compared(test, order, ir::integer(value), at);
  };
  switch (op) {
  case OO_EqualEqual:
    return is(Op::eq_, equal);
  case OO_ExclaimEqual:
    return is(Op::ne_, equal);
  case OO_Less:
    return is(Op::lt_, equal);
  case OO_LessEqual:
    return is(Op::le_, equal);
  case OO_Greater:
    return is(Op::eq_, greater);
  case OO_GreaterEqual:
    return compared(Op::lor_, is(Op::eq_, equal), is(Op::eq_, greater), at);
  default:
    return nullptr;
  }
}

/// 0 < order is order > 0.
OverloadedOperatorKind mirrored(OverloadedOperatorKind op) {
  switch (op) {
  case OO_Less:
    return OO_Greater;
  case OO_LessEqual:
    return OO_GreaterEqual;
  case OO_Greater:
    return OO_Less;
  case OO_GreaterEqual:
    return OO_LessEqual;
  default:
    return op;
  }
}

} // namespace

ExprRef threeWayComparison(Lowering& l, const BinaryOperator* expr) {
  const Location at = toLocation(expr->getOperatorLoc());
  if (!expr->getLHS()->getType()->isArithmeticType() &&
      !expr->getLHS()->getType()->isEnumeralType())
    l.notYet(expr->getOperatorLoc(), "a three-way comparison of anything but numbers",
             "compare by '<' and '=='");
  const std::vector<Value> operands =
      l.inOrder({operand(l, expr->getLHS()), operand(l, expr->getRHS())});
  const ExprRef a = l.frozen(std::get<ExprRef>(operands[0])),
                b = l.frozen(std::get<ExprRef>(operands[1]));
  const auto choose = [&](Op test, std::int64_t value, const ExprRef& otherwise) {
    return ir::select(compared(test, a, b, at), ir::integer(value), otherwise, at);
  };
  const bool isReal = a->type->is(ir::TypeKind::Real);
  const ExprRef rest = isReal ? choose(Op::eq_, equal, ir::integer(unordered)) : ir::integer(equal);
  return l.keep(choose(Op::lt_, less, choose(Op::gt_, greater, rest)), "order");
}

ExprRef orderingConstant(const VarDecl* constant) {
  const llvm::StringRef name = constant->getName();
  return ir::integer(name == "less"        ? less
                     : name == "greater"   ? greater
                     : name == "unordered" ? unordered
                                           : equal);
}

std::optional<Value> orderingCall(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  if (const auto* member = dyn_cast<CXXMemberCallExpr>(expr);
      member && isa<CXXConversionDecl>(callee) && isOrdering(member->getImplicitObjectArgument()))
    return rvalue(l, member->getImplicitObjectArgument());
  const auto* call = dyn_cast<CXXOperatorCallExpr>(expr);
  if (!call || call->getNumArgs() != 2 || call->getOperator() == OO_Equal ||
      (!isOrdering(call->getArg(0)) && !isOrdering(call->getArg(1))))
    return std::nullopt;
  const Location at = toLocation(expr->getExprLoc());
  if (isOrdering(call->getArg(0)) && isOrdering(call->getArg(1))) {
    const std::vector<Value> sides =
        l.inOrder({operand(l, call->getArg(0)), operand(l, call->getArg(1))});
    return compared(call->getOperator() == OO_EqualEqual ? Op::eq_ : Op::ne_,
                    std::get<ExprRef>(sides[0]), std::get<ExprRef>(sides[1]), at);
  }
  const bool isFirst = isOrdering(call->getArg(0));
  const ExprRef order = l.frozen(rvalue(l, call->getArg(isFirst ? 0 : 1)));
  ExprRef result =
      againstZero(isFirst ? call->getOperator() : mirrored(call->getOperator()), order, at);
  if (!result)
    l.notYet(expr->getExprLoc(), "a three-way comparison of an ordering", "compare it with 0");
  return result;
}

} // namespace treelize::front
