// Objects that are taken apart: their members become variables of the kernel.
//
// Generated code cannot declare an object of every class: one may lack a name or a default
// constructor, hold pointers, references or lambdas, or members that are const. Such an object is
// known by its members alone. A reference to it shares them, a copy has its own.
#include "front/lower/calls/Calls.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/statements/Statements.h"
#include "front/lower/types/Members.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

namespace {

/// Must a member be a variable of its own?
bool isApart(Lowering& l, QualType type) {
  while (type->isArrayType())
    type = QualType(type->getArrayElementTypeNoTypeQual(), 0);
  return type->isReferenceType() || isView(type) || isMatrixView(type) || isClosure(type) ||
         isPassive(type) || (libraryOf(type) != Library::complex && dissolves(l, type));
}

bool isUserClass(QualType type) {
  const CXXRecordDecl* record = type->getAsCXXRecordDecl();
  return record && record->hasDefinition() && !record->isUnion() && !record->isLambda() &&
         libraryOf(record) == Library::none && record->getNumVBases() == 0;
}

/// What a base class has of its object is a copy of another one, or what its constructor makes.
void baseMembers(Lowering& l, const Slot& slot, const Object& object, const CXXBaseSpecifier& base,
                 const Expr* init) {
  const auto* made = init ? dyn_cast<CXXConstructExpr>(bare(init)) : nullptr;
  const CXXConstructorDecl* constructor = made ? made->getConstructor() : nullptr;
  if (!constructor)
    l.notYet(base.getBeginLoc(), "a base class that is initialised by such a value",
             "initialise it by a list of its members");
  const SourceLocation where = init->getExprLoc();
  if (constructor->isCopyOrMoveConstructor() && !constructor->isUserProvided())
    return copyMembers(l, object, constructor->getParent(), value(l, made->getArg(0)),
                       constructor->isMoveConstructor(), where);
  if (made->requiresZeroInitialization() ||
      (constructor->isDefaultConstructor() && constructor->isTrivial()))
    l.notYet(where, "a base class without a value in a list", "give its members values");
  object.state->slot = slot;
  object.state->slot.isWritten = true;
  const std::vector<const Expr*> arguments(made->arg_begin(), made->arg_end());
  inlineCall(l, constructor, [object]() -> Value { return object; }, arguments, where);
}

void setMember(Lowering& l, const Slot& slot, const Object& object, const FieldDecl* field,
               const Expr* init);

/// The initialisers of a list: those of the bases are lists of their own.
void listMembers(Lowering& l, const Slot& slot, const Object& object, const InitListExpr* list) {
  const CXXRecordDecl* record = list->getType()->getAsCXXRecordDecl()->getDefinition();
  unsigned next = 0;
  auto following = [&]() -> const Expr* {
    return next < list->getNumInits() ? list->getInit(next++) : nullptr;
  };
  for (const CXXBaseSpecifier& base : record->bases()) {
    const Expr* init = following();
    const auto* inner = init ? dyn_cast<InitListExpr>(bare(init)) : nullptr;
    if (init && isClosure(base.getType())) {
      object.state->lambdas[base.getType()->getAsCXXRecordDecl()] = value(l, init);
      continue;
    }
    if (inner)
      listMembers(l, slot, object, inner);
    else
      baseMembers(l, slot, object, base, init);
  }
  const auto give = [&](const FieldDecl* field) {
    const Expr* init = following();
    // `this` in a default member initialiser is the object that is being made.
    const Value self = l.frame().self;
    if (init && isa<CXXDefaultInitExpr>(init))
      l.frame().self = object;
    setMember(l, slot, object, field, init);
    l.frame().self = self;
  };
  if (record->isUnion())
    return list->getNumInits() > 0 ? give(list->getInitializedFieldInUnion()) : void();
  for (const FieldDecl* field : record->fields())
    if (!field->isUnnamedBitField())
      give(field);
}

/// The members that the unnamed part has and no initialiser has named.
void completePart(Lowering& l, const Slot& slot, const Object& object, const CXXRecordDecl* part,
                  bool isZero) {
  for (const FieldDecl* field : ownMembers(part))
    if (!object.state->members.contains(field))
      object.state->members[field] = isZero ? zeroed(l, memberSlot(l, slot, field))
                                            : initialized(l, memberSlot(l, slot, field), nullptr);
}

/// A member, by whatever name, gets its first value; null: it has none.
void setMember(Lowering& l, const Slot& slot, const Object& object, const FieldDecl* field,
               const Expr* init) {
  if (field->isAnonymousStructOrUnion()) {
    const Expr* from = init ? bare(init) : nullptr;
    if (const auto* list = dyn_cast_or_null<InitListExpr>(from))
      listMembers(l, slot, object, list);
    else if (const auto* made = dyn_cast_or_null<CXXConstructExpr>(from);
             made && !made->getConstructor()->isTrivial())
      inlineCall(
          l, made->getConstructor(), [object]() -> Value { return object; },
          std::vector<Argument>(), made->getExprLoc());
    return completePart(l, slot, object, field->getType()->getAsCXXRecordDecl(),
                        from && isa<ImplicitValueInitExpr>(from));
  }
  const std::vector<MemberStep> way = canonicalMember(field);
  if (way.empty()) // of a dummy
    return;
  const FieldDecl* member = way.front().member;
  if (way.size() == 1) {
    object.state->members[member] = initialized(l, memberSlot(l, slot, member), init);
    return;
  }
  if (!object.state->members.contains(member))
    object.state->members[member] = initialized(l, memberSlot(l, slot, member), nullptr);
  const SourceLocation where = init ? init->getExprLoc() : slot.where;
  Destination to{std::get<ir::Place>(front::member(l, object, field, where)), /*isFresh=*/false,
                 toLocation(where)};
  if (init)
    construct(l, to, init);
}

/// Does the constructor more than initialise its members once?
bool mayWriteMembers(Lowering& l, const CXXConstructorDecl* constructor) {
  const FunctionDecl* definition = nullptr;
  const auto* body =
      constructor->hasBody(definition) ? dyn_cast<CompoundStmt>(definition->getBody()) : nullptr;
  return !body || !body->body_empty() ||
         std::ranges::any_of(cast<CXXConstructorDecl>(definition)->inits(),
                             [&](const CXXCtorInitializer* init) {
                               return init->getInit()->HasSideEffects(l.ast);
                             });
}

Value constructedObject(Lowering& l, const Slot& slot, const CXXConstructExpr* made) {
  const CXXConstructorDecl* constructor = made->getConstructor();
  if (constructor->isCopyOrMoveConstructor() && !constructor->isUserProvided()) {
    const auto* choice = dyn_cast<ConditionalOperator>(made->getArg(0)->IgnoreParenImpCasts());
    return copyConstructed(l, slot, choice ? chosenObject(l, choice) : value(l, made->getArg(0)),
                           constructor->isMoveConstructor());
  }
  Object object{std::make_shared<ObjectState>()};
  const bool isZero = made->requiresZeroInitialization() || heapOf(l, slot.type);
  if (constructor->isDefaultConstructor() && constructor->isTrivial()) {
    for (const FieldDecl* field : fieldsOf(constructor->getParent()))
      object.state->members[field] = isZero ? zeroed(l, memberSlot(l, slot, field))
                                            : initialized(l, memberSlot(l, slot, field), nullptr);
    return object;
  }
  object.state->slot = slot;
  object.state->slot.isWritten = slot.isWritten || mayWriteMembers(l, constructor);
  object.state->startsAtZero = isZero;
  const std::vector<const Expr*> arguments(made->arg_begin(), made->arg_end());
  inlineCall(l, constructor, [object]() -> Value { return object; }, arguments, made->getExprLoc());
  return object;
}

} // namespace

