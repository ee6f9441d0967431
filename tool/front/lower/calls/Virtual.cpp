// Virtual calls: the method that runs is known where the object is, which is not so behind a
// reference of the caller's.
#include "front/lower/calls/Calls.h"

namespace treelize::front {

using namespace clang;

namespace {

/// Is the place's type the whole object's, not that of a base?
bool isWholeObject(const Lowering& l, const ir::Place& place) {
  ir::TypeRef owner = l.kernel[place.base].type;
  if (place.path.empty())
    return l.kernel[place.base].role == ir::Role::Local || !l.kernel[place.base].byReference;
  for (std::size_t i = 0; i + 1 < place.path.size(); ++i)
    owner =
        place.path[i].isField() ? ir::findField(*owner, place.path[i].field)->type : owner->element;
  return place.path.back().isField() || !owner->isView();
}

const CXXRecordDecl* classOf(Lowering& l, const Value& object) {
  if (const auto* place = std::get_if<ir::Place>(&object))
    return isWholeObject(l, *place) ? l.types.classOf(*place->type) : nullptr;
  if (const auto* apart = std::get_if<Object>(&object))
    return apart->state->slot.type.isNull()
               ? nullptr
               : apart->state->slot.type.getNonReferenceType()->getAsCXXRecordDecl();
  return nullptr;
}

} // namespace

bool isVirtualCall(const CXXMemberCallExpr* call, const CXXMethodDecl* method) {
  const auto* access = dyn_cast<MemberExpr>(call->getCallee()->IgnoreParens());
  return method->isVirtual() && !(access && access->hasQualifier()) &&
         !method->hasAttr<FinalAttr>() && !method->getParent()->isEffectivelyFinal();
}

const CXXMethodDecl* overrider(Lowering& l, const CXXMethodDecl* method, const Value& object,
                               SourceLocation where) {
  const CXXRecordDecl* dynamic = classOf(l, object);
  const CXXMethodDecl* found =
      dynamic && dynamic->hasDefinition()
          ? const_cast<CXXMethodDecl*>(method)->getCorrespondingMethodInClass(
                dynamic->getDefinition())
          : nullptr;
  if (!found)
    l.notYet(where,
             "the virtual call of '" + l.types.qualifiedName(method) +
                 "' on an object whose class is not known here",
             "name the class, as in 'Base::" + method->getNameAsString() +
                 "()', declare it final, or make the function a template");
  return found;
}

} // namespace treelize::front
