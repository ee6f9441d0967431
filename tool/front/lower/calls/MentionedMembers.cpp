#include "front/lower/calls/MentionedMembers.h"

#include "front/lower/WrittenVariables.h"
#include "front/lower/objects/HeapPlan.h"
#include "front/lower/types/LibraryTypes.h"
#include "front/lower/types/Members.h"

#include "clang/AST/ExprCXX.h"
#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>
#include <set>

namespace treelize::front {

using namespace clang;

namespace {

class Search : public RecursiveASTVisitor<Search> {
public:
  explicit Search(const CXXRecordDecl* record) : record_(record->getDefinition()) {}
  std::set<const FieldDecl*> mentioned, moved; // for look-ups only
  bool mentionsAll = false;

  void run(const FunctionDecl* function) {
    reach(function);
    while (!pending_.empty()) {
      const FunctionDecl* next = pending_.back();
      pending_.pop_back();
      TraverseDecl(const_cast<FunctionDecl*>(next));
    }
  }

  bool VisitMemberExpr(MemberExpr* use) {
    const auto* field = dyn_cast<FieldDecl>(use->getMemberDecl());
    const std::vector<MemberStep> way = field ? canonicalMember(field) : std::vector<MemberStep>();
    if (!way.empty())
      mentioned.insert(way.front().member);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator* assignment) {
    if (assignment->isAssignmentOp())
      moves(assignment->getLHS());
    return true;
  }
  bool VisitUnaryOperator(UnaryOperator* step) {
    if (step->isIncrementDecrementOp())
      moves(step->getSubExpr());
    return true;
  }
  bool VisitCallExpr(CallExpr* call) {
    for (const Expr* argument : pointersByReference(call))
      moves(argument);
    const auto* operatorCall = dyn_cast<CXXOperatorCallExpr>(call);
    if (operatorCall && operatorCall->isAssignmentOp())
      moves(call->getArg(0));
    if (const FunctionDecl* callee = call->getDirectCallee()) {
      mentionsAll = mentionsAll || handsOn(callee);
      reach(callee);
    }
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr* call) {
    static const std::set<llvm::StringRef> names = {"reset", "release", "swap"};
    const CXXMethodDecl* method = call->getMethodDecl();
    if (method && method->getDeclName().isIdentifier() && names.contains(method->getName()))
      moves(call->getImplicitObjectArgument());
    return true;
  }
  bool VisitCXXConstructExpr(CXXConstructExpr* made) {
    reach(made->getConstructor());
    return true;
  }

private:
  const CXXRecordDecl* record_;
  std::set<const Decl*> seen_; // for look-ups only
  std::vector<const FunctionDecl*> pending_;

  void reach(const FunctionDecl* function) {
    const auto* method = dyn_cast<CXXMethodDecl>(function);
    if (method && !method->isUserProvided() && !method->isStatic() &&
        isOrDerivesFrom(record_, method->getParent()))
      mentionsAll = true; // a copy
    const FunctionDecl* definition = nullptr;
    if (!function->isInStdNamespace() && function->hasBody(definition) &&
        seen_.insert(definition).second)
      pending_.push_back(definition);
    if (method && method->isVirtual() && isOrDerivesFrom(record_, method->getParent()))
      if (const CXXMethodDecl* overrider =
              const_cast<CXXMethodDecl*>(method)->getCorrespondingMethodInClass(record_);
          overrider && overrider != method)
        reach(overrider);
  }

  /// Does it take the object to a method of other classes, and who knows which?
  bool handsOn(const FunctionDecl* callee) const {
    const auto* method = dyn_cast<CXXMethodDecl>(callee);
    if (!method || !method->isVirtual() || isOrDerivesFrom(record_, method->getParent()))
      return false;
    return std::ranges::any_of(method->parameters(), [&](const ParmVarDecl* parameter) {
      const QualType type = parameter->getType();
      const CXXRecordDecl* taken = type->isReferenceType() || type->isPointerType()
                                       ? type->getPointeeType()->getAsCXXRecordDecl()
                                       : nullptr;
      return taken && taken->hasDefinition() && isOrDerivesFrom(record_, taken->getDefinition());
    });
  }

  void moves(const Expr* expr) {
    const auto* use = dyn_cast<MemberExpr>(expr->IgnoreParenImpCasts());
    const auto* field = use ? dyn_cast<FieldDecl>(use->getMemberDecl()) : nullptr;
    if (field && isView(field->getType()) && !field->getType()->isReferenceType())
      moved.insert(field);
  }
};

} // namespace

MentionedMembers mentionedMembers(const FunctionDecl* function, const CXXRecordDecl* record) {
  Search search(record);
  search.run(function);
  MentionedMembers result;
  for (const FieldDecl* field : fieldsOf(record)) {
    if (search.mentionsAll || search.mentioned.contains(field))
      result.fields.push_back(field);
    if (search.moved.contains(field))
      result.moved.push_back(field);
  }
  return result;
}

} // namespace treelize::front
