// Objects and how they come to be: lists, copies, containers, constructors with initialisers.
//
// An object is made in its destination, member by member where the source says so, so that no
// temporary is left to differentiate through.
#include "front/lower/calls/Calls.h"
#include "front/lower/eigen/EigenCalls.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/BasePart.h"
#include "front/lower/objects/Destination.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/objects/UnsetNumbers.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/statements/Statements.h"
#include "front/lower/types/Members.h"
#include "front/lower/types/UnknownClass.h"
#include "front/lower/types/VectorType.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

namespace {

/// char name[8] = "abc"
void constructText(Lowering& l, Destination& to, const StringLiteral* text) {
  initializeObject(l, to, /*isZero=*/true, text->getBeginLoc());
  const ir::Place characters = textValue(l, text);
  const ir::ExprRef count = ir::integer(text->getLength(), ir::sizeType());
  countedLoop(l, ir::integer(0, ir::sizeType()), count, to.at, [&](const ir::ExprRef& i) {
    l.emit(ir::assign(ir::element(to.place, {i}), ir::AssignOp::Set,
                      ir::load(ir::element(characters, {i})), to.at));
  });
}

const ir::RecordField& fieldNamed(Lowering& l, const ir::Place& object, const FieldDecl* field,
                                  SourceLocation where) {
  const auto& fields = object.type->fields;
  const auto found = std::ranges::find(fields, field->getNameAsString(), &ir::RecordField::name);
  if (found == fields.end())
    l.notYet(where,
             "the member '" + field->getNameAsString() + "' of '" + object.type->spelling + "'",
             "use a class of named members without unions and hidden names");
  return *found;
}

void constructFields(Lowering& l, const ir::Place& object, const InitListExpr* list, bool isZero);

/// A member by whatever name; of an unnamed part those that are in it.
void constructMember(Lowering& l, const ir::Place& object, const FieldDecl* field, const Expr* init,
                     bool isZero) {
  const SourceLocation where = init->getExprLoc();
  const Expr* from = bare(init);
  const bool isNothing = isa<ImplicitValueInitExpr>(from);
  if (isZero && isNothing)
    return;
  if (!field->isAnonymousStructOrUnion()) {
    const std::vector<MemberStep> way = canonicalMember(field);
    if (way.empty()) // of a dummy
      return;
    constructPart(l,
                  way.size() > 1
                      ? std::get<ir::Place>(member(l, object, field, where))
                      : ir::fieldOf(object, fieldNamed(l, object, way.front().member, where)),
                  init);
  } else if (const auto* list = dyn_cast<InitListExpr>(from)) {
    constructFields(l, object, list, isZero);
  } else if (const auto* made = dyn_cast<CXXConstructExpr>(from)) {
    if (!made->getConstructor()->isTrivial())
      inlineCall(
          l, made->getConstructor(), [object]() -> Value { return object; },
          std::vector<Argument>(), where);
  } else if (isNothing) {
    for (const FieldDecl* part : ownMembers(field->getType()->getAsCXXRecordDecl()))
      clearObject(l, ir::fieldOf(object, fieldNamed(l, object, part, where)), toLocation(where));
  } else {
    refuseExpr(l, from);
  }
}

/// A record's fields by an initialiser list: those of the bases are lists of their own.
void constructFields(Lowering& l, const ir::Place& object, const InitListExpr* list, bool isZero) {
  const CXXRecordDecl* record = list->getType()->getAsCXXRecordDecl();
  unsigned next = 0;
  for (const CXXBaseSpecifier& base : record->bases()) {
    if (next == list->getNumInits())
      return;
    const Expr* init = list->getInit(next++);
    if (const auto* inner = dyn_cast<InitListExpr>(bare(init)))
      constructFields(l, object, inner, isZero);
    else
      constructPart(l, basePart(l, object, base.getType(), init->getExprLoc()), init);
  }
  const auto give = [&](const FieldDecl* field) {
    // `this` in a default member initialiser is the object that is being made.
    const Value self = std::exchange(l.frame().self, Value(object));
    const Expr* init = list->getInit(next++);
    if (!isa<CXXDefaultInitExpr>(init))
      l.frame().self = self;
    constructMember(l, object, field, init, isZero);
    l.frame().self = self;
  };
  if (record->isUnion() && list->getNumInits() > 0)
    return give(list->getInitializedFieldInUnion());
  for (const FieldDecl* field : record->fields()) {
    if (next == list->getNumInits())
      return;
    if (!field->isUnnamedBitField())
      give(field);
  }
}

/// Are all elements given, and none of them a mere zero?
bool isComplete(const InitListExpr* list, const ir::Type& type) {
  const std::uint64_t wanted = type.is(TypeKind::Array) ? type.extent : list->getNumInits();
  return list->getNumInits() >= wanted && !std::ranges::any_of(list->inits(), [](const Expr* init) {
           return isa<ImplicitValueInitExpr>(init);
         });
}

/// std::array holds its C array in a list of its own.
const InitListExpr* flattened(const InitListExpr* list) {
  if (libraryOf(list->getType()) == Library::array && list->getNumInits() == 1)
    if (const auto* inner = dyn_cast<InitListExpr>(bare(list->getInit(0)));
        inner && inner->getType()->isArrayType())
      return inner;
  return list;
}

void copy(Lowering& l, Destination& to, const Expr* from) {
  const SourceLocation where = from->getExprLoc();
  ir::ExprRef original = rvalue(l, from);
  if (to.place.type->isBuiltinArray)
    l.notYet(where, "a copy of an array", "use std::array");
  if (holdsView(*to.place.type))
    l.notYet(where, "a copy of an object that holds a pointer or a span", "bind a reference to it");
  storeObject(l, to, std::move(original));
}

void constructClass(Lowering& l, Destination& to, const CXXConstructExpr* expr) {
  const SourceLocation where = expr->getExprLoc();
  const CXXConstructorDecl* constructor = expr->getConstructor();
  if (constructor->isCopyOrMoveConstructor() && !constructor->isUserProvided())
    return copy(l, to, expr->getArg(0));
  if (to.place.type->is(TypeKind::Opaque))
    l.notYet(where, "an object of class '" + to.place.type->spelling + "'",
             "use numbers, structs, std::array, std::vector or std::span");
  initializeObject(l, to, expr->requiresZeroInitialization(), where);
  if (constructor->isDefaultConstructor() && constructor->isTrivial())
    return;
  std::vector<const Expr*> arguments(expr->arg_begin(), expr->arg_end());
  const ir::Place object = to.place;
  inlineCall(l, constructor, [object]() -> Value { return object; }, arguments, where);
}

bool isFullCopy(const CXXConstructExpr* expr) {
  return expr->getConstructor()->isCopyOrMoveConstructor() && expr->getNumArgs() >= 1;
}

} // namespace

