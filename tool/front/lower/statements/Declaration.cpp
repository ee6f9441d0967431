// Declarations in a body: numbers and objects become locals, references and views are bound to what
// they refer to, closures to their captures.
#include "front/lower/calls/Candidates.h"
#include "front/lower/eigen/EigenCalls.h"
#include "front/lower/eigen/MatrixExpr.h"
#include "front/lower/expressions/Expressions.h"
#include "front/lower/expressions/Places.h"
#include "front/lower/expressions/Refusals.h"
#include "front/lower/expressions/Views.h"
#include "front/lower/library/Library.h"
#include "front/lower/objects/BasePart.h"
#include "front/lower/objects/Heap.h"
#include "front/lower/objects/Objects.h"
#include "front/lower/objects/UnsetNumbers.h"
#include "front/lower/passive/Passive.h"
#include "front/lower/passive/Slots.h"
#include "front/lower/statements/RangeFor.h"
#include "front/lower/statements/Statements.h"
#include "front/lower/types/UnknownClass.h"

#include "front/lower/types/ConstObjects.h"
#include "ir/Literals.h"
#include "clang/AST/DeclOpenMP.h"
#include "clang/AST/RecursiveASTVisitor.h"

#include <algorithm>

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
  if (std::optional<Value> chosen = extremeReference(l, init))
    return *chosen;
  Value referred = glvalue(l, init);
  auto* expr = std::get_if<ir::ExprRef>(&referred);
  if (!expr)
    return l.frozen(std::move(referred));
  refuseUnstableReference(l, init, *expr, slot.isWritten);
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
    Motion motion = slot.motion;
    motion.mayBeNull = motion.mayBeNull || isOwner(slot.type);
    return movingView(l, slot.name, std::nullopt, false, at, motion);
  }
  std::optional<Storing> storing;
  if (slot.motion.changesBase)
    storing.emplace(l);
  View start = l.frozen(nullableView(l, init));
  return slot.isWritten ? movingView(l, slot.name, std::move(start), isSpan, at, slot.motion)
                        : Value(std::move(start));
}

/// A lambda, a pointer to a function, a std::function.
Value function(Lowering& l, const Slot& slot, const Expr* init) {
  const bool isVariable = isFunctionVariable(slot.type) && !slot.type->isReferenceType();
  if (!init && !isVariable)
    l.notYet(slot.where, "a lambda without a value", "initialise it");
  if (isVariable && (!init || slot.isWritten))
    return functionVariable(l, slot, init);
  const Value made = functionFor(l, init, slot.type, slot.where);
  const bool isCopy = isVariable && !std::holds_alternative<Closure>(made);
  return isCopy ? placeFor(l, l.keep(loaded(l, made, slot.where), slot.name), slot.where) : made;
}

/// `auto [a, b] = pair;` of an array, a pair or a struct.
void decomposition(Lowering& l, const DecompositionDecl* decl) {
  if (decl->getType()->isReferenceType() && isPassive(decl->getType()) &&
      bare(decl->getInit())->isGLValue())
    return decompose(l, decl, passiveReference(l, decl->getInit()));
  const bool isWritten = isAnyWritten(l, decl);
  if (decl->getType()->isReferenceType() && !isPassive(decl->getType())) {
    const Value whole = glvalue(l, decl->getInit());
    const auto* expr = std::get_if<ir::ExprRef>(&whole);
    if (expr && libraryOf(decl->getType()) == Library::pair && isPassivePart(l, *expr))
      return decompose(l, decl, frozenPart(l, *expr)); // an entry of a map
    if (expr)
      refuseUnstableReference(l, decl->getInit(), *expr, isWritten);
    return decompose(l, decl, l.frozen(whole));
  }
  if (const auto* copy = dyn_cast<ArrayInitLoopExpr>(bare(decl->getInit())); copy && !isWritten) {
    const Value original = glvalue(l, copiedArray(copy));
    if (const auto* place = std::get_if<ir::Place>(&original);
        place && l.isStable(ir::load(*place)))
      return decompose(l, decl, original);
  }
  decompose(
      l, decl,
      initialized(l, {"parts", decl->getType(), decl->getLocation(), isWritten}, decl->getInit()));
}

