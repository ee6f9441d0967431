#include "front/lower/statements/AdaptedRange.h"

#include "front/lower/library/Library.h"

#include "clang/AST/DeclTemplate.h"
#include "clang/AST/RecursiveASTVisitor.h"

namespace treelize::front {

using namespace clang;

namespace {

/// `reverse` of std::views::reverse; empty for any other expression.
std::string viewName(const Expr* expr) {
  const auto* use = dyn_cast<DeclRefExpr>(bare(expr)->IgnoreParenImpCasts());
  const auto* space = use ? dyn_cast<NamespaceDecl>(use->getDecl()->getDeclContext()) : nullptr;
  const bool isView = space && space->getName() == "views" && isInStd(use->getDecl());
  return isView ? use->getDecl()->getNameAsString() : std::string();
}

/// N of std::views::elements<N>
std::size_t viewPart(const Expr* expr) {
  const auto* use = cast<DeclRefExpr>(bare(expr)->IgnoreParenImpCasts());
  const auto* made = dyn_cast<VarTemplateSpecializationDecl>(use->getDecl());
  const bool hasNumber = made && made->getTemplateArgs().size() == 1 &&
                         made->getTemplateArgs()[0].getKind() == TemplateArgument::Integral;
  return hasNumber
             ? static_cast<std::size_t>(made->getTemplateArgs()[0].getAsIntegral().getZExtValue())
             : 0;
}

} // namespace

const CXXOperatorCallExpr* asOperator(const Expr* expr, OverloadedOperatorKind op) {
  const auto* call = dyn_cast<CXXOperatorCallExpr>(bare(expr)->IgnoreImplicit());
  return call && call->getOperator() == op ? call : nullptr;
}

namespace {

/// What stands on the right of `|`.
std::optional<Adaptor> adaptorOf(const Expr* expr) {
  if (std::string name = viewName(expr); !name.empty())
    return Adaptor{std::move(name), nullptr, expr->getExprLoc(), viewPart(expr)};
  const CXXOperatorCallExpr* call = asOperator(expr, OO_Call);
  if (!call || call->getNumArgs() != 2 || viewName(call->getArg(0)).empty())
    return std::nullopt;
  return Adaptor{viewName(call->getArg(0)), call->getArg(1), expr->getExprLoc()};
}

} // namespace

Adapted adapted(const Expr* expr) {
  if (const CXXOperatorCallExpr* pipe = asOperator(expr, OO_Pipe)) {
    const std::optional<Adaptor> adaptor = adaptorOf(pipe->getArg(1));
    if (!adaptor)
      return {};
    Adapted result = adapted(pipe->getArg(0));
    if (!result.range)
      result.range = pipe->getArg(0);
    result.adaptors.push_back(*adaptor);
    return result;
  }
  const CXXOperatorCallExpr* call = asOperator(expr, OO_Call);
  const std::string name = call ? viewName(call->getArg(0)) : std::string();
  if (name.empty() || call->getNumArgs() < 2)
    return {};
  if (name == "iota")
    return {expr, {}};
  Adapted result = adapted(call->getArg(1));
  if (!result.range)
    result.range = call->getArg(1);
  result.adaptors.push_back({name, call->getNumArgs() == 3 ? call->getArg(2) : nullptr,
                             call->getExprLoc(), viewPart(call->getArg(0))});
  return result;
}

namespace {

/// A variable that stands for such a view.
const VarDecl* namedView(const Expr* range) {
  const auto* use = dyn_cast<DeclRefExpr>(bare(range)->IgnoreParenImpCasts());
  const auto* variable = use ? dyn_cast<VarDecl>(use->getDecl()) : nullptr;
  const bool isLocal = variable && !isa<ParmVarDecl>(variable) && variable->isLocalVarDecl() &&
                       !variable->getType()->isReferenceType();
  return isLocal && variable->hasInit() && adapted(variable->getInit()).range ? variable : nullptr;
}

/// Where a variable is the range of a loop, alone or behind adaptors, and where it is used at all.
class UseFinder : public RecursiveASTVisitor<UseFinder> {
public:
  explicit UseFinder(const VarDecl* variable) : name(variable) {}
  unsigned uses = 0, loops = 0;

  bool VisitDeclRefExpr(DeclRefExpr* use) {
    uses += use->getDecl() == name;
    return true;
  }
  bool VisitCXXForRangeStmt(CXXForRangeStmt* loop) {
    const Adapted view = adapted(loop->getRangeInit());
    loops += namedView(view.range ? view.range : loop->getRangeInit()) == name;
    return true;
  }

private:
  const VarDecl* name;
};

} // namespace

bool isAdaptedVariable(const VarDecl* variable) {
  const auto* function = dyn_cast<FunctionDecl>(variable->getDeclContext());
  if (!function || !function->hasBody(function))
    return false;
  UseFinder finder(variable);
  finder.TraverseStmt(function->getBody());
  return finder.uses > 0 && finder.uses == finder.loops;
}

const VarDecl* knownView(const Expr* range) {
  const VarDecl* name = namedView(range);
  return name && isAdaptedVariable(name) ? name : nullptr;
}

bool isNumbers(const Expr* range) {
  const CXXOperatorCallExpr* iota = asOperator(range, OO_Call);
  return iota && viewName(iota->getArg(0)) == "iota";
}

} // namespace treelize::front