void constructPart(Lowering& l, const ir::Place& place, const Expr* init) {
  Destination to{place, /*isFresh=*/false, toLocation(init->getExprLoc())};
  construct(l, to, init);
}

void constructList(Lowering& l, Destination& to, const InitListExpr* list) {
  if (!list->isSemanticForm() && list->getSemanticForm())
    list = list->getSemanticForm();
  const SourceLocation where = list->getExprLoc();
  const ir::TypeRef type = to.place.type;
  if (list->isTransparent())
    return construct(l, to, list->getInit(0));
  const InitListExpr* elements = flattened(list);
  const bool isZero = elements->hasArrayFiller() || !isComplete(elements, *type);
  if (type->is(TypeKind::Vector)) {
    ir::ExprRef count = ir::integer(elements->getNumInits(), ir::sizeType());
    storeObject(l, to, ir::construct(type, {std::move(count)}, to.at));
  } else {
    initializeObject(l, to, isZero, where);
  }
  if (type->is(TypeKind::Record))
    return constructFields(l, to.place, elements, isZero);
  if (const auto reason = unknownClass(list->getType()))
    l.notYet(where, reason->what, reason->remedy);
  if (!type->isIndexable())
    l.notYet(where, "a list for '" + type->spelling + "'", "use a struct, an array or a vector");
  // What a filler makes of the rest is zero, unless the elements' class says otherwise.
  const Expr* filler = type->startsAtZero ? nullptr : elements->getArrayFiller();
  if (filler && type->extent > 64)
    l.notYet(where, "a large array of objects that are not zero at the start", "fill it in a loop");
  for (unsigned i = elements->getNumInits(); filler && i < type->extent; ++i)
    constructPart(l, partAt(to.place, i), filler);
  for (unsigned i = 0; i < elements->getNumInits(); ++i)
    if (!isa<ImplicitValueInitExpr>(elements->getInit(i)))
      constructPart(l, partAt(to.place, i), elements->getInit(i));
}

