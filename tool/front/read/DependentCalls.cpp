#include "front/read/DependentCalls.h"

#include "Diagnostics.h"
#include "front/Locations.h"
#include "front/Session.h"
#include "front/annotations/FindAnnotations.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace treelize::front {

using namespace clang;

namespace {

class DependentCallVisitor : public RecursiveASTVisitor<DependentCallVisitor> {
public:
  DependentCallVisitor(DiagnosticSink& sink, const Annotations& annotations)
      : sink_(sink), annotations_(annotations) {}

  bool VisitCallExpr(CallExpr* call) {
    auto* name = dyn_cast<UnresolvedLookupExpr>(call->getCallee()->IgnoreParenImpCasts());
    if (name && name->requiresADL() && namesTreeFunction(*name))
      sink_.report(Diag::dependent_tree_call, toLocation(name->getNameLoc()),
                   {name->getName().getAsString()});
    return true;
  }

private:
  DiagnosticSink& sink_;
  const Annotations& annotations_;

  bool namesTreeFunction(const UnresolvedLookupExpr& name) const {
    return llvm::any_of(name.decls(), [&](const NamedDecl* found) {
      const FunctionDecl* function = found->getUnderlyingDecl()->getAsFunction();
      const Annotation* annotation = function ? annotations_.of(function) : nullptr;
      return annotation && annotation->isTreeFunction();
    });
  }
};

} // namespace

void warnOfDependentCalls(Session& session, const Annotations& annotations) {
  DependentCallVisitor visitor(session.sink(), annotations);
  const SourceManager& sources = session.ast().getSourceManager();
  for (Decl* decl : session.ast().getTranslationUnitDecl()->decls())
    if (!sources.isInSystemHeader(decl->getLocation()))
      visitor.TraverseDecl(decl);
}

} // namespace treelize::front
