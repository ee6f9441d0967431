// What runs as it stands, for its effect alone: functions that nobody sees into, and errno.
//
// A logger, a trace, a counter: it is given numbers and texts, and no real number of it comes back;
// an integer that does changes in steps. It is called once and in its place, in the forward sweep.
// It might still come back by a variable that both know, so that a kernel which reads one is
// refused.
#include "front/lower/calls/Calls.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/library/Library.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/PassiveText.h"
#include "front/lower/statements/Statements.h"

#include <algorithm>
#include <set>

namespace treelize::front {

using namespace clang;

namespace {

bool isConstText(QualType type) {
  type = type.getNonReferenceType();
  return (type->isPointerType() && type->getPointeeType()->isCharType() &&
          type->getPointeeType().isConstQualified()) ||
         isStdClass(type, "basic_string") || isStdClass(type, "basic_string_view");
}

/// Nothing can be written through it.
bool isHandedOver(QualType type) {
  if (type->isReferenceType() && !type->getPointeeType().isConstQualified())
    return false;
  return type.getNonReferenceType()->isArithmeticType() ||
         type.getNonReferenceType()->isEnumeralType() || isConstText(type);
}

bool isForeign(const Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  const bool isUnseen = !callee->hasBody() || callee->isVariadic();
  const bool isOurs = callee->getDeclName().isIdentifier() && !isInStd(callee) &&
                      !isInEigen(callee) && !callee->getName().starts_with("__builtin_");
  return isUnseen && isOurs && !(method && method->isInstance()) && !l.options.isNondiff(callee) &&
         !l.options.ruleOf(callee) && isNameable(callee) &&
         std::ranges::all_of(callee->parameters(), isHandedOver, &ParmVarDecl::getType) &&
         std::ranges::all_of(expr->arguments(), [](const Expr* argument) {
           const QualType type = argument->getType();
           return isHandedOver(type) || isa<StringLiteral>(argument->IgnoreParenImpCasts());
         });
}

} // namespace

std::optional<ir::Place> ownText(const Lowering& l, const Expr* expr) {
  const auto* use = dyn_cast<DeclRefExpr>(expr->IgnoreParenImpCasts());
  const auto bound = use ? l.bindings.find(use->getDecl()) : l.bindings.end();
  const auto* place = bound == l.bindings.end() ? nullptr : std::get_if<ir::Place>(&bound->second);
  const bool isChars = use && use->getType()->isArrayType() &&
                       l.ast.getBaseElementType(use->getType())->isCharType();
  return place && isChars && place->path.empty() && l.kernel[place->base].role == ir::Role::Local
             ? std::optional(*place)
             : std::nullopt;
}

std::optional<Value> formattedText(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  const bool isFormat = callee->isExternC() && !callee->hasBody() &&
                        callee->getDeclName().isIdentifier() &&
                        (callee->getName() == "snprintf" || callee->getName() == "sprintf");
  const std::optional<ir::Place> to = isFormat ? ownText(l, expr->getArg(0)) : std::nullopt;
  if (!to)
    return std::nullopt;
  std::vector<std::function<Value()>> operands;
  std::string text = "std::" + callee->getNameAsString() + "($0";
  for (unsigned i = 1; i < expr->getNumArgs(); ++i) {
    operands.push_back(handedOver(l, expr->getArg(i)));
    text += ", $" + std::to_string(i);
  }
  std::vector<ir::ExprRef> arguments{ir::load(*to)};
  for (Value& value : l.inOrder(operands))
    arguments.push_back(std::get<ir::ExprRef>(std::move(value)));
  const ir::ExprRef step = ir::opaque(text + ")", std::move(arguments), ir::intType(),
                                      toLocation(expr->getExprLoc()));
  return performed(l, step, "length", {*to});
}

/// The call, which is yet to be made.
static void noteForeign(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  const std::string name = l.types.qualifiedName(callee);
  refuseInTry(l, expr->getExprLoc(), "the call of '" + name + "', whose body is not visible,");
  l.foreign.push_back({name, expr->getExprLoc()});
}

bool foreignCall(Lowering& l, const CallExpr* expr) {
  const FunctionDecl* callee = expr->getDirectCallee();
  if (!callee || !isForeign(l, expr, callee))
    return false;
  noteForeign(l, expr, callee);
  passiveCall(l, expr, callee);
  return true;
}

std::optional<Value> foreignNumber(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  if (!callee->getReturnType()->isIntegralOrEnumerationType() || !isForeign(l, expr, callee))
    return std::nullopt;
  noteForeign(l, expr, callee);
  return passiveStep(l, expr, callee);
}

void refuseSideDoors(Lowering& l) {
  if (l.foreign.empty())
    return;
  for (unsigned i = 0; i < l.kernel.variables.size(); ++i) {
    const ir::Variable& variable = l.kernel.variables[i];
    if (!l.isGlobal(ir::VarId{i}) || variable.isConst || variable.type->is(ir::TypeKind::Opaque))
      continue;
    const Lowering::Foreign& call = l.foreign.front();
    l.notYet(call.where,
             "'" + call.name + "', whose body is not visible, in a kernel that reads the variable '" +
                 variable.name + "', which it may change,",
             "declare the function [[treelize::nondiff]], or pass the variable");
  }
}

bool isErrorNumber(const Expr* expr) {
  const auto* followed = dyn_cast<UnaryOperator>(bare(expr)->IgnoreParenImpCasts());
  const auto* call = followed && followed->getOpcode() == UO_Deref
                         ? dyn_cast<CallExpr>(followed->getSubExpr()->IgnoreParenImpCasts())
                         : nullptr;
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  static const std::set<llvm::StringRef> names = {"__errno_location", "__error", "__errno",
                                                  "_errno"};
  return callee && callee->getDeclName().isIdentifier() && names.contains(callee->getName());
}

ir::ExprRef errorNumber(Lowering& l, SourceLocation where) {
  return performed(l, ir::opaque("errno", {}, ir::intType(), toLocation(where)), "error_number");
}

Value setErrorNumber(Lowering& l, const BinaryOperator* expr) {
  const SourceLocation where = expr->getOperatorLoc();
  if (expr->isCompoundAssignmentOp())
    l.notYet(where, "'errno' that is changed by what it was", "assign a number");
  const ir::ExprRef number = l.frozen(converted(rvalue(l, expr->getRHS()), ir::intType()));
  l.emit({toLocation(where), ir::Perform{ir::opaque("errno = $0", {number}, ir::voidType(),
                                                    toLocation(where)),
                                         {},
                                         std::nullopt}});
  return number;
}

} // namespace treelize::front
