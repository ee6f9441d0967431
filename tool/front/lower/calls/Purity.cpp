#include "front/lower/calls/Purity.h"

#include "front/lower/types/ConstObjects.h"

#include "clang/AST/ASTContext.h"
#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/StmtCXX.h"
#include "clang/AST/StmtOpenMP.h"
#include "clang/Basic/Builtins.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

bool isPromised(const ASTContext& ast, const FunctionDecl* function) {
  const unsigned builtin = function->getBuiltinID();
  return function->hasAttr<ConstAttr>() || function->hasAttr<PureAttr>() ||
         (builtin && (ast.BuiltinInfo.isConst(builtin) || ast.BuiltinInfo.isPure(builtin) ||
                      ast.BuiltinInfo.isConstWithoutErrnoAndExceptions(builtin)));
}

/// Nobody writes to it, so that it reads the same at any time.
bool isConstant(const ASTContext& ast, const VarDecl* variable) {
  const QualType type = variable->getType();
  return type.isConstant(ast) && !type.isVolatileQualified() && !type->isAnyPointerType() &&
         !type->isReferenceType() && !hasMutableMember(type);
}

/// Does the expression designate memory that the function has made, or that its caller answers for:
/// a local, a part of one, its object, what a reference of its own refers to?
bool isOwnPlace(const Expr* place) {
  place = place->IgnoreParens();
  if (const auto* use = dyn_cast<DeclRefExpr>(place)) {
    const auto* variable = dyn_cast<VarDecl>(use->getDecl());
    if (!variable || variable->hasGlobalStorage())
      return false;
    const bool isName = variable->getType()->isReferenceType() && !isa<ParmVarDecl>(variable);
    return !isName || (variable->getInit() && isOwnPlace(variable->getInit()));
  }
  if (const auto* member = dyn_cast<MemberExpr>(place)) {
    const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
    if (!field || field->isMutable() || field->getType()->isReferenceType())
      return false;
    return member->isArrow() ? isa<CXXThisExpr>(member->getBase()->IgnoreParenImpCasts())
                             : isOwnPlace(member->getBase());
  }
  if (const auto* element = dyn_cast<ArraySubscriptExpr>(place)) {
    const Expr* base = element->getBase()->IgnoreParens();
    const auto* decayed = dyn_cast<ImplicitCastExpr>(base);
    return decayed && decayed->getCastKind() == CK_ArrayToPointerDecay &&
           isOwnPlace(decayed->getSubExpr());
  }
  if (const auto* cast = dyn_cast<ImplicitCastExpr>(place))
    return (cast->getCastKind() == CK_NoOp || cast->getCastKind() == CK_UncheckedDerivedToBase ||
            cast->getCastKind() == CK_DerivedToBase) &&
           isOwnPlace(cast->getSubExpr());
  if (const auto* chosen = dyn_cast<ConditionalOperator>(place))
    return isOwnPlace(chosen->getTrueExpr()) && isOwnPlace(chosen->getFalseExpr());
  if (const auto* step = dyn_cast<UnaryOperator>(place); step && step->isIncrementDecrementOp())
    return isOwnPlace(step->getSubExpr());
  if (const auto* step = dyn_cast<BinaryOperator>(place); step && step->isAssignmentOp())
    return isOwnPlace(step->getLHS());
  if (const auto* pointed = dyn_cast<UnaryOperator>(place); pointed)
    return pointed->getOpcode() == UO_Deref &&
           isa<CXXThisExpr>(pointed->getSubExpr()->IgnoreParenImpCasts());
  return isa<MaterializeTemporaryExpr>(place);
}

bool isWritable(QualType reference) {
  return reference->isReferenceType() && !reference->getPointeeType().isConstQualified();
}

/// Of those nodes that do more than compute something of their operands.
bool isKnownNode(const Stmt* node) {
  return !isa<CXXNewExpr, CXXDeleteExpr, CXXThrowExpr, CXXTryStmt, AsmStmt, VAArgExpr, AtomicExpr,
              CXXTypeidExpr, CXXDynamicCastExpr, CXXConstCastExpr, CXXReinterpretCastExpr,
              CXXInheritedCtorInitExpr, CoroutineBodyStmt, CoawaitExpr, CoyieldExpr, StmtExpr,
              GotoStmt, IndirectGotoStmt, OMPExecutableDirective>(node);
}

} // namespace

