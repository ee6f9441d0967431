// Expressions whose operation no table knows: `p.digamma()`, `Eigen::igamma(a, x)`. The function
// of Eigen's says in one line which operation it maps over which operands, and the operation's call
// operator is a function of numbers like any other.
#include "front/lower/calls/Calls.h"
#include "front/lower/eigen/MatrixExpr.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/types/Specialization.h"

#include "clang/AST/ExprCXX.h"

namespace treelize::front {

using namespace clang;
using ir::ExprRef;

namespace {

/// What `return Made(a.derived(), b.derived());` is given; empty where the body says more.
std::vector<const Expr*> givenBy(const FunctionDecl* callee) {
  const auto* body = dyn_cast_or_null<CompoundStmt>(callee->getBody());
  const auto* end = body && body->size() == 1 ? dyn_cast<ReturnStmt>(body->body_front()) : nullptr;
  const Expr* returned = end && end->getRetValue() ? bare(end->getRetValue()) : nullptr;
  while (const auto* cast = dyn_cast_or_null<CastExpr>(returned))
    returned = bare(cast->getSubExpr());
  const auto* made = dyn_cast_or_null<CXXConstructExpr>(returned);
  std::vector<const Expr*> given;
  for (unsigned i = 0; made && i < made->getNumArgs(); ++i)
    if (!isa<CXXDefaultArgExpr>(made->getArg(i)))
      given.push_back(withoutCasts(made->getArg(i)));
  return given;
}

/// The call's operand that the callee names so; null where it names something else.
const Expr* operandNamed(const EigenCall& call, const Expr* expr) {
  if (const auto* derived = dyn_cast<CXXMemberCallExpr>(expr);
      derived && derived->getMethodDecl()->getIdentifier() &&
      derived->getMethodDecl()->getName() == "derived")
    expr = withoutCasts(derived->getImplicitObjectArgument());
  if (isa<CXXThisExpr>(expr))
    return call.object;
  const auto* name = dyn_cast<DeclRefExpr>(expr);
  const auto* parameter = name ? dyn_cast<ParmVarDecl>(name->getDecl()) : nullptr;
  const unsigned index = parameter ? parameter->getFunctionScopeIndex() : 0;
  return parameter && index < call.arguments.size() ? call.arguments[index] : nullptr;
}

/// The call operator that takes so many numbers, of an operation without members.
const CXXMethodDecl* operatorOf(const CXXRecordDecl* operation, std::size_t arity) {
  operation = operation ? operation->getDefinition() : nullptr;
  if (!operation || !operation->isEmpty())
    return nullptr;
  for (const CXXMethodDecl* method : operation->methods())
    if (method->getOverloadedOperator() == OO_Call && method->getNumParams() == arity)
      return method;
  return nullptr;
}

} // namespace

std::optional<MatrixExpr> mappedByBody(const EigenCall& call) {
  Lowering& l = call.l;
  if (!call.callee->hasBody())
    l.options.instantiate(call.callee);
  const FunctionDecl* callee = call.callee;
  if (!call.callee->hasBody(callee))
    return std::nullopt;
  std::vector<const Expr*> operands;
  for (const Expr* given : givenBy(callee)) {
    operands.push_back(operandNamed(call, given));
    if (!operands.back() || !isMatrixLike(operands.back()->getType()))
      return std::nullopt;
  }
  const CXXRecordDecl* operation =
      typeArgument(specializationOf(call.expr->getType()), 0)->getAsCXXRecordDecl();
  const CXXMethodDecl* function = operatorOf(operation, operands.size());
  if (operands.empty() || operands.size() != call.operands().size() || !function)
    return std::nullopt;
  return coefficientwise(
      l, matricesOf(l, operands, call.where),
      [&l, function, where = call.where](const std::vector<ExprRef>& x) {
        std::vector<Argument> arguments;
        for (const ExprRef& number : x)
          arguments.push_back({nullptr, plainNumber(l, number), where});
        const auto itself = []() -> Value { return Object{std::make_shared<ObjectState>()}; };
        return loaded(l, inlineCall(l, function, itself, arguments, where), where);
      },
      call.at);
}

} // namespace treelize::front
