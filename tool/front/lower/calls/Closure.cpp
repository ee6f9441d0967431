// What is called through a variable: lambdas, pointers to functions, std::function.
//
// None of them is stored in the kernel. A variable of such a type stands for what it was
// initialised with, so that every call is a call of a known function.
#include "front/lower/calls/Calls.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/library/Library.h"
#include "front/lower/statements/Statements.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

Value closureOfFunction(const FunctionDecl* function) {
  auto state = std::make_shared<ClosureState>();
  state->function = function;
  return Closure{std::move(state)};
}

/// std::function made from an object with a call operator.
std::optional<Value> closureOfObject(Lowering& l, const Expr* object) {
  const CXXRecordDecl* record = object->getType()->getAsCXXRecordDecl();
  const CXXMethodDecl* method =
      record && record->hasDefinition() ? callOperator(record->getDefinition()) : nullptr;
  if (!method || record->isInStdNamespace())
    return std::nullopt;
  auto state = std::make_shared<ClosureState>();
  state->function = method;
  state->self = object->isGLValue()
                    ? initialized(l, {"functor", object->getType(), object->getExprLoc()}, object)
                    : value(l, object);
  return Closure{std::move(state)};
}

} // namespace

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
  if (const auto* use = dyn_cast<DeclRefExpr>(expr))
    if (const auto* function = dyn_cast<FunctionDecl>(use->getDecl()))
      return closureOfFunction(function);
  if (const auto* substituted = dyn_cast<SubstNonTypeTemplateParmExpr>(expr))
    return closureValue(l, substituted->getReplacement());
  if (const auto* unary = dyn_cast<UnaryOperator>(expr);
      unary && (unary->getOpcode() == UO_AddrOf || unary->getOpcode() == UO_Plus ||
                unary->getOpcode() == UO_Deref))
    return closureValue(l, unary->getSubExpr());
  if (const auto* castNode = dyn_cast<CastExpr>(expr);
      castNode && castNode->getCastKind() != CK_NullToPointer)
    return closureValue(l, castNode->getSubExpr());
  if (const auto* conversion = dyn_cast<CXXMemberCallExpr>(expr);
      conversion && isa<CXXConversionDecl>(conversion->getMethodDecl()))
    return closureValue(l, conversion->getImplicitObjectArgument()); // of a lambda to a pointer
  if (const auto* made =
          dyn_cast<CXXConstructExpr>(expr)) { // a copy, or std::function from something else
    if (made->getNumArgs() == 0)
      l.notYet(where, "an empty std::function", "make it from a lambda or a function");
    const Expr* from = made->getArg(0);
    if (!isClosure(from->getType()))
      if (std::optional<Value> object = closureOfObject(l, bare(from)))
        return *object;
    return closureValue(l, from);
  }
  if (const auto* callExpr = dyn_cast<CallExpr>(expr))
    return call(l, callExpr);
  if (isa<ConditionalOperator>(expr))
    l.notYet(where, "a choice between functions", "write an if statement around the calls");
  if (expr->isGLValue() && isClosure(expr->getType()))
    return glvalue(l, expr);
  l.notYet(where, "this function as a value", "name it, or use a lambda");
}

/// The captures are what they were when the closure was made.
Value callClosure(Lowering& l, const Closure& closure, const FunctionDecl* function,
                  const std::vector<Argument>& arguments, SourceLocation where) {
  const ClosureState& state = *closure.state;
  if (state.function)
    function = state.function;
  else if (!function && !state.type->isGenericLambda())
    function = state.type->getLambdaCallOperator();
  if (!function)
    l.notYet(where, "this call of a generic lambda", "give its parameters types");
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  if (state.function && !(method && method->isInstance()))
    return inlineCall(l, function, nullptr, arguments, where);
  std::map<const ValueDecl*, std::optional<Value>> outer;
  for (const auto& [variable, captured] : state.captures) {
    auto bound = l.bindings.find(variable);
    outer[variable] = bound == l.bindings.end() ? std::nullopt : std::optional(bound->second);
    l.bindings[variable] = captured;
  }
  const Value self = state.self;
  Value result = inlineCall(l, function, [self] { return self; }, arguments, where);
  for (auto& [variable, bound] : outer) {
    if (bound)
      l.bindings[variable] = *bound;
    else
      l.bindings.erase(variable);
  }
  return result;
}

/// f(x) where f is a variable.
Value callThrough(Lowering& l, const CallExpr* expr) {
  const SourceLocation where = expr->getExprLoc();
  const Expr* callee = expr->getCallee();
  if (callee->getType()->isMemberPointerType() || isa<BinaryOperator>(callee->IgnoreParens()))
    l.notYet(where, "a call through a pointer to member", "call the method by its name");
  const Value function = closureValue(l, callee);
  const auto* closure = std::get_if<Closure>(&function);
  if (!closure)
    l.notYet(where, "a call through a pointer", "call the function by its name, or pass a lambda");
  if (closure->state->function)
    if (std::optional<Value> known = mathCall(l, expr, closure->state->function))
      return *known;
  return callClosure(l, *closure, nullptr, asArguments({expr->getArgs(), expr->getNumArgs()}),
                     where);
}

} // namespace treelize::front