bool isEmptyOfLibrary(QualType type) {
  const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl();
  return record && record->hasDefinition() && record->isEmpty() && record->field_empty() &&
         !record->isLambda() && isInStd(record);
}

void refuseApart(Lowering& l, const FieldDecl* field, SourceLocation where) {
  if (field->isBitField())
    l.notYet(where,
             "the bit-field '" + field->getNameAsString() +
                 "' of an object that holds pointers, references or constants, or is held by "
                 "pointers,",
             "make it an ordinary member");
}

std::string memberName(const std::string& object, const FieldDecl* field) {
  std::string name = field->getNameAsString();
  if (name.starts_with("m_"))
    name.erase(0, 1);
  name = name.substr(std::min(name.find_first_not_of('_'), name.size()));
  while (name.ends_with('_'))
    name.pop_back();
  return object + "_" + name;
}

Slot memberSlot(Lowering& l, const Slot& object, const FieldDecl* field) {
  refuseApart(l, field, object.where);
  return {memberName(object.name, field),
          field->getType(),
          object.where,
          object.isWritten,
          object.isWritten ? motionOf(l, field) : Motion(),
          object.endsWithBlock};
}

bool dissolves(Lowering& l, QualType type) {
  type = type.getNonReferenceType();
  const Library library = libraryOf(type);
  if (type->isArrayType())
    return isColumnElement(l, elementOfSequence(type));
  if (isPassive(type))
    return false;
  if (library == Library::optional || library == Library::variant || library == Library::complex ||
      isEmptyOfLibrary(type))
    return true;
  if (library == Library::tuple || library == Library::pair)
    return std::ranges::any_of(elementTypes(l, type),
                               [&](QualType part) { return isApart(l, part); });
  if (library == Library::vector)
    return isApart(l, elementOfVector(type));
  if (library == Library::array)
    return isColumnElement(l, elementOfVector(type));
  if (!isUserClass(type))
    return false;
  if (heapOf(l, type))
    return true;
  const CXXRecordDecl* record = type->getAsCXXRecordDecl()->getDefinition();
  if (isPlainOfEigen(record) || isStdClass(type, "priority_queue"))
    return true;
  // A class that points at itself meets this entry on its way.
  const auto [known, isNew] = l.dissolved.try_emplace(record, false);
  if (!isNew)
    return known->second;
  const ir::TypeRef model = l.types.of(type);
  const bool isDeclarable =
      model->is(TypeKind::Record) && model->defaultConstructible && isNameable(record);
  const bool result = !isDeclarable || copiesByHand(l, type) ||
                      std::ranges::any_of(fieldsOf(record), [&](const FieldDecl* field) {
                        return field->getType().isConstQualified() || isApart(l, field->getType());
                      });
  return l.dissolved[record] = result;
}

