#include "front/lower/library/Followers.h"

#include "front/lower/library/LaterUse.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;

namespace {

/// Is the variable used after the point that the running code is at?
bool isUsedLater(const Lowering& l, const VarDecl* variable, SourceLocation where) {
  const auto* function = dyn_cast<FunctionDecl>(variable->getDeclContext());
  for (auto frame = l.frames.rbegin(); frame != l.frames.rend(); ++frame) {
    if (function && frame->function->getCanonicalDecl() == function->getCanonicalDecl() &&
        where.isValid())
      return isUsedAfter(l.ast, function, {variable, nullptr, where});
    where = frame->calledFrom;
  }
  return false;
}

/// Is it an element of a vector that the place is, or holds?
bool isBehindBuffer(const ir::Place& vector, const ir::Place& pointed, bool isContainer) {
  if (!mayOverlap(vector, pointed) || pointed.path.size() + isContainer <= vector.path.size())
    return false;
  ir::TypeRef type = vector.type;
  for (std::size_t i = vector.path.size(); i <= pointed.path.size(); ++i) {
    const bool isElement = i < pointed.path.size() ? !pointed.path[i].isField() : isContainer;
    if (isElement && type->is(ir::TypeKind::Vector))
      return true;
    if (i == pointed.path.size())
      return false;
    const ir::RecordField* field =
        pointed.path[i].isField() ? ir::findField(*type, pointed.path[i].field) : nullptr;
    type = field ? field->type : type->element;
    if (!type)
      return false;
  }
  return false;
}

bool pointsInto(const ir::Place& vector, const Value& value) {
  if (const auto* place = std::get_if<ir::Place>(&value))
    return isBehindBuffer(vector, *place, /*isContainer=*/false);
  const auto isIn = [&](const ir::Place& base, bool isObject) {
    return base.type && isBehindBuffer(vector, base, !isObject);
  };
  if (const auto* view = std::get_if<View>(&value))
    return isIn(view->base, view->isObject) ||
           std::ranges::any_of(view->others,
                               [&](const ir::Place& base) { return isIn(base, view->isObject); });
  if (const auto* moving = std::get_if<MovingView>(&value); moving && moving->state->bases)
    return std::ranges::any_of(moving->state->bases->known, [&](const Base& base) {
      return isIn(base.place, moving->state->bases->isObject);
    });
  if (const auto* choice = std::get_if<Choice>(&value))
    return std::ranges::any_of(choice->places, [&](const ir::Place& place) {
      return isBehindBuffer(vector, place, false);
    });
  return false;
}

/// The first variable of the source that points into a vector of the object and is used later; null
/// if there is none.
const VarDecl* followerOf(const Lowering& l, const ir::Place& object, SourceLocation where) {
  const VarDecl* first = nullptr;
  for (const auto& [decl, value] : l.bindings) {
    const auto* variable = dyn_cast<VarDecl>(decl);
    const bool follows = variable && variable->isLocalVarDecl() && pointsInto(object, value) &&
                         isUsedLater(l, variable, where);
    if (follows && (!first || variable->getLocation() < first->getLocation()))
      first = variable;
  }
  return first;
}

const VarDecl* followerOf(const Lowering& l, const Value& object, SourceLocation where) {
  const auto* expr = std::get_if<ir::ExprRef>(&object);
  const auto* load = expr ? std::get_if<ir::Load>(&(*expr)->node) : nullptr;
  if (const auto* place = load ? &load->place : std::get_if<ir::Place>(&object))
    return place->type->isScalar() ? nullptr : followerOf(l, *place, where);
  const auto* apart = std::get_if<Object>(&object);
  if (!apart)
    return nullptr;
  const VarDecl* first = nullptr;
  const auto look = [&](const Value& part) {
    const VarDecl* found = followerOf(l, part, where);
    if (found && (!first || found->getLocation() < first->getLocation()))
      first = found;
  };
  for (const Value& element : apart->state->elements)
    look(element);
  for (const auto& [field, member] : apart->state->members)
    look(member);
  return first;
}

} // namespace

/// Does a move take something out of the object?
static bool holdsBuffer(const Value& object) {
  if (const auto* place = std::get_if<ir::Place>(&object))
    return !ir::hasFixedSize(*place->type);
  const auto* apart = std::get_if<Object>(&object);
  return apart && (apart->state->column ||
                   std::ranges::any_of(apart->state->elements,
                                       [](const Value& part) { return holdsBuffer(part); }) ||
                   std::ranges::any_of(apart->state->members, [](const auto& member) {
                     return holdsBuffer(member.second);
                   }));
}

/// The variable, or the member of the object at hand, of which a part is named; null: none.
static const ValueDecl* rootOf(const Expr* part) {
  const Expr* root = rootIn(part);
  if (const auto* use = dyn_cast_or_null<DeclRefExpr>(root))
    return use->getDecl();
  return root ? cast<MemberExpr>(root)->getMemberDecl() : nullptr;
}

/// The variable of the function at hand that holds what a reference refers to, if it is named later
/// on; null if there is none.
static const VarDecl* ownerUsedLater(const Lowering& l, const VarDecl* reference,
                                     const Value& object, SourceLocation where) {
  const auto* moved = std::get_if<ir::Place>(&object);
  if (!moved || !reference->getType()->isReferenceType())
    return nullptr;
  const FunctionDecl* function = l.frames.back().function;
  const VarDecl* first = nullptr;
  for (const auto& [decl, value] : l.bindings) {
    const auto* variable = dyn_cast<VarDecl>(decl);
    const auto* place = std::get_if<ir::Place>(&value);
    const bool isOwner = variable && place && variable != reference &&
                         variable->isLocalVarDeclOrParm() &&
                         variable->getDeclContext() == function && mayOverlap(*place, *moved) &&
                         place->path.size() < moved->path.size();
    if (isOwner && (!first || variable->getLocation() < first->getLocation()) &&
        isNamedAfter(l.ast, function, {variable, nullptr, where}))
      first = variable;
  }
  return first;
}

void refuseUseAfterMove(Lowering& l, const Expr* moved, const Value& object) {
  if (!holdsBuffer(object))
    return;
  moved = moved->IgnoreParenImpCasts();
  const ValueDecl* root = rootOf(moved);
  const auto refuseUse = [&](const ValueDecl* used, const char* what) {
    l.notYet(moved->getExprLoc(),
             "a use of '" + used->getNameAsString() + "' after " + what + " was moved from",
             "give it a new value first (assign, clear), or do without std::move");
  };
  const auto* variable = dyn_cast_or_null<VarDecl>(root);
  if (!root || (variable && !variable->isLocalVarDeclOrParm()))
    return;
  const SourceLocation where = rootIn(moved)->getExprLoc();
  const Expr* part = moved == rootIn(moved) ? nullptr : moved;
  if (variable && !part && isUsedLater(l, variable, where))
    refuseUse(variable, "it");
  const FunctionDecl* function = l.frames.back().function;
  if ((part || !variable) && isUsedAfter(l.ast, function, {root, part, where}))
    refuseUse(root, part ? "a part of it" : "it");
  if (const VarDecl* owner =
          variable && !part ? ownerUsedLater(l, variable, object, where) : nullptr)
    refuseUse(owner, "a part of it");
}

void refuseFollowers(Lowering& l, const Value& object, SourceLocation where) {
  if (const VarDecl* follower = followerOf(l, object, where))
    l.notYet(where,
             "swapping or moving a vector that '" + follower->getNameAsString() + "' points into",
             "point into it anew afterwards, or use an index");
}

} // namespace treelize::front
