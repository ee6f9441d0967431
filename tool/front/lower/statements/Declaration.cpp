// Declarations in a body: numbers and objects become locals, references and views are bound to what
// they refer to, closures to their captures.
#include "front/lower/eigen/MatrixExpr.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/Slots.h"
#include "front/lower/statements/Statements.h"

namespace treelize::front {

using namespace clang;
using ir::TypeKind;

namespace {

bool holdsNoValue(const Slot& slot, const Expr* init) {
  if (!init)
    return true;
  const auto* made = dyn_cast<CXXConstructExpr>(bare(init));
  return made && made->getNumArgs() == 0 && made->getConstructor()->isTrivial() &&
         !made->requiresZeroInitialization() && libraryOf(slot.type) == Library::none;
}

/// `T& r = place`, `auto&& r = range`, `const T& r = f(x)`.
Value reference(Lowering& l, const Slot& slot, const Expr* init) {
  Value referred = glvalue(l, init);
  auto* expr = std::get_if<ir::ExprRef>(&referred);
  if (!expr)
    return l.frozen(std::move(referred));
  refuseUnstableReference(l, init, *expr);
  // A temporary object is used where it is; a number gets a name.
  const auto* load = std::get_if<ir::Load>(&(*expr)->node);
  if (load && !(*expr)->type->isScalar())
    return l.frozen(load->place);
  const Location at = toLocation(slot.where);
  const ir::VarId id = l.addLocal(slot.name, (*expr)->type,
                                  {.isConst = !slot.isWritten, .isStable = !slot.isWritten}, at);
  l.emit(ir::declare(id, *expr, at));
  return l.placeOf(id);
}

Value pointer(Lowering& l, const Slot& slot, const Expr* init) {
  const Location at = toLocation(slot.where);
  const bool isSpan = libraryOf(slot.type) == Library::span;
  const auto* made = init ? dyn_cast<CXXConstructExpr>(bare(init)) : nullptr;
  if (!init || (made && made->getNumArgs() == 0)) {
    if (isSpan)
      l.notYet(slot.where, "an empty span", "make it from a container");
    return movingView(l, slot.name, std::nullopt, false, at, slot.motion);
  }
  View start = l.frozen(nullableView(l, init));
  return slot.isWritten ? movingView(l, slot.name, std::move(start), isSpan, at, slot.motion) : Value(std::move(start));
}

/// `auto [a, b] = pair;` of an array, a pair or a struct.
void decomposition(Lowering& l, const DecompositionDecl* decl) {
  if (decl->getType()->isReferenceType() && isPassive(decl->getType()) && bare(decl->getInit())->isGLValue())
    return decompose(l, decl, passiveReference(l, decl->getInit()));
  if (decl->getType()->isReferenceType() && !isPassive(decl->getType()))
    return decompose(l, decl, l.frozen(glvalue(l, decl->getInit())));
  decompose(l, decl, initialized(l, {"parts", decl->getType(), decl->getLocation()}, decl->getInit()));
}

/// What a name of a structured binding stands for.
Value bindingPart(Lowering& l, const Value& whole, QualType type, unsigned index, SourceLocation where) {
  if (isPassive(type) || (isEntry(type) && std::holds_alternative<ir::ExprRef>(whole)))
    return passiveBinding(l, whole, type, index, where);
  const Library library = libraryOf(type);
  if (std::holds_alternative<Object>(whole) && library == Library::none) {
    const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl()->getDefinition();
    if (std::distance(record->field_begin(), record->field_end()) <= static_cast<std::ptrdiff_t>(index))
      l.notYet(where, "a structured binding of the members of a base class", "name the members");
    return member(l, whole, *std::next(record->field_begin(), index), where);
  }
  if (library == Library::tuple || library == Library::pair)
    return tupleElement(l, whole, index, where);
  const ir::Place place = placeFor(l, whole, where);
  if (place.type->is(TypeKind::Array))
    return ir::element(place, {ir::integer(index)});
  if (!place.type->is(TypeKind::Record) || index >= place.type->fields.size() || library != Library::none)
    l.notYet(where, "a structured binding of '" + place.type->spelling + "'", "name the members");
  return ir::fieldOf(place, place.type->fields[index]);
}

} // namespace

void decompose(Lowering& l, const DecompositionDecl* decl, const Value& whole) {
  unsigned index = 0;
  for (const BindingDecl* binding : decl->bindings())
    l.bindings[binding] = bindingPart(l, whole, decl->getType(), index++, decl->getLocation());
}

/// A reference to one of several objects (`std::max(a, b)`) is a copy here: right only if they keep
/// their values.
void refuseUnstableReference(Lowering& l, const Expr* init, const ir::ExprRef& value) {
  if (bare(init)->isLValue() && !l.isStable(value))
    l.notYet(init->getExprLoc(), "a reference to one of several objects", "declare a value, not a reference");
}

Value closureOf(Lowering& l, const LambdaExpr* lambda) {
  auto state = std::make_shared<ClosureState>();
  state->type = lambda->getLambdaClass();
  auto init = lambda->capture_init_begin();
  for (const LambdaCapture& capture : lambda->captures()) {
    const Expr* value = *init++;
    if (capture.capturesThis()) {
      if (capture.getCaptureKind() == LCK_StarThis)
        l.notYet(capture.getLocation(), "a copy of '*this' in a lambda", "capture 'this'");
      state->self = l.frame().self;
      continue;
    }
    if (!capture.capturesVariable())
      continue;
    const auto* variable = cast<ValueDecl>(capture.getCapturedVar());
    if (lambda->isInitCapture(&capture)) {
      bindVariable(l, cast<VarDecl>(variable), cast<VarDecl>(variable)->getInit());
      state->captures[variable] = l.bindings.at(variable);
      continue;
    }
    auto bound = l.bindings.find(variable);
    if (bound == l.bindings.end())
      l.notYet(capture.getLocation(), "the capture of '" + variable->getNameAsString() + "'",
               "pass it as an argument");
    if (capture.getCaptureKind() == LCK_ByRef) {
      state->captures[variable] = bound->second;
      continue;
    }
    if (lambda->isMutable())
      l.notYet(lambda->getBeginLoc(), "a mutable lambda with copies", "capture by reference");
    Value captured = bound->second;
    if (holdsSlots(variable->getType()))
      l.notYet(capture.getLocation(), "a copy of a container of real numbers in a lambda", "capture it by reference");
    if (std::holds_alternative<Object>(captured)) {
      state->captures[variable] = copiedObject(l, {variable->getNameAsString(), variable->getType(), capture.getLocation()}, captured);
      continue;
    }
    const auto* place = std::get_if<ir::Place>(&captured);
    if (std::holds_alternative<MovingView>(captured) || std::holds_alternative<HeapPointer>(captured))
      captured = l.frozen(Value(nullableViewOf(l, captured, capture.getLocation())));
    else if (place && !place->type->isView() && !l.isStable(ir::load(*place)))
      captured = placeFor(l, l.keep(ir::load(*place), variable->getNameAsString()), capture.getLocation());
    state->captures[variable] = std::move(captured);
    (void)value;
  }
  return Closure{std::move(state)};
}

Value initialized(Lowering& l, const Slot& slot, const Expr* init) {
  const QualType type = slot.type;
  const Location at = toLocation(slot.where);
  if (isClosure(type)) {
    if (!init)
      l.notYet(slot.where, "a function pointer or a lambda without a value", "initialise it");
    return value(l, init);
  }
  if (isView(type) && !type->isReferenceType())
    return heapBehind(l, type) ? heapPointer(l, slot, init) : pointer(l, slot, init);
  refuseLazyMatrix(l, slot);
  refuseDestructor(l, type, slot.where);
  if (init && type->isReferenceType() && bare(init)->isGLValue() && isPassivePart(init))
    return passiveReference(l, init);
  if (isPassive(type))
    return passiveVariable(l, {slot.name, type.getNonReferenceType(), slot.where, slot.isWritten}, init);
  if (type->isReferenceType()) {
    if (!isView(type))
      return reference(l, slot, init);
    Value referred = glvalue(l, init);
    if (std::holds_alternative<HeapPointer>(referred) || std::holds_alternative<Choice>(referred))
      return l.frozen(std::move(referred));
    return std::holds_alternative<MovingView>(referred) ? referred
                                                        : Value(l.frozen(nullableViewOf(l, referred, slot.where)));
  }
  if (heapOf(l, type))
    return madeOnHeap(l, slot, init);
  if (dissolves(l, type)) {
    if (!init)
      return zeroed(l, slot);
    return objectOf(l, slot, init);
  }
  if (libraryOf(type) == Library::list && init)
    return listElements(l, init);
  const ir::TypeRef known = l.types.of(type);
  if (known->is(TypeKind::Opaque) || known->is(TypeKind::Void))
    l.notYet(slot.where, "a variable of type '" + known->spelling + "'",
             "use numbers, structs, std::array, std::vector or std::span");
  if (known->isScalar() && init)
    if (std::optional<Value> number = passiveNumber(l, slot, init))
      return *number;
  const bool isOneValue = known->isScalar() && init;
  // An array or a struct that is filled element by element is no constant to the kernel.
  Lowering::LocalTraits traits{.isConst = !slot.isWritten && isOneValue, .isStable = !slot.isWritten && init};
  const ir::VarId id = l.addLocal(slot.name, known, traits, at);
  if (holdsNoValue(slot, init)) {
    if (!known->defaultConstructible)
      l.notYet(slot.where, "an object of class '" + known->spelling + "', which has no default constructor,",
               "give the class a default constructor");
    l.emit(ir::declare(id, nullptr, at));
    return l.placeOf(id);
  }
  Destination to{l.placeOf(id), /*isFresh=*/true, at};
  construct(l, to, init);
  return to.place;
}

void bindVariable(Lowering& l, const VarDecl* variable, const Expr* init) {
  const Slot slot{variable->getNameAsString(), variable->getType(), variable->getLocation(), !l.isUnwritten(variable),
                  motionOf(l.frame().written, variable)};
  if (!init || libraryOf(slot.type) != Library::function) {
    l.bindings[variable] = initialized(l, slot, init);
    return;
  }
  // A lambda may capture the std::function that it is to become.
  auto itself = std::make_shared<ClosureState>();
  l.bindings[variable] = Closure{itself};
  const Value made = initialized(l, slot, init);
  if (const auto* closure = std::get_if<Closure>(&made)) {
    *itself = *closure->state;
    l.knots.push_back(std::move(itself));
  } else {
    l.bindings[variable] = made;
  }
}

void declaration(Lowering& l, const Decl* decl) {
  if (const auto* parts = dyn_cast<DecompositionDecl>(decl))
    return decomposition(l, parts);
  if (const auto* variable = dyn_cast<VarDecl>(decl)) {
    if (variable->isStaticLocal()) {
      const bool isConstant = variable->isConstexpr() || variable->getType().isConstQualified();
      if (!isConstant && !variable->getType()->isArrayType())
        l.refuse(Diag::mutable_global, variable->getLocation(), {variable->getNameAsString(), "static"});
      return; // its value is read where it is used
    }
    if (variable->hasExternalStorage())
      return;
    if (l.ast.hasSameUnqualifiedType(variable->getType(), l.ast.getBuiltinVaListType()))
      l.notYet(variable->getLocation(), "a variable argument list", "pass the arguments by name, or as an array");
    return bindVariable(l, variable, variable->getInit());
  }
  if (isa<TypedefNameDecl, UsingDecl, UsingDirectiveDecl, StaticAssertDecl, EmptyDecl, TagDecl,
          NamespaceAliasDecl, UsingEnumDecl, FunctionDecl, UsingShadowDecl>(decl))
    return;
  l.notYet(decl->getLocation(), std::string("a declaration of the kind ") + decl->getDeclKindName(),
           "declare variables only");
}

} // namespace treelize::front
