// What may happen to the pointers that objects hold: the functions of their class say so.
#include "front/lower/PointerSteps.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/types/Members.h"

#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// `m = new T[n]`, `m = other.m`, `std::swap(m, other.m)`
class Finder : public RecursiveASTVisitor<Finder> {
public:
  explicit Finder(const FieldDecl* wanted) : wanted_(wanted) {}
  bool isAssigned = false, getsBlock = false, getsNull = false, isStepped = false;

  void initializer(const Expr* init) { assigned(init); }

  bool VisitExpr(Expr* expr) {
    for (const Expr* pointer : steppedBy(expr))
      isStepped = isStepped || isWanted(pointer);
    return true;
  }
  bool VisitBinaryOperator(BinaryOperator* assignment) {
    if (assignment->getOpcode() == BO_Assign && isWanted(assignment->getLHS())) {
      isAssigned = true;
      assigned(assignment->getRHS());
    }
    return true;
  }
  bool VisitCXXOperatorCallExpr(CXXOperatorCallExpr* call) {
    isAssigned = isAssigned || (call->getOperator() == OO_Equal && isWanted(call->getArg(0)));
    return true;
  }
  bool VisitCXXMemberCallExpr(CXXMemberCallExpr* call) { // reset, swap
    isAssigned = isAssigned || (!call->getMethodDecl()->isConst() && isOwner(wanted_->getType()) &&
                                isWanted(call->getImplicitObjectArgument()));
    return true;
  }
  bool VisitCallExpr(CallExpr* call) {
    for (const Expr* argument : pointersByReference(call))
      isAssigned = isAssigned || isWanted(argument);
    return true;
  }

private:
  const FieldDecl* wanted_;

  bool isWanted(const Expr* expr) const {
    const auto* member = dyn_cast<MemberExpr>(expr->IgnoreParenImpCasts());
    return member && member->getMemberDecl() == wanted_;
  }
  void assigned(const Expr* from) {
    const Expr* made = from->IgnoreParenCasts();
    if (const auto* choice = dyn_cast<ConditionalOperator>(made)) {
      assigned(choice->getTrueExpr());
      return assigned(choice->getFalseExpr());
    }
    getsBlock = getsBlock || (isa<CXXNewExpr>(made) && cast<CXXNewExpr>(made)->isArray()) ||
                isa<CallExpr>(made);
    getsNull = getsNull ||
               isa<CXXNullPtrLiteralExpr, GNUNullExpr, IntegerLiteral, ImplicitValueInitExpr>(made);
  }
};

Finder found(const FieldDecl* member) {
  Finder finder(member);
  if (member->hasInClassInitializer() && member->getInClassInitializer())
    finder.initializer(member->getInClassInitializer());
  for (const CXXMethodDecl* method : ownerOf(member)->methods()) {
    const FunctionDecl* definition = nullptr;
    if (isa<CXXDestructorDecl>(method) || !method->hasBody(definition))
      continue;
    if (const auto* constructor = dyn_cast<CXXConstructorDecl>(definition))
      for (const CXXCtorInitializer* init : constructor->inits())
        if (init->getAnyMember() == member)
          finder.initializer(init->getInit());
    finder.TraverseStmt(definition->getBody());
  }
  return finder;
}

/// Does an assignment of the class, also one that the compiler makes, give the member another
/// block?
bool isAssignedWithObject(const CXXRecordDecl* record) {
  return std::ranges::any_of(record->methods(), [](const CXXMethodDecl* method) {
    const bool isAssignment =
        method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator();
    return isAssignment && !method->isDeleted() && (method->isUsed() || method->isReferenced());
  });
}

/// Numbers, or plain objects of numbers.
bool isBlockElement(Lowering& l, QualType element) {
  if (element->isArithmeticType())
    return !element->isBooleanType();
  const ir::TypeRef type = l.types.of(element);
  return type->is(ir::TypeKind::Record) && type->defaultConstructible &&
         !isColumnElement(l, element) && !dissolves(l, element);
}

/// std::unique_ptr<T[]>: as T* where objects of the class are assigned.
Motion ofOwner(Lowering& l, const FieldDecl* member) {
  const Motion fixed = {.changesBase = false, .mayBeNull = true};
  const CXXRecordDecl* record = ownerOf(member);
  const QualType block = elementOfVector(member->getType());
  if (!block->isArrayType() || l.ownFrames > 0)
    return fixed;
  const QualType element(block->getArrayElementTypeNoTypeQual(), 0);
  if (!isBlockElement(l, element) || !(found(member).isAssigned || isAssignedWithObject(record)))
    return fixed;
  return {true, true, anyBlock(l, element, member->getLocation())};
}

} // namespace

Motion motionOf(Lowering& l, const FieldDecl* member) {
  const QualType type = member->getType();
  if (isOwner(type) && !heapBehind(l, type))
    return ofOwner(l, member);
  if (!isView(type) || isClosure(type) || heapBehind(l, type))
    return {};
  const Finder finder = found(member);
  const bool mayGetBlock = type->isPointerType() && !isColumnElement(l, type->getPointeeType());
  if (!mayGetBlock || !finder.isAssigned || !finder.getsBlock || l.ownFrames > 0)
    return {.steps = finder.isStepped};
  return {true, finder.getsNull, anyBlock(l, type->getPointeeType(), member->getLocation()),
          finder.isStepped};
}

} // namespace treelize::front
