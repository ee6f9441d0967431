#include "front/lower/library/LaterUse.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <set>

namespace treelize::front {

using namespace clang;

namespace {

llvm::StringRef methodName(const CXXMemberCallExpr* call) {
  const CXXMethodDecl* method = call->getMethodDecl();
  return method && method->getDeclName().isIdentifier() ? method->getName() : "";
}

/// What an expression names a part of: `a[i]` of `a[i].b`; null: it is no part.
const Expr* wholeOf(const Expr* expr) {
  static const std::set<llvm::StringRef> accessors = {"front", "back", "at"};
  if (const auto* access = dyn_cast<MemberExpr>(expr))
    return access->isArrow() ? nullptr : access->getBase()->IgnoreParenImpCasts();
  if (const auto* subscript = dyn_cast<ArraySubscriptExpr>(expr))
    return subscript->getBase()->IgnoreParenImpCasts();
  if (const auto* call = dyn_cast<CXXOperatorCallExpr>(expr);
      call && call->getOperator() == OO_Subscript)
    return call->getArg(0)->IgnoreParenImpCasts();
  if (const auto* call = dyn_cast<CXXMemberCallExpr>(expr);
      call && accessors.contains(methodName(call)))
    return call->getImplicitObjectArgument()->IgnoreParenImpCasts();
  return nullptr;
}

bool isMemberOfThis(const Expr* expr) {
  const auto* access = dyn_cast<MemberExpr>(expr);
  return access && isa<CXXThisExpr>(access->getBase()->IgnoreParenImpCasts());
}

/// What a function does with one of its variables from a place on.
class LaterUse : public RecursiveASTVisitor<LaterUse> {
public:
  LaterUse(const ASTContext& context, const NamedPart& moved)
      : ast(context), sources(context.getSourceManager()), named(moved), from(moved.where) {}

  bool shouldVisitLambdaBody() const { return true; }

  bool TraverseLambdaExpr(LambdaExpr* lambda) {
    ++lambdaDepth;
    const bool goesOn = RecursiveASTVisitor::TraverseLambdaExpr(lambda);
    --lambdaDepth;
    return goesOn;
  }
  bool TraverseVarDecl(VarDecl* variable) {
    const Expr* init = variable->getInit();
    const bool isLambda = init && isa<LambdaExpr>(init->IgnoreImplicit()) && lambdaDepth == 0;
    if (isLambda)
      holder = variable;
    const bool goesOn = RecursiveASTVisitor::TraverseVarDecl(variable);
    if (isLambda)
      holder = nullptr;
    return goesOn;
  }
  bool VisitBinaryOperator(BinaryOperator* expr) {
    if (expr->getOpcode() == BO_Assign)
      begins(expr->getLHS());
    return true;
  }
  bool VisitArraySubscriptExpr(ArraySubscriptExpr* expr) {
    noteElement(expr);
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr* expr) {
    noteElement(expr);
    if (expr->getOperator() == OO_Call)
      calledHere.insert(expr->getArg(0)->IgnoreParenImpCasts());
    if (expr->getOperator() == OO_Equal && begins(expr->getArg(0)) && holds(expr, from))
      last = expr;
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr* expr) {
    static const std::set<llvm::StringRef> renews = {"clear", "assign"},
                                           removes = {"clear", "assign", "pop_back", "pop_front"},
                                           measures = {"size", "empty", "begin", "end"};
    const Expr* object = expr->getImplicitObjectArgument()->IgnoreParenImpCasts();
    if (renews.contains(methodName(expr)))
      begins(object);
    if (holdsPart(object) && removes.contains(methodName(expr)))
      assigned.insert(rootIn(object));
    if (holdsPart(object) && measures.contains(methodName(expr)))
      others.insert(rootIn(object));
    return true;
  }
  bool VisitReturnStmt(ReturnStmt* stmt) {
    if (holds(stmt, from))
      last = stmt;
    return true;
  }
  bool VisitMemberExpr(MemberExpr* expr) {
    const Expr* base = expr->getBase()->IgnoreParenImpCasts();
    const auto* part = dyn_cast_or_null<MemberExpr>(firstStep());
    if (part && isRoot(base) && expr->getMemberDecl() != part->getMemberDecl())
      others.insert(base);
    if (isRoot(expr))
      note(expr);
    return true;
  }
  bool VisitDeclRefExpr(DeclRefExpr* use) {
    if (isRoot(use))
      note(use);
    if (readers.contains(use->getDecl()))
      noteReader(use);
    return true;
  }
  bool VisitForStmt(ForStmt* stmt) { return noteLoop(stmt, stmt->getInit()); }
  bool VisitWhileStmt(WhileStmt* stmt) { return noteLoop(stmt, nullptr); }
  bool VisitDoStmt(DoStmt* stmt) { return noteLoop(stmt, nullptr); }
  bool VisitCXXForRangeStmt(CXXForRangeStmt* stmt) { return noteLoop(stmt, stmt->getRangeInit()); }

