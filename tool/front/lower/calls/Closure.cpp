// What is called through a variable: lambdas, pointers to functions, std::function.
//
// None of them is stored in the kernel. A variable of such a type stands for what it was
// initialised with, so that every call is a call of a known function; one that gets other values
// holds a number (Candidates).
#include "ClangCompat.h"
#include "front/lower/calls/Candidates.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/statements/Statements.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// The operator that a call by a variable of this type runs; null where there is none.
const FunctionDecl* operatorFor(Lowering& l, QualType object, QualType variable,
                                SourceLocation where) {
  const CXXRecordDecl* record = object->getAsCXXRecordDecl();
  if (!record || !record->hasDefinition())
    return nullptr;
  if (const CXXMethodDecl* only = callOperator(record->getDefinition()))
    return only;
  const FunctionProtoType* signature = signatureOf(variable);
  if (!signature || !l.options.callOperator)
    return nullptr;
  std::vector<QualType> arguments;
  for (const QualType parameter : signature->getParamTypes())
    arguments.push_back(parameter.getNonReferenceType());
  return l.options.callOperator(object, arguments, where);
}

/// A variable of this type is given an object with a call operator.
Value closureOfObject(Lowering& l, const Expr* object, QualType variable) {
  const QualType type = object->getType();
  const FunctionDecl* method = operatorFor(l, type, variable, object->getExprLoc());
  if (!method)
    l.notYet(object->getExprLoc(), "this function object as a value", "use a lambda");
  auto state = std::make_shared<ClosureState>();
  state->function = method;
  if (isEmptyOfLibrary(type))
    state->self = Object{std::make_shared<ObjectState>()};
  else
    state->self = object->isGLValue()
                      ? initialized(l, {"functor", type, object->getExprLoc()}, object)
                      : value(l, object);
  return Closure{std::move(state)};
}

/// A generic lambda is called as a variable of this type calls it.
Value withSignature(Lowering& l, const Value& function, QualType variable, SourceLocation where) {
  const auto* closure = std::get_if<Closure>(&function);
  if (!closure || !closure->state->type || !closure->state->type->isGenericLambda() ||
      closure->state->function)
    return function;
  auto state = std::make_shared<ClosureState>(*closure->state);
  state->function = operatorFor(l, compat::typeOf(l.ast, closure->state->type), variable, where);
  return Closure{std::move(state)};
}

Value closureOfField(const FieldDecl* field) {
  auto state = std::make_shared<ClosureState>();
  state->field = field;
  return Closure{std::move(state)};
}

/// What stands before `.*` and `->*`.
Value objectBefore(Lowering& l, const BinaryOperator* expr) {
  const Expr* object = expr->getLHS();
  if (expr->getOpcode() == BO_PtrMemI)
    return dereference(l, object, expr->getOperatorLoc());
  return object->isGLValue() ? glvalue(l, object) : value(l, object);
}

/// An argument as an object, or as what a pointer points at.
Value objectIn(Lowering& l, const Argument& argument) {
  if (!argument.expr) {
    const bool isPointer = std::holds_alternative<View>(argument.value) ||
                           std::holds_alternative<MovingView>(argument.value) ||
                           std::holds_alternative<HeapPointer>(argument.value);
    return isPointer
               ? dereference(l, viewOf(l, argument.value, argument.where), nullptr, argument.where)
               : argument.value;
  }
  if (isPointerLike(argument.expr->getType()))
    return dereference(l, argument.expr, argument.where);
  return argument.expr->isGLValue() ? glvalue(l, argument.expr) : value(l, argument.expr);
}

/// f(object, x) of a pointer to member in a std::function.
Value callOnFirst(Lowering& l, const ClosureState& state, const std::vector<Argument>& arguments,
                  SourceLocation where) {
  const Value object = l.frozen(objectIn(l, arguments.at(0)));
  if (state.field)
    return member(l, object, state.field, where);
  return callMethod(l, cast<CXXMethodDecl>(state.function), object,
                    {arguments.begin() + 1, arguments.end()}, where);
}

} // namespace

Closure closureOfFunction(const FunctionDecl* function) {
  auto state = std::make_shared<ClosureState>();
  state->function = function;
  return Closure{std::move(state)};
}

/// The one way to call an object of a class; null if there are several, or none.
const CXXMethodDecl* callOperator(const CXXRecordDecl* record) {
  const CXXMethodDecl* found = nullptr;
  for (const CXXMethodDecl* method : record->methods())
    if (method->getOverloadedOperator() == OO_Call) {
      if (found)
        return nullptr;
      found = method;
    }
  return found;
}