/// What a name of a structured binding stands for.
Value bindingPart(Lowering& l, const Value& whole, QualType type, unsigned index,
                  SourceLocation where) {
  if (isPassive(type) || (isEntry(type) && std::holds_alternative<ir::ExprRef>(whole)))
    return passiveBinding(l, whole, type, index, where);
  if (isColumn(whole))
    return elementOf(l, whole, {ir::integer(index)}, where);
  const Library library = libraryOf(type);
  if (const auto* part = std::get_if<ir::ExprRef>(&whole);
      part && library == Library::pair && isPassivePart(l, *part))
    return passiveBinding(l, whole, type, index, where);
  if (std::holds_alternative<Object>(whole) && library == Library::none) {
    const CXXRecordDecl* record = type.getNonReferenceType()->getAsCXXRecordDecl()->getDefinition();
    if (std::distance(record->field_begin(), record->field_end()) <=
        static_cast<std::ptrdiff_t>(index))
      l.notYet(where, "a structured binding of the members of a base class", "name the members");
    return member(l, whole, *std::next(record->field_begin(), index), where);
  }
  if (library == Library::tuple || library == Library::pair)
    return tupleElement(l, whole, index, where);
  const ir::Place place = placeFor(l, whole, where);
  if (place.type->is(TypeKind::Array))
    return ir::element(place, {ir::integer(index)});
  if (!place.type->is(TypeKind::Record) || index >= place.type->fields.size() ||
      library != Library::none)
    l.notYet(where, "a structured binding of '" + place.type->spelling + "'", "name the members");
  return ir::fieldOf(place, place.type->fields[index]);
}

/// Does the array that it fills hold nothing but the text?
bool isWhole(const Lowering& l, const StringLiteral* text) {
  return l.ast.getAsConstantArrayType(text->getType())->getSize() == text->getLength() + 1;
}

} // namespace

bool isAnyWritten(Lowering& l, const DecompositionDecl* decl) {
  return std::ranges::any_of(decl->bindings(),
                             [&](const BindingDecl* binding) { return !l.isUnwritten(binding); });
}

void decompose(Lowering& l, const DecompositionDecl* decl, const Value& whole) {
  unsigned index = 0;
  for (const BindingDecl* binding : decl->bindings())
    l.bindings[binding] = bindingPart(l, whole, decl->getType(), index++, decl->getLocation());
}

/// Does the expression name a variable that the function at hand changes?
bool namesWritten(Lowering& l, const Stmt* expr) {
  const auto* use = dyn_cast<DeclRefExpr>(expr);
  if (use && isa<VarDecl>(use->getDecl()) && !l.isUnwritten(use->getDecl()))
    return true;
  return std::ranges::any_of(expr->children(),
                             [&](const Stmt* part) { return part && namesWritten(l, part); });
}

/// A reference to one of several objects (`std::max(a, b)`, `c ? a : b`) is a copy here: right only
/// if they and it keep their values.
void refuseUnstableReference(Lowering& l, const Expr* init, const ir::ExprRef& value,
                             bool isWritten) {
  const Expr* inner =
      bare(bare(init)->IgnoreParenImpCasts()); // a temporary may be named by its base class
  const auto* use = dyn_cast<DeclRefExpr>(inner);
  if (use && !use->getDecl()->getType()->isReferenceType() && l.isUnwritten(use->getDecl()))
    return; // a parameter that stands for its argument
  const bool isCopy = isa<CallExpr, ConditionalOperator>(inner);
  const bool mayChange = isWritten || hasMutableMember(inner->getType()) || namesWritten(l, init);
  if (inner->isLValue() && (!l.isStable(value) || (isCopy && mayChange)))
    l.notYet(init->getExprLoc(), "a reference to one of several objects",
             "declare a value, not a reference");
}

/// A name for an object without a derivative, or for a part of one.
static Value namedPart(Lowering& l, const Slot& slot, const Expr* init) {
  const std::size_t known = l.kernel.variables.size();
  Value part = passiveReference(l, init);
  const auto* place = std::get_if<ir::Place>(&part);
  if (place && place->base.index >= known) // the result of a call: a copy
    refuseUnstableReference(l, init, ir::load(*place), slot.isWritten);
  return part;
}

