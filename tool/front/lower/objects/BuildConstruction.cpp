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

} // namespace treelize::front