bool Purity::isPure(const FunctionDecl* function) {
  const bool takesPlaces = std::ranges::any_of(
      function->parameters(), [](const ParmVarDecl* p) { return isWritable(p->getType()); });
  return isPromised(ast, function) || (!takesPlaces && isOwn(function));
}

/// Does it change nothing but its own, its object and what it is handed by reference?
bool Purity::isOwn(const FunctionDecl* function) {
  if (isPromised(ast, function) || !asked.insert(function->getCanonicalDecl()).second)
    return true;
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  if (function->isDefaulted() && (function->isTrivial() || !function->doesThisDeclarationHaveABody()))
    return function->isTrivial();
  const FunctionDecl* definition = nullptr;
  const Stmt* body = function->getBody(definition);
  if (!body || function->isVariadic() || (method && method->isVirtual()))
    return false;
  if (const auto* constructor = dyn_cast<CXXConstructorDecl>(definition))
    for (const CXXCtorInitializer* initializer : constructor->inits())
      if (!isPure(initializer->getInit()))
        return false;
  return isPure(body);
}

bool Purity::isPure(const Stmt* code) {
  return !code || (isPureNode(code) && std::ranges::all_of(code->children(), [&](const Stmt* part) {
                     return isPure(part);
                   }));
}

bool Purity::isPureNode(const Stmt* node) {
  if (const auto* expr = dyn_cast<Expr>(node); expr && expr->getType().isVolatileQualified())
    return false;
  if (const auto* use = dyn_cast<DeclRefExpr>(node)) {
    const auto* variable = dyn_cast<VarDecl>(use->getDecl());
    return !variable || !variable->hasGlobalStorage() || isConstant(ast, variable);
  }
  if (const auto* member = dyn_cast<MemberExpr>(node)) {
    const auto* field = dyn_cast<FieldDecl>(member->getMemberDecl());
    const auto* shared = dyn_cast<VarDecl>(member->getMemberDecl());
    return !(field && field->isMutable()) && (!shared || isConstant(ast, shared));
  }
  if (const auto* step = dyn_cast<UnaryOperator>(node); step && step->isIncrementDecrementOp())
    return isOwnPlace(step->getSubExpr());
  if (const auto* step = dyn_cast<BinaryOperator>(node); step && step->isAssignmentOp())
    return isOwnPlace(step->getLHS());
  if (const auto* call = dyn_cast<CallExpr>(node))
    return isPureCall(call);
  if (const auto* made = dyn_cast<CXXConstructExpr>(node))
    return isOwn(made->getConstructor());
  if (const auto* declared = dyn_cast<DeclStmt>(node))
    return std::ranges::all_of(declared->decls(), [](const Decl* decl) {
      const auto* variable = dyn_cast<VarDecl>(decl);
      return !variable || (variable->isStaticLocal()
                               ? variable->isConstexpr()
                               : variable->needsDestruction(variable->getASTContext()) ==
                                     QualType::DK_none);
    });
  if (const auto* argument = dyn_cast<CXXDefaultArgExpr>(node))
    return isPure(argument->getExpr());
  if (const auto* member = dyn_cast<CXXDefaultInitExpr>(node))
    return isPure(member->getExpr());
  if (const auto* bound = dyn_cast<CXXBindTemporaryExpr>(node))
    return bound->getType().isDestructedType() == QualType::DK_none;
  return isKnownNode(node);
}

bool Purity::isPureCall(const CallExpr* call) {
  const FunctionDecl* callee = call->getDirectCallee();
  return callee && isOwn(callee) && handsOnOwn(callee, call);
}

/// What the callee may change are places of the caller's own.
bool Purity::handsOnOwn(const FunctionDecl* callee, const CallExpr* call) const {
  const auto* method = dyn_cast<CXXMethodDecl>(callee);
  const bool hasObject = method && !method->isStatic();
  const unsigned first = hasObject && isa<CXXOperatorCallExpr>(call) ? 1 : 0;
  if (hasObject && !method->isConst()) {
    const auto* named = dyn_cast<CXXMemberCallExpr>(call);
    const Expr* object = named ? named->getImplicitObjectArgument() : call->getArg(0);
    const bool isThis = isa<CXXThisExpr>(object->IgnoreParenImpCasts());
    if (!isThis && (object->getType()->isPointerType() || !isOwnPlace(object)))
      return false;
  }
  for (unsigned i = 0; i < callee->getNumParams() && i + first < call->getNumArgs(); ++i)
    if (isWritable(callee->getParamDecl(i)->getType()) && !isOwnPlace(call->getArg(i + first)))
      return false;
  return true;
}

} // namespace treelize::front
