// Objects and how they come to be: lists, copies, containers, constructors with initialisers.
//
// An object is made in its destination, member by member where the source says so, so that no
// temporary is left to differentiate through.
#include "front/lower/calls/Calls.h"
#include "front/lower/eigen/EigenCalls.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Elements.h"
#include "front/lower/objects/BasePart.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/objects/UnsetNumbers.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/SlotWalk.h"
#include "front/lower/statements/Statements.h"
#include "front/lower/types/Members.h"
#include "front/lower/types/UnknownClass.h"
#include "front/lower/types/VectorType.h"

#include <algorithm>

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

namespace {

void store(Lowering& l, Destination& to, ir::ExprRef value);

/// Every number of an object that exists becomes zero.
void clear(Lowering& l, const ir::Place& object, Location at) {
  const ir::Type& type = *object.type;
  if (type.isScalar()) {
    ir::ExprRef zero = type.is(TypeKind::Real)   ? ir::real(0.0, object.type)
                       : type.is(TypeKind::Bool) ? ir::boolean(false)
                                                 : ir::cast(ir::integer(0), object.type, at);
    l.emit(ir::assign(object, ir::AssignOp::Set, std::move(zero), at));
  } else if (type.is(TypeKind::Record)) {
    for (const ir::RecordField& field : type.fields)
      clear(l, ir::fieldOf(object, field), at);
  } else if (type.is(TypeKind::Array)) {
    ir::For loop;
    loop.counter = l.addLocal("i", ir::sizeType(), {.isStable = true}, at);
    loop.lower = ir::integer(0, ir::sizeType());
    loop.upper = ir::integer(static_cast<std::int64_t>(type.extent), ir::sizeType());
    loop.body = l.collect([&] { clear(l, ir::element(object, {l.loadOf(loop.counter)}), at); });
    l.emit({at, std::move(loop)});
  } else {
    Destination to{object, /*isFresh=*/false, at};
    store(l, to, ir::construct(object.type, {}, at));
  }
}

/// The whole object gets a value.
void store(Lowering& l, Destination& to, ir::ExprRef value) {
  const auto* made = value ? std::get_if<ir::Construct>(&value->node) : nullptr;
  const bool isEmpty = made && made->args.empty();
  if (to.isFresh) {
    l.emit(ir::declare(to.place.base, std::move(value), to.at));
  } else if (isEmpty && to.place.type->is(TypeKind::Array)) {
    clear(l, to.place, to.at);
  } else if (value) {
    // `x = T{}` replaces the object: for a derivative it would mean zeros of the same shape.
    if (isEmpty)
      value = l.keep(std::move(value), "empty");
    l.emit(ir::assign(to.place, ir::AssignOp::Set, std::move(value), to.at));
  }
  to.isFresh = false;
}

/// The object exists from here on; its parts get their values next.
void begin(Lowering& l, Destination& to, SourceLocation where) {
  if (!to.isFresh)
    return;
  if (!to.place.type->defaultConstructible)
    l.notYet(where,
             "an object of class '" + to.place.type->spelling +
                 "', which has no default constructor,",
             "give the class a default constructor");
  store(l, to, nullptr);
}

ir::Place part(const ir::Place& object, unsigned index) {
  if (object.type->is(TypeKind::Record))
    return ir::fieldOf(object, object.type->fields.at(index));
  return ir::element(object, {ir::integer(index)});
}

/// The object exists from here on, all zero if it is value-initialised.
void initialize(Lowering& l, Destination& to, bool isZero, SourceLocation where) {
  if (isZero && to.place.type->startsAtZero)
    return store(l, to, ir::construct(to.place.type, {}, to.at));
  const bool isArray = to.isFresh && to.place.type->is(TypeKind::Array);
  if (ir::ExprRef none = isArray ? beginning(to.place.type, to.at) : nullptr)
    store(l, to, std::move(none));
  else
    begin(l, to, where);
  if (isZero)
    clear(l, to.place, to.at);
}

/// char name[8] = "abc"
void constructText(Lowering& l, Destination& to, const StringLiteral* text) {
  initialize(l, to, /*isZero=*/true, text->getBeginLoc());
  const ir::Place characters = textValue(l, text);
  const ir::ExprRef count = ir::integer(text->getLength(), ir::sizeType());
  countedLoop(l, ir::integer(0, ir::sizeType()), count, to.at, [&](const ir::ExprRef& i) {
    l.emit(ir::assign(ir::element(to.place, {i}), ir::AssignOp::Set,
                      ir::load(ir::element(characters, {i})), to.at));
  });
}

void constructPart(Lowering& l, const ir::Place& place, const Expr* init) {
  Destination to{place, /*isFresh=*/false, toLocation(init->getExprLoc())};
  construct(l, to, init);
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
      clear(l, ir::fieldOf(object, fieldNamed(l, object, part, where)), toLocation(where));
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

// --- constructors ---

/// A vector of so many elements from there on.
void copyElements(Lowering& l, Destination& to, const View& start, const ir::ExprRef& count,
                  SourceLocation where) {
  store(l, to, ir::construct(to.place.type, {count}, to.at));
  countedLoop(l, ir::integer(0, ir::sizeType()), count, to.at, [&](const ir::ExprRef& i) {
    setConverted(l, ir::element(to.place, {i}), loaded(l, dereference(l, start, i, where), where),
                 where);
  });
}

void constructVector(Lowering& l, Destination& to, const CXXConstructExpr* expr) {
  const SourceLocation where = expr->getExprLoc();
  const ir::TypeRef type = to.place.type;
  std::vector<const Expr*> arguments;
  for (const Expr* argument : expr->arguments())
    if (!isa<CXXDefaultArgExpr>(argument) && !isStdClass(argument->getType(), "allocator"))
      arguments.push_back(argument);
  if (arguments.empty())
    return store(l, to, ir::construct(type, {}, to.at));
  const Expr* first = bare(arguments[0]);
  if (const auto* list = dyn_cast<CXXStdInitializerListExpr>(first))
    if (const auto* elements = dyn_cast<InitListExpr>(bare(list->getSubExpr())))
      return constructList(l, to, elements);
  if (libraryOf(first->getType()) == Library::list) {
    const ir::Place list = placeFor(l, listElements(l, first), where);
    return copyElements(l, to, View{list, nullptr, nullptr}, sizeOf(l, list, where), where);
  }
  if (first->getType()->isIntegerType() && arguments.size() <= 2) {
    std::vector<std::function<Value()>> operands;
    for (const Expr* argument : arguments)
      operands.push_back(operand(l, argument));
    std::vector<ir::ExprRef> args = expressionsInOrder(l, operands);
    args[0] = asIndex(args[0]);
    return store(l, to, ir::construct(type, std::move(args), to.at));
  }
  if (isPointerLike(first->getType()) && arguments.size() == 2) {
    const View start = l.frozen(view(l, arguments[0])), end = l.frozen(view(l, arguments[1]));
    ir::ExprRef count =
        l.frozen(converted(difference(l, end.offset, start.offset), ir::sizeType()));
    return copyElements(l, to, start, count, where);
  }
  if (arguments.size() == 2 && isEntryIterator(arguments[0]->getType())) {
    store(l, to, ir::construct(type, {}, to.at));
    const ir::Place vector = to.place;
    return forEachBetween(l, arguments[0], arguments[1], where, [&](const Value& entry) {
      l.emit(ir::append(vector, nullptr, to.at));
      assignObject(l, elementOfVector(expr->getType()), l.frozen(ir::lastElement(vector)), entry,
                   where);
    });
  }
  if (arguments.size() == 2)
    if (const std::optional<Elements> range =
            elementsBetween(l, arguments[0], arguments[1], where)) {
      store(l, to, ir::construct(type, {range->count}, to.at));
      return countedLoop(
          l, ir::integer(0, ir::sizeType()), range->count, to.at, [&](const ir::ExprRef& i) {
            setConverted(l, ir::element(to.place, {i}), loaded(l, range->at(i), where), where);
          });
    }
  l.notYet(where, "this constructor of a vector",
           "give it a length, a length and a value, or a list");
}

/// field(n, m)
void constructField(Lowering& l, Destination& to, const CXXConstructExpr* expr) {
  std::vector<std::function<Value()>> operands;
  for (const Expr* argument : expr->arguments()) {
    if (!argument->getType()->isIntegerType())
      l.notYet(argument->getExprLoc(), "this constructor of a field", "give its extents");
    operands.push_back(operand(l, argument));
  }
  store(l, to, ir::construct(to.place.type, expressionsInOrder(l, operands), to.at));
}

/// Numbers for the parts of a tuple, whose constructor takes references: what one argument changes
/// the ones before it see as well.
void constructByReference(Lowering& l, const Destination& to, const CXXConstructExpr* expr) {
  const SourceLocation where = expr->getExprLoc();
  std::vector<std::function<Value()>> operands;
  for (const Expr* argument : expr->arguments())
    operands.push_back(argument->isLValue()
                       ? [&l, argument]() -> Value { return glvalue(l, argument); }
                       : operand(l, argument));
  const std::vector<Value> values = l.inOrder(operands);
  for (unsigned i = 0; i < values.size(); ++i)
    setConverted(l, part(to.place, i), loaded(l, values[i], where), where);
}

/// std::pair, std::tuple
void constructTuple(Lowering& l, Destination& to, const CXXConstructExpr* expr) {
  const SourceLocation where = expr->getExprLoc();
  const std::size_t size = to.place.type->fields.size();
  if (expr->getNumArgs() == 0 && isZeroByDefault(l, expr->getType()))
    return initialize(l, to, /*isZero=*/true, where);
  if (expr->getNumArgs() == 0) {
    begin(l, to, where);
    const std::vector<QualType> types = elementTypes(l, expr->getType());
    for (unsigned i = 0; i < size; ++i)
      if (isZeroByDefault(l, types[i]))
        clear(l, part(to.place, i), to.at);
      else
        constructPart(l, part(to.place, i), defaultConstruction(l, types[i], where));
    return;
  }
  if (expr->getNumArgs() == 1 && size != 1) { // of other types
    const Value from = value(l, expr->getArg(0));
    begin(l, to, where);
    return assignObject(l, expr->getType(), to.place, from, where);
  }
  if (expr->getNumArgs() != size)
    l.notYet(where, "this constructor of a tuple", "give all elements");
  begin(l, to, where);
  const bool hasNumbersOnly = std::ranges::all_of(
      to.place.type->fields, [](const ir::RecordField& field) { return field.type->isScalar(); });
  if (hasNumbersOnly && expr->HasSideEffects(l.ast))
    return constructByReference(l, to, expr);
  for (unsigned i = 0; i < size; ++i)
    constructPart(l, part(to.place, i), expr->getArg(i));
}

void copy(Lowering& l, Destination& to, const Expr* from) {
  const SourceLocation where = from->getExprLoc();
  ir::ExprRef original = rvalue(l, from);
  if (to.place.type->isBuiltinArray)
    l.notYet(where, "a copy of an array", "use std::array");
  if (holdsView(*to.place.type))
    l.notYet(where, "a copy of an object that holds a pointer or a span", "bind a reference to it");
  store(l, to, std::move(original));
}

void constructClass(Lowering& l, Destination& to, const CXXConstructExpr* expr) {
  const SourceLocation where = expr->getExprLoc();
  const CXXConstructorDecl* constructor = expr->getConstructor();
  if (constructor->isCopyOrMoveConstructor() && !constructor->isUserProvided())
    return copy(l, to, expr->getArg(0));
  if (to.place.type->is(TypeKind::Opaque))
    l.notYet(where, "an object of class '" + to.place.type->spelling + "'",
             "use numbers, structs, std::array, std::vector or std::span");
  initialize(l, to, expr->requiresZeroInitialization(), where);
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
    store(l, to, ir::construct(type, {std::move(count)}, to.at));
  } else {
    initialize(l, to, isZero, where);
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
    constructPart(l, part(to.place, i), filler);
  for (unsigned i = 0; i < elements->getNumInits(); ++i)
    if (!isa<ImplicitValueInitExpr>(elements->getInit(i)))
      constructPart(l, part(to.place, i), elements->getInit(i));
}

void construct(Lowering& l, Destination& to, const Expr* from) {
  from = bare(from);
  const ir::TypeRef type = to.place.type;
  if (type->isView())
    l.notYet(from->getExprLoc(), "a pointer or a span that is stored in an object",
             "keep it in a local variable or pass it as a parameter");
  if (type->isScalar()) {
    ir::ExprRef literal = literalOf(l, from, type);
    return store(l, to, literal ? literal : converted(rvalue(l, from), type));
  }
  if (isPassive(from->getType()) || isVector(from->getType()))
    return store(l, to, rvalue(l, from));
  if (dissolves(l, from->getType())) {
    const Value object = value(l, from);
    begin(l, to, from->getExprLoc());
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
    return initialize(l, to, /*isZero=*/true, from->getExprLoc());
  if (const auto* elements = dyn_cast<ArrayInitLoopExpr>(from)) {
    const ir::Place original = placeFor(l, glvalue(l, copiedArray(elements)), from->getExprLoc());
    begin(l, to, from->getExprLoc());
    return copyArray(l, to.place, original, to.at);
  }
  if (const auto* made = dyn_cast<CXXConstructExpr>(from)) {
    const Library library = libraryOf(made->getType());
    if (type->isBuiltinArray || made->getType()->isArrayType()) // T a[n] of a class
      return store(l, to, beginning(type, to.at));
    if (isFullCopy(made) && library != Library::none)
      return copy(l, to, made->getArg(0));
    if (library == Library::vector)
      return constructVector(l, to, made);
    if (library == Library::field)
      return constructField(l, to, made);
    if (library == Library::pair || library == Library::tuple)
      return constructTuple(l, to, made);
    if (library == Library::array && made->getNumArgs() == 0)
      return initialize(l, to, made->requiresZeroInitialization(), made->getExprLoc());
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
