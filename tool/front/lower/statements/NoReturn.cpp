#include "front/lower/statements/NoReturn.h"

#include "front/lower/statements/Statements.h"

#include "clang/AST/DeclCXX.h"
#include "clang/AST/ExprCXX.h"
#include "clang/AST/ParentMapContext.h"
#include "clang/AST/StmtCXX.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// What stands around a statement takes its break, or its continue.
struct Within {
  bool breakable = false, loop = false;
};

/// May it leave the block it stands in without an exception?
bool mayLeave(const Stmt* stmt, Within within = {}) {
  if (!stmt || isa<LambdaExpr>(stmt))
    return false;
  if (isa<ReturnStmt, GotoStmt, IndirectGotoStmt, CoreturnStmt, AsmStmt>(stmt))
    return true;
  if (isa<BreakStmt>(stmt))
    return !within.breakable;
  if (isa<ContinueStmt>(stmt))
    return !within.loop;
  const bool isLoop = isa<ForStmt, WhileStmt, DoStmt, CXXForRangeStmt>(stmt);
  within = {.breakable = within.breakable || isLoop || isa<SwitchStmt>(stmt),
            .loop = within.loop || isLoop};
  return std::ranges::any_of(stmt->children(),
                             [&](const Stmt* part) { return mayLeave(part, within); });
}

/// Of a switch around the block, which jumps past what stands before the label.
bool hasCaseLabel(const Stmt* stmt) {
  if (!stmt || isa<LambdaExpr, SwitchStmt>(stmt))
    return false;
  return isa<SwitchCase>(stmt) || std::ranges::any_of(stmt->children(), hasCaseLabel);
}

/// Operands that are not evaluated, or later.
bool isUnevaluated(const Expr* expr) {
  return isa<LambdaExpr, UnaryExprOrTypeTraitExpr, CXXNoexceptExpr, CXXTypeidExpr, RequiresExpr,
             BlockExpr>(expr);
}

} // namespace

bool NoReturn::neverEnds(const Stmt* stmt) {
  if (!stmt)
    return false;
  const auto [known, isNew] = statements.try_emplace(stmt, false);
  if (!isNew)
    return known->second;
  const bool found = find(stmt);
  return statements[stmt] = found;
}

bool NoReturn::neverReturns(const FunctionDecl* function) {
  if (!function)
    return false;
  if (function->isNoReturn())
    return true;
  const auto [known, isNew] = functions.try_emplace(function->getCanonicalDecl(), false);
  if (!isNew)
    return known->second;
  const FunctionDecl* definition = nullptr;
  const bool found = function->hasBody(definition) && neverEnds(definition->getBody());
  return functions[function->getCanonicalDecl()] = found;
}

bool NoReturn::find(const Stmt* stmt) {
  if (const auto* expr = dyn_cast<Expr>(stmt))
    return isEndingExpr(expr);
  if (const auto* block = dyn_cast<CompoundStmt>(stmt))
    return !hasCaseLabel(block) && isEndingSequence(block->body_begin(), block->body_end());
  if (const auto* declarations = dyn_cast<DeclStmt>(stmt))
    return isEndingDeclaration(declarations);
  if (const auto* branch = dyn_cast<IfStmt>(stmt))
    return isEndingIf(branch);
  if (const auto* loop = dyn_cast<DoStmt>(stmt))
    return neverEnds(loop->getBody());
  if (const auto* loop = dyn_cast<ForStmt>(stmt))
    return neverEnds(loop->getInit()) || neverEnds(loop->getCond());
  if (const auto* loop = dyn_cast<WhileStmt>(stmt))
    return neverEnds(loop->getCond());
  if (const auto* choice = dyn_cast<SwitchStmt>(stmt))
    return neverEnds(choice->getInit()) || neverEnds(choice->getCond());
  if (const auto* exit = dyn_cast<ReturnStmt>(stmt))
    return neverEnds(exit->getRetValue());
  if (const auto* label = dyn_cast<LabelStmt>(stmt))
    return neverEnds(label->getSubStmt());
  if (const auto* attributed = dyn_cast<AttributedStmt>(stmt))
    return neverEnds(attributed->getSubStmt());
  if (const auto* jump = dyn_cast<GotoStmt>(stmt))
    return isEndingJump(jump);
  return false; // a try block's handlers may come back
}

