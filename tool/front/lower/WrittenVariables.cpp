#include "front/lower/WrittenVariables.h"

#include "front/lower/PointerSteps.h"
#include "front/lower/types/LibraryTypes.h"
#include "front/lower/types/TypeModel.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace treelize::front {

using namespace clang;

bool bindsPointer(QualType type) {
  return type->isReferenceType() && !type->getPointeeType().isConstQualified() && isView(type);
}

std::vector<const Expr*> pointersByReference(const CallExpr* call) {
  const FunctionDecl* callee = call->getDirectCallee();
  if (!callee)
    return {};
  // The object of an operator that is a method counts as an argument.
  const unsigned first = isa<CXXOperatorCallExpr>(call) && isa<CXXMethodDecl>(callee) ? 1 : 0;
  std::vector<const Expr*> found;
  for (unsigned i = 0; i < callee->getNumParams() && first + i < call->getNumArgs(); ++i) {
    if (bindsPointer(callee->getParamDecl(i)->getType()))
      found.push_back(call->getArg(first + i));
  }
  return found;
}

namespace {

/// The variable, or the temporary, whose object, or part of it, an expression designates: `s` of
/// `s.a[i].b`.
const Expr* rootOf(const Expr* expr) {
  while (true) {
    while (isa<ImplicitCastExpr, ExprWithCleanups>(expr = expr->IgnoreParens()))
      expr = isa<ImplicitCastExpr>(expr) ? cast<ImplicitCastExpr>(expr)->getSubExpr()
                                         : cast<ExprWithCleanups>(expr)->getSubExpr();
    if (isa<DeclRefExpr, MaterializeTemporaryExpr>(expr))
      return expr;
    if (const auto* member = dyn_cast<MemberExpr>(expr); member && !member->isArrow()) {
      expr = member->getBase();
    } else if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(expr)) {
      expr = subscript->getBase();
      if (!expr->IgnoreParenImpCasts()->getType()->isArrayType())
        return nullptr; // a pointer's element is not the pointer
    } else if (const auto* call = dyn_cast<CXXOperatorCallExpr>(expr);
               call && call->getOperator() == OO_Subscript &&
               libraryOf(call->getArg(0)->getType()) != Library::none) {
      expr = call->getArg(0);
    } else {
      return nullptr;
    }
  }
}

class Finder : public RecursiveASTVisitor<Finder> {
public:
  Finder(std::map<const ValueDecl*, unsigned>& written, std::set<const ValueDecl*>& pointed,
         std::set<const ValueDecl*>& stepped,
         std::set<const MaterializeTemporaryExpr*>& temporaries)
      : written_(written), pointed_(pointed), stepped_(stepped), temporaries_(temporaries) {}

  bool mentionsNull = false;

  bool VisitCXXNullPtrLiteralExpr(CXXNullPtrLiteralExpr*) { return mentionsNull = true; }
  bool VisitGNUNullExpr(GNUNullExpr*) { return mentionsNull = true; }

  bool VisitExpr(Expr* expr) {
    for (const Expr* pointer : steppedBy(expr))
      if (const auto* use = dyn_cast<DeclRefExpr>(pointer))
        stepped_.insert(use->getDecl());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator* address) {
    if (address->getOpcode() == UO_AddrOf)
      getsPointer(address->getSubExpr());
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator* assignment) {
    if (assignment->getOpcode() == BO_Assign)
      getsPointer(assignment->getLHS());
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr* call) {
    if (call->getOperator() == OO_Equal)
      getsPointer(call->getArg(0));
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr* call) { // reset, swap
    if (const CXXMethodDecl* method = call->getMethodDecl(); method && !method->isConst())
      getsPointer(call->getImplicitObjectArgument());
    return true;
  }
  bool VisitCallExpr(CallExpr* call) {
    for (const Expr* argument : pointersByReference(call))
      getsPointer(argument);
    if (call->isCallToStdMove() && isOwner(call->getArg(0)->getType())) { // it is null then
      getsPointer(call->getArg(0));
      mentionsNull = true;
    }
    return true;
  }

  bool shouldVisitImplicitCode() const { return false; }

  bool VisitImplicitCastExpr(ImplicitCastExpr* cast) {
    const bool readsValue = cast->getCastKind() == CK_LValueToRValue;
    const bool namesObject = cast->getCastKind() == CK_NoOp ||
                             cast->getCastKind() == CK_DerivedToBase ||
                             cast->getCastKind() == CK_UncheckedDerivedToBase;
    const bool seesConst = namesObject && cast->getType().isConstQualified();
    if (readsValue || seesConst)
      if (const Expr* root = rootOf(cast->getSubExpr()))
        reads_.insert(root);
    return true;
  }

  // A loop changes its range only through a reference; a view never, just what it refers to.
  bool VisitCXXForRangeStmt(CXXForRangeStmt* loop) {
    const QualType variable = loop->getLoopVariable()->getType();
    const bool writes =
        variable->isReferenceType() && !variable->getPointeeType().isConstQualified();
    if (!writes || isView(loop->getRangeInit()->getType()))
      if (const Expr* root = rootOf(loop->getRangeInit()))
        reads_.insert(root);
    return true;
  }

  bool VisitDeclRefExpr(DeclRefExpr* use) {
    if (!reads_.contains(use) && !use->getType().isConstQualified())
      ++written_[use->getDecl()];
    return true;
  }

  bool VisitMaterializeTemporaryExpr(MaterializeTemporaryExpr* temporary) {
    if (!reads_.contains(temporary) && !temporary->getType().isConstQualified())
      temporaries_.insert(temporary);
    return true;
  }

  // A list as written lacks the conversions that show what is only read.
  bool TraverseInitListExpr(InitListExpr* list, DataRecursionQueue* = nullptr) {
    if (InitListExpr* semantic = list->isSemanticForm() ? list : list->getSemanticForm())
      for (Expr* element : semantic->inits())
        if (!TraverseStmt(element))
          return false;
    return true;
  }

  // What a closure does to a captured reference stands in its body.
  bool TraverseLambdaCapture(LambdaExpr* lambda, const LambdaCapture* capture, Expr* init) {
    if (capture->capturesVariable() && capture->getCaptureKind() == LCK_ByRef &&
        !lambda->isInitCapture(capture))
      return true;
    return RecursiveASTVisitor::TraverseLambdaCapture(lambda, capture, init);
  }

  // What an OpenMP directive does with its variables stands in its body.
  bool TraverseOMPClause(OMPClause*) { return true; }
  bool TraverseCapturedStmt(CapturedStmt* captured, DataRecursionQueue* = nullptr) {
    return TraverseStmt(captured->getCapturedStmt());
  }

private:
  void getsPointer(const Expr* target) {
    if (isView(target->getType()))
      if (const auto* use = dyn_cast<DeclRefExpr>(target->IgnoreParenImpCasts()))
        pointed_.insert(use->getDecl());
  }

  std::map<const ValueDecl*, unsigned>& written_;
  std::set<const ValueDecl*>& pointed_;
  std::set<const ValueDecl*>& stepped_;
  std::set<const MaterializeTemporaryExpr*>& temporaries_;
  std::set<const Expr*> reads_;
};

} // namespace

void WrittenVariables::add(const Stmt* source) {
  if (!source)
    return;
  Finder finder(written_, pointed_, stepped_, temporaries_);
  finder.TraverseStmt(const_cast<Stmt*>(source));
  mentionsNull_ = mentionsNull_ || finder.mentionsNull;
}

} // namespace treelize::front