Value closureValue(Lowering& l, const Expr* expr) {
  expr = bare(expr);
  const SourceLocation where = expr->getExprLoc();
  if (const auto* lambda = dyn_cast<LambdaExpr>(expr))
    return closureOf(l, lambda);
  if (const auto* use = dyn_cast<DeclRefExpr>(expr)) {
    if (const auto* function = dyn_cast<FunctionDecl>(use->getDecl()))
      return closureOfFunction(function);
    if (const auto* field = dyn_cast<FieldDecl>(use->getDecl()))
      return closureOfField(field);
    if (const auto* inner = dyn_cast<IndirectFieldDecl>(use->getDecl()))
      return closureOfField(inner->getAnonField());
  }
  if (const auto* substituted = dyn_cast<SubstNonTypeTemplateParmExpr>(expr))
    return closureValue(l, substituted->getReplacement());
  if (const auto* unary = dyn_cast<UnaryOperator>(expr);
      unary && (unary->getOpcode() == UO_AddrOf || unary->getOpcode() == UO_Plus ||
                unary->getOpcode() == UO_Deref))
    return closureValue(l, unary->getSubExpr());
  if (isa<CXXNullPtrLiteralExpr, ImplicitValueInitExpr, CXXScalarValueInitExpr>(expr))
    return noFunction();
  if (const auto* castNode = dyn_cast<CastExpr>(expr))
    return castNode->getCastKind() == CK_NullToPointer ||
                   castNode->getCastKind() == CK_NullToMemberPointer
               ? Value(noFunction())
               : closureValue(l, castNode->getSubExpr());
  if (const auto* conversion = dyn_cast<CXXMemberCallExpr>(expr);
      conversion && isa<CXXConversionDecl>(conversion->getMethodDecl()))
    return closureValue(l, conversion->getImplicitObjectArgument()); // of a lambda to a pointer
  if (const auto* made =
          dyn_cast<CXXConstructExpr>(expr)) { // a copy, or std::function from something else
    if (made->getNumArgs() == 0)
      return noFunction();
    const Expr* from = made->getArg(0);
    const Value function = functionFor(l, from, expr->getType(), where);
    const auto* closure = std::get_if<Closure>(&function);
    return closure && bare(from)->isLValue() ? Value(copiedClosure(l, *closure, where)) : function;
  }
  if (const auto* list = dyn_cast<InitListExpr>(expr))
    return list->getNumInits() == 0 ? Value(noFunction()) : closureValue(l, list->getInit(0));
  if (const auto* callExpr = dyn_cast<CallExpr>(expr))
    return call(l, callExpr);
  if (const auto* choice = dyn_cast<ConditionalOperator>(expr))
    return chosenFunction(l, choice);
  if (expr->isGLValue() && isClosure(expr->getType()))
    return glvalue(l, expr);
  l.notYet(where, "this function as a value", "name it, or use a lambda");
}

Value functionFor(Lowering& l, const Expr* expr, QualType variable, SourceLocation where) {
  if (expr->getType()->isRecordType() && !isClosure(expr->getType()))
    return closureOfObject(l, bare(expr), variable);
  return renumbered(l, withSignature(l, closureValue(l, expr), variable, where), expr->getType(),
                    variable, where);
}

/// The captures are what they were when the closure was made.
Value callClosure(Lowering& l, const Closure& closure, const FunctionDecl* function,
                  const std::vector<Argument>& arguments, SourceLocation where) {
  const ClosureState& state = *closure.state;
  if (state.isUnset)
    l.notYet(where, "a call of a function that is not known here", "assign it before");
  const auto* direct = dyn_cast_or_null<CXXMethodDecl>(state.function);
  if (state.field || (direct && direct->isInstance() && !state.type &&
                      std::holds_alternative<std::monostate>(state.self)))
    return callOnFirst(l, state, arguments, where);
  if (state.function)
    function = state.function;
  else if (!function && !state.type->isGenericLambda())
    function = state.type->getLambdaCallOperator();
  if (!function)
    l.notYet(where, "this call of a generic lambda", "give its parameters types");
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  if (std::optional<Value> known = mathCall(l, function, arguments, where))
    return *known;
  if (state.function && !(method && method->isInstance()))
    return inlineCall(l, function, nullptr, arguments, where);
  const Value self = state.self;
  return inlineCall(l, function, [self] { return self; }, arguments, where, state.captures);
}

Value memberThrough(Lowering& l, const BinaryOperator* expr) {
  const SourceLocation where = expr->getOperatorLoc();
  const std::vector<Value> sides = l.inOrder(
      {[&] { return objectBefore(l, expr); }, [&] { return closureValue(l, expr->getRHS()); }});
  if (const auto* known = std::get_if<Closure>(&sides[1]))
    return member(l, sides[0], known->state->field, where);
  return chosenMember(l, expr->getRHS()->getType(), numberIn(l, sides[1], where), sides[0], where);
}

/// (object.*pointer)(arguments)
static Value callMemberThrough(Lowering& l, const BinaryOperator* access,
                               const std::vector<Argument>& arguments, SourceLocation where) {
  std::vector<Value> sides = l.inOrder(
      {[&] { return objectBefore(l, access); }, [&] { return closureValue(l, access->getRHS()); }});
  const Value object = l.frozen(std::move(sides[0]));
  if (const auto* known = std::get_if<Closure>(&sides[1]))
    return callMethod(l, cast<CXXMethodDecl>(known->state->function), object, arguments, where);
  return callMember(l, access->getRHS()->getType(), numberIn(l, sides[1], where), object, arguments,
                    where);
}

/// f(x) where f is a variable.
Value callThrough(Lowering& l, const CallExpr* expr) {
  const SourceLocation where = expr->getExprLoc();
  const Expr* callee = expr->getCallee();
  if (const auto* access = dyn_cast<BinaryOperator>(callee->IgnoreParens());
      access && access->isPtrMemOp())
    return callMemberThrough(l, access, asArguments({expr->getArgs(), expr->getNumArgs()}), where);
  const Value function = closureValue(l, callee);
  const auto* closure = std::get_if<Closure>(&function);
  if (!closure)
    return callCandidate(l, callee->getType(), numberIn(l, function, where),
                         asArguments({expr->getArgs(), expr->getNumArgs()}), where);
  if (closure->state->function)
    if (std::optional<Value> known = mathCall(l, expr, closure->state->function))
      return *known;
  return callClosure(l, *closure, nullptr, asArguments({expr->getArgs(), expr->getNumArgs()}),
                     where);
}

} // namespace treelize::front