bool isAssignable(QualType type) {
  if (libraryOf(type) != Library::none)
    return true;
  return std::ranges::none_of(
      fieldsOf(type.getNonReferenceType()->getAsCXXRecordDecl()), [](const FieldDecl* field) {
        return field->getType().isConstQualified() || field->getType()->isReferenceType();
      });
}

bool holdsFixedView(const Value& value) {
  const auto* object = std::get_if<Object>(&value);
  if (!object)
    return std::holds_alternative<View>(value);
  return std::ranges::any_of(object->state->members,
                             [](const auto& member) { return holdsFixedView(member.second); }) ||
         std::ranges::any_of(object->state->elements, holdsFixedView);
}

Value objectOf(Lowering& l, const Slot& slot, const Expr* init) {
  const Expr* from = bare(init);
  while (const auto* cast = dyn_cast<CastExpr>(from))
    from = bare(cast->getSubExpr());
  if (const auto* compound = dyn_cast<CompoundLiteralExpr>(from))
    from = bare(compound->getInitializer());
  if (const auto* list = dyn_cast_or_null<CXXParenListInitExpr>(from))
    from = asBraces(l, list);
  const Library library = libraryOf(slot.type);
  if (isEmptyOfLibrary(slot.type))
    return Object{std::make_shared<ObjectState>()};
  if (library == Library::complex)
    return complexOf(l, slot, from);
  if (library == Library::optional)
    return optionalOf(l, slot, from);
  if (library == Library::variant)
    return variantOf(l, slot, from);
  if (library == Library::tuple || library == Library::pair)
    return tupleOf(l, slot, from);
  if (const auto* elements = dyn_cast<ArrayInitLoopExpr>(from))
    return copyConstructed(l, slot, glvalue(l, copiedArray(elements)), /*isMove=*/false);
  const bool isColumn = isColumnType(l, slot.type);
  if (isColumn && !isa_and_nonnull<CallExpr>(from))
    return columnOf(l, slot, from);
  if (const auto* list = dyn_cast<InitListExpr>(from)) {
    if (!list->isSemanticForm() && list->getSemanticForm())
      list = list->getSemanticForm();
    if (list->isTransparent())
      return objectOf(l, slot, list->getInit(0));
    Object object{std::make_shared<ObjectState>()};
    listMembers(l, slot, object, list);
    return object;
  }
  if (const auto* made = dyn_cast<CXXConstructExpr>(from))
    return constructedObject(l, slot, made);
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(from))
    return zeroed(l, slot);
  if (isa<CallExpr>(from) && !from->isGLValue()) { // its result is nobody else's
    Value result = value(l, from);
    return slot.isWritten && holdsFixedView(result) ? copiedObject(l, slot, result) : result;
  }
  if (!from->isGLValue() && !isa<AbstractConditionalOperator>(from))
    refuseExpr(l, from);
  return copiedObject(l, slot, value(l, from));
}