/// One that is known, as it asks for a pointer that is null, decides what is asked of it.
static Value truth(Lowering& l, const Slot& slot, const ir::ExprRef& value) {
  if (ir::literalTruth(*value))
    return value;
  const Location at = toLocation(slot.where);
  const ir::VarId id =
      l.addLocal(slot.name, ir::boolType(), {.isConst = true, .isStable = true}, at);
  l.emit(ir::declare(id, converted(value, ir::boolType()), at));
  return l.placeOf(id);
}

/// `double row[n];`
static Value arrayOfLength(Lowering& l, const Slot& slot, const VariableArrayType* array) {
  const ir::TypeRef element = l.types.of(array->getElementType());
  if (!element->isScalar() || !array->getSizeExpr())
    l.notYet(slot.where, "an array of run-time length of what are no numbers", "use std::vector");
  const Location at = toLocation(slot.where);
  const ir::ExprRef length = l.frozen(converted(rvalue(l, array->getSizeExpr()), ir::sizeType()));
  const ir::TypeRef type = ir::vectorOf(element);
  const ir::VarId id = l.addLocal(slot.name, type, {}, at);
  l.emit(ir::declare(id, ir::construct(type, {length}, at), at));
  return l.placeOf(id);
}

Value initialized(Lowering& l, const Slot& slot, const Expr* init) {
  const QualType type = slot.type;
  const Location at = toLocation(slot.where);
  if (const VariableArrayType* array = l.ast.getAsVariableArrayType(type))
    return arrayOfLength(l, slot, array);
  if (isClosure(type))
    return function(l, slot, init);
  if (isView(type) && !type->isReferenceType())
    return heapBehind(l, type) ? heapPointer(l, slot, init) : pointer(l, slot, init);
  refuseLazyMatrix(l, slot);
  if (isMatrixView(type) && !type->isReferenceType())
    return matrixView(l, slot, init);
  if (isDecomposition(type) && !type->isReferenceType())
    return decompositionVariable(l, slot, init);
  if (!slot.endsWithBlock || !endsWithCall(type))
    refuseDestructor(l, type, slot.where);
  if (libraryOf(type) == Library::list && init)
    return listElements(l, init);
  if (init && type->isReferenceType() && bare(init)->isGLValue() && isPassivePart(init))
    return namedPart(l, slot, init);
  if (isPassive(type))
    return passiveVariable(l, {slot.name, type.getNonReferenceType(), slot.where, slot.isWritten},
                           init);
  if (type->isReferenceType()) {
    if (!isView(type))
      return reference(l, slot, init);
    Value referred = glvalue(l, init);
    if (std::holds_alternative<HeapPointer>(referred) || std::holds_alternative<Choice>(referred))
      return l.frozen(std::move(referred));
    return std::holds_alternative<MovingView>(referred)
               ? referred
               : Value(l.frozen(nullableViewOf(l, referred, slot.where)));
  }
  if (heapOf(l, type))
    return madeOnHeap(l, slot, init);
  if (dissolves(l, type)) {
    refuseLibraryBase(l, type, slot.where);
    if (!init)
      return zeroed(l, slot);
    return objectOf(l, slot, init);
  }
  if (const StringLiteral* text = init ? textLiteral(bare(init)) : nullptr;
      text && !slot.isWritten && isWhole(l, text))
    return textValue(l, text);
  const ir::TypeRef known = l.types.of(type);
  if (const std::optional<UnknownClass> reason = unknownClass(type);
      reason && known->is(TypeKind::Opaque))
    l.notYet(slot.where, reason->what, reason->remedy);
  if (known->is(TypeKind::Opaque) || known->is(TypeKind::Void))
    l.notYet(slot.where, "a variable of type '" + known->spelling + "'",
             "use numbers, structs, std::array, std::vector or std::span");
  if (known->isScalar() && init)
    if (std::optional<Value> number = passiveNumber(l, slot, init))
      return *number;
  if (known->is(TypeKind::Bool) && init && !slot.isWritten)
    return truth(l, slot, rvalue(l, init));
  const bool isOneValue = known->isScalar() && init;
  // An array or a struct that is filled element by element is no constant to the kernel.
  Lowering::LocalTraits traits{.isConst = !slot.isWritten && isOneValue,
                               .isStable = !slot.isWritten && init};
  const ir::VarId id = l.addLocal(slot.name, known, traits, at);
  if (holdsNoValue(slot, init)) {
    if (!known->defaultConstructible)
      l.notYet(slot.where,
               "an object of class '" + known->spelling + "', which has no default constructor,",
               "give the class a default constructor");
    l.emit(ir::declare(id, beginning(known, at), at));
    return l.placeOf(id);
  }
  Destination to{l.placeOf(id), /*isFresh=*/true, at};
  construct(l, to, init);
  return to.place;
}