  bool usesAfter() const {
    return reads(firstAfter) && (!last || holds(last, firstAfter->getExprLoc()));
  }
  bool uses() const {
    if (last)
      return usesAfter();
    const bool isRenewed = firstAfter && assigned.contains(firstAfter) &&
                           (!loop || holds(loop, firstAfter->getExprLoc()));
    return isRead || reads(firstAfter) || (!isRenewed && reads(firstInLoop));
  }

private:
  const ASTContext& ast;
  const SourceManager& sources;
  const NamedPart& named;
  const SourceLocation from;
  unsigned lambdaDepth = 0;
  const ValueDecl* holder = nullptr;  // the variable that the lambda at hand is for
  std::set<const ValueDecl*> readers; // variables with lambdas that name it
  std::set<const Expr*> calledHere;   // what is called where it is named
  /// The outermost one around the place that the variable was declared before, and what it does
  /// once
  const Stmt *loop = nullptr, *once = nullptr;
  const Expr* firstAfter = nullptr;
  const Expr* firstInLoop = nullptr;
  std::set<const Expr*> assigned;
  std::set<const Expr*> others; // uses of other parts, or of the length alone
  std::set<const Expr*> alike;  // uses of the same element, which is another one in each iteration
  bool isRead = false;
  /// Around the place: the function ends with it, or the variable gets another value
  const Stmt* last = nullptr;

  bool isRoot(const Expr* expr) const {
    const auto* use = dyn_cast<DeclRefExpr>(expr);
    return (use && use->getDecl() == named.root) ||
           (isMemberOfThis(expr) && cast<MemberExpr>(expr)->getMemberDecl() == named.root);
  }
  bool reads(const Expr* use) const { return use && !assigned.contains(use); }

  bool isSame(const Expr* a, const Expr* b) const {
    llvm::FoldingSetNodeID first, second;
    a->IgnoreParenImpCasts()->Profile(first, ast, /*Canonical=*/true);
    b->IgnoreParenImpCasts()->Profile(second, ast, /*Canonical=*/true);
    return first == second;
  }
  /// Does the expression name something that the part is a part of?
  bool holdsPart(const Expr* expr) const {
    for (const Expr* whole = named.part ? wholeOf(named.part) : nullptr; whole;
         whole = wholeOf(whole))
      if (isSame(whole, expr))
        return true;
    return false;
  }
  /// `s.a` of `s.a[i].b`
  const Expr* firstStep() const {
    const Expr* step = named.part;
    while (step && !isRoot(step) && wholeOf(step) && !isRoot(wholeOf(step)))
      step = wholeOf(step);
    return step;
  }
  /// The root, if what gets a new value is all of what was named.
  const Expr* begins(const Expr* target) {
    target = target->IgnoreParenImpCasts();
    const bool isIt = named.part ? isSame(target, named.part) : isRoot(target);
    const Expr* root = isIt || isRoot(target) ? rootIn(target) : nullptr;
    if (root)
      assigned.insert(root);
    return root;
  }
  void noteElement(const Expr* element) {
    Expr::EvalResult constant;
    const auto* call = dyn_cast<CXXOperatorCallExpr>(element);
    const auto* subscript = dyn_cast<ArraySubscriptExpr>(element);
    if (!named.part || !isSame(element, named.part) || (!call && !subscript))
      return;
    const Expr* index = subscript ? subscript->getIdx() : call->getArg(1);
    if (!index->EvaluateAsInt(constant, ast))
      alike.insert(rootIn(element));
  }
  void note(const Expr* use) {
    const SourceLocation where = use->getExprLoc();
    if (where == from || others.contains(use))
      return;
    const bool isAfter = sources.isBeforeInTranslationUnit(from, where);
    const bool isRepeated = loop && holds(loop, where) && !(once && holds(once, where));
    if (lambdaDepth > 0 && holder && !isAfter)
      readers.insert(holder);
    else if (lambdaDepth > 0)
      isRead = true; // whoever calls it
    else if (isAfter && !firstAfter)
      firstAfter = use;
    else if (!isAfter && isRepeated && !firstInLoop && !alike.contains(use))
      firstInLoop = use;
  }
  /// A lambda that is called before the place, and not again, reads nothing later.
  void noteReader(const Expr* use) {
    const SourceLocation where = use->getExprLoc();
    const bool isBefore = sources.isBeforeInTranslationUnit(where, from);
    if (!isBefore || !calledHere.contains(use) || lambdaDepth > 0 || (loop && holds(loop, where)))
      isRead = true;
  }
  bool holds(const Stmt* stmt, SourceLocation where) const {
    return !sources.isBeforeInTranslationUnit(where, stmt->getBeginLoc()) &&
           !sources.isBeforeInTranslationUnit(stmt->getEndLoc(), where);
  }
  bool noteLoop(const Stmt* stmt, const Stmt* init) {
    if (!loop && holds(stmt, from) && !holds(stmt, named.root->getLocation())) {
      loop = stmt;
      once = init;
    }
    return true;
  }
};

LaterUse laterUse(const ASTContext& ast, const FunctionDecl* function, const NamedPart& named) {
  LaterUse use(ast, named);
  use.TraverseStmt(function->getBody());
  return use;
}

} // namespace

const Expr* rootIn(const Expr* part) {
  part = part->IgnoreParenImpCasts();
  while (part && !isa<DeclRefExpr>(part) && !isMemberOfThis(part))
    part = wholeOf(part);
  return part;
}

bool isUsedAfter(const ASTContext& ast, const FunctionDecl* function, const NamedPart& named) {
  return laterUse(ast, function, named).uses();
}

bool isNamedAfter(const ASTContext& ast, const FunctionDecl* function, const NamedPart& named) {
  return laterUse(ast, function, named).usesAfter();
}

} // namespace treelize::front
