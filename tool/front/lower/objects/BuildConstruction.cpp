#include "front/lower/objects/BuildConstruction.h"

#include "front/Session.h"

#include "clang/AST/ASTContext.h"
#include "clang/Sema/EnterExpressionEvaluationContext.h"
#include "clang/Sema/Sema.h"

namespace treelize::front {

using namespace clang;

const Expr* buildConstruction(Session& session, QualType type,
                              const std::vector<const Expr*>& arguments, SourceLocation where) {
  Sema& sema = session.sema();
  Sema::ContextRAII again(sema, session.ast().getTranslationUnitDecl());
  EnterExpressionEvaluationContext evaluated(
      sema, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  Sema::SFINAETrap quiet(sema, /*AccessCheckingSFINAE=*/true);
  llvm::SmallVector<Expr*> operands;
  for (const Expr* argument : arguments)
    operands.push_back(const_cast<Expr*>(argument));
  TypeSourceInfo* written = session.ast().getTrivialTypeSourceInfo(type, where);
  const ExprResult made =
      sema.BuildCXXTypeConstructExpr(written, where, operands, where, /*ListInitialization=*/false);
  if (made.isInvalid() || quiet.hasErrorOccurred())
    return nullptr;
  return made.get();
}

const FunctionDecl* findCallOperator(Session& session, QualType object,
                                     const std::vector<QualType>& arguments, SourceLocation where) {
  Sema& sema = session.sema();
  ASTContext& ast = session.ast();
  Sema::ContextRAII again(sema, ast.getTranslationUnitDecl());
  EnterExpressionEvaluationContext evaluated(
      sema, Sema::ExpressionEvaluationContext::PotentiallyEvaluated);
  Sema::SFINAETrap quiet(sema, /*AccessCheckingSFINAE=*/true);
  const auto lvalue = [&](QualType type) {
    return new (ast) OpaqueValueExpr(where, type, VK_LValue);
  };
  llvm::SmallVector<Expr*> operands;
  for (const QualType type : arguments)
    operands.push_back(lvalue(type));
  const ExprResult made =
      sema.BuildCallToObjectOfClassType(nullptr, lvalue(object), where, operands, where);
  const auto* call = made.isInvalid() || quiet.hasErrorOccurred()
                         ? nullptr
                         : dyn_cast<CallExpr>(made.get()->IgnoreImplicit());
  const FunctionDecl* callee = call ? call->getDirectCallee() : nullptr;
  if (callee && !callee->hasBody() && callee->isTemplateInstantiation())
    sema.InstantiateFunctionDefinition(where, const_cast<FunctionDecl*>(callee),
                                       /*Recursive=*/true);
  return callee && callee->hasBody() ? callee : nullptr;
}

} // namespace treelize::front