void construct(Lowering& l, Destination& to, const Expr* from) {
  from = bare(from);
  const ir::TypeRef type = to.place.type;
  if (type->isView())
    l.notYet(from->getExprLoc(), "a pointer or a span that is stored in an object",
             "keep it in a local variable or pass it as a parameter");
  if (type->isScalar()) {
    ir::ExprRef literal = literalOf(l, from, type);
    return storeObject(l, to, literal ? literal : converted(rvalue(l, from), type));
  }
  if (isPassive(from->getType()) || isVector(from->getType()))
    return storeObject(l, to, rvalue(l, from));
  if (dissolves(l, from->getType())) {
    const Value object = value(l, from);
    beginObject(l, to, from->getExprLoc());
    return transferObject(l, from->getType(), to.place, object, from->getExprLoc());
  }
  while (const auto* castNode = dyn_cast<CastExpr>(from)) {
    if (castNode->getCastKind() == CK_LValueToRValue)
      break;
    from = bare(castNode->getSubExpr());
  }
  if (type->is(TypeKind::Matrix))
    return constructMatrix(l, to, from);
  if (const auto* list = dyn_cast<CXXParenListInitExpr>(from))
    from = asBraces(l, list);
  if (const auto* list = dyn_cast<InitListExpr>(from))
    return constructList(l, to, list);
  if (const auto* braces = dyn_cast<CXXStdInitializerListExpr>(from))
    return constructList(l, to, cast<InitListExpr>(bare(braces->getSubExpr())));
  if (const StringLiteral* text = textLiteral(from))
    return constructText(l, to, text);
  if (isa<ImplicitValueInitExpr, CXXScalarValueInitExpr>(from))
    return initializeObject(l, to, /*isZero=*/true, from->getExprLoc());
  if (const auto* elements = dyn_cast<ArrayInitLoopExpr>(from)) {
    const ir::Place original = placeFor(l, glvalue(l, copiedArray(elements)), from->getExprLoc());
    beginObject(l, to, from->getExprLoc());
    return copyArray(l, to.place, original, to.at);
  }
  if (const auto* made = dyn_cast<CXXConstructExpr>(from)) {
    const Library library = libraryOf(made->getType());
    if (type->isBuiltinArray || made->getType()->isArrayType()) // T a[n] of a class
      return storeObject(l, to, beginning(type, to.at));
    if (isFullCopy(made) && library != Library::none)
      return copy(l, to, made->getArg(0));
    if (library == Library::vector)
      return constructVector(l, to, made);
    if (library == Library::field)
      return constructField(l, to, made);
    if (library == Library::pair || library == Library::tuple)
      return constructTuple(l, to, made);
    if (library == Library::array && made->getNumArgs() == 0)
      return initializeObject(l, to, made->requiresZeroInitialization(), made->getExprLoc());
    return constructClass(l, to, made);
  }
  copy(l, to, from);
}

const InitListExpr* asBraces(Lowering& l, const CXXParenListInitExpr* list) {
  auto* given = const_cast<CXXParenListInitExpr*>(list);
  auto* braces =
      new (l.ast) InitListExpr(l.ast, list->getInitLoc(), given->getInitExprs(), list->getEndLoc());
  braces->setType(list->getType());
  return braces;
}

const Expr* copiedArray(const ArrayInitLoopExpr* copy) {
  return copy->getCommonExpr()->getSourceExpr();
}

std::vector<Argument> handedOn(const Lowering& l, const CXXConstructorDecl* constructor,
                               SourceLocation where) {
  std::vector<Argument> arguments;
  for (const ParmVarDecl* parameter : constructor->parameters())
    arguments.push_back({nullptr, l.bindings.at(parameter), where});
  return arguments;
}

/// `: x(a), y{b}` of the constructor that is being inlined; `this` is the object.
void memberInitializers(Lowering& l, const CXXConstructorDecl* constructor) {
  if (const auto* apart = std::get_if<Object>(&l.frame().self))
    return objectInitializers(l, Object(*apart), constructor);
  const ir::Place object = std::get<ir::Place>(l.frame().self);
  for (const CXXCtorInitializer* init : constructor->inits()) {
    const SourceLocation where = init->getSourceLocation();
    if (init->isAnyMemberInitializer()) {
      constructMember(l, object, init->getAnyMember(), init->getInit(), /*isZero=*/false);
      continue;
    }
    if (const auto* list = dyn_cast<InitListExpr>(bare(init->getInit()))) {
      constructFields(l, object, list, /*isZero=*/false);
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
    if (!made || isFullCopy(made)) {
      const QualType type = init->getInit()->getType();
      constructPart(l, basePart(l, object, type, where), init->getInit());
      continue;
    }
    if (made->getConstructor()->isDefaultConstructor() && made->getConstructor()->isTrivial())
      continue;
    std::vector<const Expr*> arguments(made->arg_begin(), made->arg_end());
    inlineCall(l, made->getConstructor(), [object]() -> Value { return object; }, arguments, where);
  }
}

} // namespace treelize::front