bool NoReturn::isEndingSequence(CompoundStmt::const_body_iterator from,
                                CompoundStmt::const_body_iterator to) {
  for (; from != to; ++from) {
    if (neverEnds(*from))
      return true;
    if (mayLeave(*from))
      return false;
  }
  return false;
}

/// Whatever follows the label never ends.
bool NoReturn::isEndingJump(const GotoStmt* jump) {
  const LabelStmt* label = jump->getLabel()->getStmt();
  if (!label)
    return false;
  const auto parents = const_cast<ASTContext&>(ast).getParents(*label);
  const auto* block = parents.size() == 1 ? parents[0].get<CompoundStmt>() : nullptr;
  if (!block)
    return false;
  const auto place = std::find(block->body_begin(), block->body_end(), label);
  return isEndingSequence(place, block->body_end());
}

bool NoReturn::isEndingIf(const IfStmt* stmt) {
  if (neverEnds(stmt->getInit()))
    return true;
  if (const std::optional<const Stmt*> decided = decidedBranch(ast, stmt))
    return neverEnds(*decided);
  return neverEnds(stmt->getCond()) || (neverEnds(stmt->getThen()) && neverEnds(stmt->getElse()));
}

/// An object whose destructor ends the program is one, too: no way leads past the end of its block.
bool NoReturn::isEndingDeclaration(const DeclStmt* stmt) {
  return std::ranges::any_of(stmt->decls(), [&](const Decl* decl) {
    const auto* variable = dyn_cast<VarDecl>(decl);
    if (!variable || !variable->hasLocalStorage())
      return false;
    const CXXRecordDecl* record = variable->getType()->getAsCXXRecordDecl();
    return neverEnds(variable->getInit()) ||
           (record && record->hasDefinition() && neverReturns(record->getDestructor()));
  });
}

bool NoReturn::isEndingExpr(const Expr* expr) {
  if (isUnevaluated(expr))
    return false;
  if (isa<CXXThrowExpr>(expr))
    return true;
  if (const auto* argument = dyn_cast<CXXDefaultArgExpr>(expr))
    return neverEnds(argument->getExpr());
  if (const auto* init = dyn_cast<CXXDefaultInitExpr>(expr))
    return neverEnds(init->getExpr());
  if (const auto* choice = dyn_cast<ConditionalOperator>(expr))
    return neverEnds(choice->getCond()) ||
           (neverEnds(choice->getTrueExpr()) && neverEnds(choice->getFalseExpr()));
  if (const auto* choice = dyn_cast<BinaryConditionalOperator>(expr))
    return neverEnds(choice->getCommon());
  if (const auto* binary = dyn_cast<BinaryOperator>(expr); binary && binary->isLogicalOp())
    return neverEnds(binary->getLHS());
  if (const auto* bound = dyn_cast<CXXBindTemporaryExpr>(expr);
      bound && neverReturns(bound->getTemporary()->getDestructor()))
    return true;
  if (const auto* call = dyn_cast<CallExpr>(expr)) {
    const auto* method = dyn_cast_or_null<CXXMethodDecl>(call->getDirectCallee());
    const bool isOpen = method && method->isVirtual() && !method->isNoReturn();
    if (!isOpen && neverReturns(call->getDirectCallee()))
      return true;
  }
  if (const auto* made = dyn_cast<CXXConstructExpr>(expr);
      made && neverReturns(made->getConstructor()))
    return true;
  return std::ranges::any_of(expr->children(),
                             [&](const Stmt* part) { return neverEnds(part); });
}

} // namespace treelize::front
