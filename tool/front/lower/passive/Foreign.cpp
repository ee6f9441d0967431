// What runs as it stands, for its effect alone: functions that nobody sees into, or whose bodies are
// not understood, and errno.
//
// A logger, a trace, a counter, a message: it is given numbers and texts, and no real number of it
// comes back; an integer that does changes in steps, a pointer is null or not. It is called once and
// in its place, in the forward sweep. It might still come back by a variable that both know, so that
// a kernel which reads one is refused.
//
// A function whose body is visible is lowered like any other at first. Where that fails the kernel is
// lowered again, and the innermost function that may run as it stands does.
#include "front/lower/passive/Foreign.h"

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

bool isPointerToNoReal(QualType type) {
  const QualType to = type->isPointerType() ? type->getPointeeType() : QualType();
  return !to.isNull() && !to->isVoidType() && !to->isFunctionType() && !mayHoldReal(to);
}

/// Numbers and texts are all it is given; it is no method of an object.
bool takesOnlyValues(const Lowering& l, const FunctionDecl* callee) {
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  const bool isOurs = callee->getDeclName().isIdentifier() && !isInStd(callee) &&
                      !isInEigen(callee) && !callee->getName().starts_with("__builtin_");
  return isOurs && !(method && method->isInstance()) && !l.options.isNondiff(callee) &&
         !l.options.ruleOf(callee) && isNameable(callee) &&
         std::ranges::all_of(callee->parameters(), isHandedOver, &ParmVarDecl::getType);
}

bool isForeign(const Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  const bool isUnseen =
      !callee->hasBody() || callee->isVariadic() ||
      (l.foreign->asTheyStand.contains(callee->getCanonicalDecl()) && l.tries.empty());
  return isUnseen && takesOnlyValues(l, callee) &&
         std::ranges::all_of(expr->arguments(), [](const Expr* argument) {
           const QualType type = argument->getType();
           return isHandedOver(type) || isa<StringLiteral>(argument->IgnoreParenImpCasts());
         });
}

/// A real number may stay there from one call to the next.
bool isRealMemory(const Decl* decl) {
  const auto* variable = dyn_cast<VarDecl>(decl);
  return variable && variable->hasGlobalStorage() && mayHoldReal(variable->getType()) &&
         !variable->getType().isConstQualified();
}

/// Does it, or what it calls, use such a variable, so far as bodies can be seen?
bool usesRealMemory(const Stmt* code, std::set<const FunctionDecl*>& asked) {
  if (!code)
    return false;
  const auto isIn = [&](const FunctionDecl* callee) {
    const FunctionDecl* definition = nullptr;
    return callee && callee->hasBody(definition) && asked.insert(definition).second &&
           usesRealMemory(definition->getBody(), asked);
  };
  if (const auto* use = dyn_cast<DeclRefExpr>(code); use && isRealMemory(use->getDecl()))
    return true;
  if (const auto* declarations = dyn_cast<DeclStmt>(code);
      declarations && std::ranges::any_of(declarations->decls(), isRealMemory))
    return true;
  if (const auto* call = dyn_cast<CallExpr>(code); call && isIn(call->getDirectCallee()))
    return true;
  if (const auto* made = dyn_cast<CXXConstructExpr>(code); made && isIn(made->getConstructor()))
    return true;
  return std::ranges::any_of(code->children(),
                             [&](const Stmt* part) { return usesRealMemory(part, asked); });
}

/// May it run as it stands, though its body is visible?
bool mayRunAsItStands(const Lowering& l, const FunctionDecl* function) {
  const QualType type = function->getReturnType();
  const bool isNoReal =
      type->isVoidType() || type->isIntegralOrEnumerationType() || isPointerToNoReal(type);
  std::set<const FunctionDecl*> asked;
  return isNoReal && function->hasBody() && takesOnlyValues(l, function) &&
         !usesRealMemory(function->getBody(), asked);
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
  std::vector<std::function<Value()>> operands = {[&to] { return Value(ir::load(*to)); }};
  std::string text = "std::" + callee->getNameAsString() + "($0";
  for (unsigned i = 1; i < expr->getNumArgs(); ++i) {
    operands.push_back(handedOver(l, expr->getArg(i)));
    text += ", $" + std::to_string(i);
  }
  const ir::ExprRef step = ir::opaque(text + ")", expressionsInOrder(l, operands), ir::intType(),
                                      toLocation(expr->getExprLoc()));
  return performed(l, step, "length", {*to});
}

void noteNotUnderstood(Lowering& l) {
  for (std::size_t i = l.frames.size(); i-- > 1;)
    if (const FunctionDecl* function = l.frames[i].function; mayRunAsItStands(l, function)) {
      l.foreign->notUnderstood.insert(function->getCanonicalDecl());
      return;
    }
}

static std::string described(const Lowering& l, const FunctionDecl* callee) {
  const bool isVisible = l.foreign->asTheyStand.contains(callee->getCanonicalDecl());
  return "'" + l.types.qualifiedName(callee) + "', " +
         (isVisible ? "which runs as it stands," : "whose body is not visible,");
}

/// The call, which is yet to be made.
static void noteForeign(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  refuseInTry(l, expr->getExprLoc(), "the call of " + described(l, callee));
  l.foreign->calls.push_back({described(l, callee), expr->getExprLoc()});
}

bool foreignCall(Lowering& l, const CallExpr* expr) {
  const FunctionDecl* callee = expr->getDirectCallee();
  if (!callee || !isForeign(l, expr, callee))
    return false;
  noteForeign(l, expr, callee);
  passiveCall(l, expr, callee);
  return true;
}

/// `find(x) != nullptr`, asked once.
static View foreignPointer(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  PassiveText text(l);
  const ir::ExprRef call = text.output(expr, l.types.nameInCode(callee));
  const auto& made = std::get<ir::Opaque>(call->node);
  const ir::ExprRef isSet = performed(
      l, ir::opaque(made.text + " != nullptr", made.args, ir::boolType(), call->location),
      callee->getNameAsString() + "_is_set");
  const ir::Place flag = std::get<ir::Load>(isSet->node).place;
  l.unseen.insert(flag.base);
  View view{flag, nullptr, nullptr, /*isObject=*/true};
  view.isSet = isSet;
  return view;
}

std::optional<Value> foreignResult(Lowering& l, const CallExpr* expr, const FunctionDecl* callee) {
  const QualType type = callee->getReturnType();
  const bool isPointer = isPointerToNoReal(type);
  if (!(type->isIntegralOrEnumerationType() || isPointer) || !isForeign(l, expr, callee))
    return std::nullopt;
  noteForeign(l, expr, callee);
  return isPointer ? Value(foreignPointer(l, expr, callee)) : passiveStep(l, expr, callee);
}

bool isUnseen(const Lowering& l, const ir::Place& place) {
  return place.path.empty() && l.unseen.contains(place.base);
}

void refuseSideDoors(Lowering& l) {
  if (l.foreign->calls.empty())
    return;
  for (unsigned i = 0; i < l.kernel.variables.size(); ++i) {
    const ir::Variable& variable = l.kernel.variables[i];
    if (!l.isGlobal(ir::VarId{i}) || variable.isConst || variable.type->is(ir::TypeKind::Opaque))
      continue;
    const ForeignCalls::Call& call = l.foreign->calls.front();
    l.notYet(call.where,
             call.function + " in a kernel that reads the variable '" + variable.name +
                 "', which it may change,",
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