/// `std::function<double(double)> f;`, `double (*f)(double) = nullptr;`
static bool holdsNoFunction(const Expr* init) {
  const Expr* from = init ? bare(init)->IgnoreParenImpCasts() : nullptr;
  const auto* made = dyn_cast_or_null<CXXConstructExpr>(from);
  return !from || isa<CXXNullPtrLiteralExpr>(from) || (made && made->getNumArgs() == 0);
}

/// Does a lambda refer to it? Then it may be the one that the variable is to become.
static bool isCaptured(const Lowering& l, const VarDecl* variable) {
  class Finder : public RecursiveASTVisitor<Finder> {
  public:
    explicit Finder(const VarDecl* wanted) : wanted_(wanted) {}
    bool found = false;
    bool VisitLambdaExpr(LambdaExpr* lambda) {
      for (const LambdaCapture& capture : lambda->captures())
        found = found || (capture.capturesVariable() && capture.getCapturedVar() == wanted_);
      return !found;
    }

  private:
    const VarDecl* wanted_;
  };
  const FunctionDecl* definition = nullptr;
  const Stmt* body =
      l.frames.back().function->hasBody(definition) ? definition->getBody() : nullptr;
  Finder finder(variable);
  finder.TraverseStmt(const_cast<Stmt*>(body));
  return finder.found;
}

void bindVariable(Lowering& l, const VarDecl* variable, const Expr* init, bool endsWithBlock) {
  const Slot slot{variable->getNameAsString(),
                  variable->getType(),
                  variable->getLocation(),
                  !l.isUnwritten(variable),
                  motionOf(l.frame().written, variable),
                  endsWithBlock};
  if (std::optional<Value> range = adaptedVariable(l, variable)) {
    l.bindings[variable] = *range;
    return;
  }
  const bool isEmpty = holdsNoFunction(init);
  if (isFunctionVariable(slot.type) && isEmpty && l.frame().written.timesWritten(variable) == 1 &&
      isCaptured(l, variable)) {
    auto unset = std::make_shared<ClosureState>();
    unset->isUnset = true;
    l.bindings[variable] = Closure{unset};
    l.knots.push_back(std::move(unset));
    return;
  }
  if (isEmpty || slot.isWritten || libraryOf(slot.type) != Library::function) {
    l.bindings[variable] = initialized(l, slot, init);
    if (endsWithBlock && endsWithCall(slot.type))
      addCleanup(l, slot.type, l.bindings.at(variable));
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

void declaration(Lowering& l, const Decl* decl, bool endsWithBlock) {
  if (const auto* parts = dyn_cast<DecompositionDecl>(decl))
    return decomposition(l, parts);
  if (const auto* variable = dyn_cast<VarDecl>(decl)) {
    if (variable->isStaticLocal()) {
      return; // its value is read where it is used
    }
    if (variable->hasExternalStorage())
      return;
    if (l.ast.hasSameUnqualifiedType(variable->getType(), l.ast.getBuiltinVaListType()))
      l.notYet(variable->getLocation(), "a variable argument list",
               "pass the arguments by name, or as an array");
    return bindVariable(l, variable, variable->getInit(), endsWithBlock);
  }
  if (isa<TypedefNameDecl, UsingDecl, UsingDirectiveDecl, StaticAssertDecl, EmptyDecl, TagDecl,
          NamespaceAliasDecl, UsingEnumDecl, FunctionDecl, UsingShadowDecl,
          OMPDeclareReductionDecl>(decl))
    return;
  l.notYet(decl->getLocation(), "the declaration '" + sourceText(l, decl->getSourceRange()) + "'",
           "declare variables only");
}

} // namespace treelize::front