/// What the constructor of an object that is taken apart does before its body.
void objectInitializers(Lowering& l, const Object& object, const CXXConstructorDecl* constructor) {
  const Slot slot = object.state->slot;
  for (const CXXCtorInitializer* init : constructor->inits()) {
    const SourceLocation where = init->getSourceLocation();
    if (init->isAnyMemberInitializer()) {
      setMember(l, slot, object, init->getAnyMember(), init->getInit());
      continue;
    }
    if (const auto* list = dyn_cast<InitListExpr>(bare(init->getInit()))) {
      listMembers(l, slot, object, list);
      continue;
    }
    if (const auto* inherited = dyn_cast<CXXInheritedCtorInitExpr>(bare(init->getInit()))) {
      inlineCall(
          l, inherited->getConstructor(), [object]() -> Value { return object; },
          handedOn(l, constructor, where), where);
      continue;
    }
    // A base class or a delegated constructor works on the same object.
    const auto* made = dyn_cast<CXXConstructExpr>(bare(init->getInit()));
    if (!made)
      l.notYet(where, "this initialiser of a base class", "assign its members");
    const CXXConstructorDecl* callee = made->getConstructor();
    if (isExceptionOfLibrary(callee->getParent()))
      continue;
    if (callee->isCopyOrMoveConstructor() && !callee->isUserProvided()) {
      copyMembers(l, object, callee->getParent(), value(l, made->getArg(0)),
                  callee->isMoveConstructor(), where);
      continue;
    }
    if (callee->isDefaultConstructor() && callee->isTrivial())
      continue;
    const std::vector<const Expr*> arguments(made->arg_begin(), made->arg_end());
    inlineCall(l, callee, [object]() -> Value { return object; }, arguments, where);
  }
  for (const FieldDecl* field : fieldsOf(constructor->getParent()))
    if (!object.state->members.contains(field))
      object.state->members[field] = object.state->startsAtZero
                                         ? zeroed(l, memberSlot(l, slot, field))
                                         : initialized(l, memberSlot(l, slot, field), nullptr);
}

} // namespace treelize::front
