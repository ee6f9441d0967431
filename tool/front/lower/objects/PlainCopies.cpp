#include "front/lower/objects/PlainCopies.h"

#include "front/lower/objects/Rehearsal.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

bool isCopying(const CXXMethodDecl* method) {
  const auto* constructor = dyn_cast<CXXConstructorDecl>(method);
  return constructor ? constructor->isCopyOrMoveConstructor()
                     : method->isCopyAssignmentOperator() || method->isMoveAssignmentOperator();
}

bool copiesPlainly(const CXXMethodDecl* operation) {
  if (operation->isDeleted() || !operation->isUserProvided())
    return true;
  const FunctionDecl* definition = nullptr;
  if (!operation->hasBody(definition)) // of a template: only what is used has one
    return !operation->isReferenced() && operation->isTemplateInstantiation();
  const auto* defined = cast<CXXMethodDecl>(definition);
  const bool endsHere = !defined->getParamDecl(0)->getType()->isReferenceType();
  const bool isAlone = endsHere || isa<CXXConstructorDecl>(defined);
  return Rehearsal(defined, /*isFromItself=*/false).isCopy(/*mayChangeOther=*/endsHere) &&
         (isAlone || Rehearsal(defined, /*isFromItself=*/true).isCopy(/*mayChangeOther=*/false));
}

bool exchangesParts(const FunctionDecl* function) {
  const auto* method = dyn_cast<CXXMethodDecl>(function);
  return method && (isa<CXXConstructorDecl>(method) || method->isCopyAssignmentOperator()) &&
         std::ranges::any_of(method->getParent()->methods(), [](const CXXMethodDecl* each) {
           return each->isCopyAssignmentOperator() && each->isReferenced() &&
                  !each->getParamDecl(0)->getType()->isReferenceType();
         });
}

} // namespace treelize::front
